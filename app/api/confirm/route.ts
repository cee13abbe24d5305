import { answerStage } from '@/lib/server/route'
import { answerProof, viewConfirmation } from '@/lib/server/sign-in/confirm-route'

/** Asks how; a route and no action, since an action that waits for it holds back every other action of its page. */
export const POST = (request: Request) =>
  answerStage(request, async (asking, signedIn) => Response.json(await viewConfirmation(asking, signedIn)))

/** Shows it. */
export const PUT = (request: Request) =>
  answerStage(request, (asking, signedIn) => answerProof(asking, signedIn, request))
