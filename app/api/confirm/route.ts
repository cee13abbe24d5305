import { answerStage } from '@/lib/server/route'
import { answerProof, viewConfirmation } from '@/lib/server/sign-in/confirm-route'

/**
 * How a second factor can be confirmed. A route and not an action, because a waiting action would block all other
 * actions of its page.
 */
export const POST = (request: Request) =>
  answerStage(request, async (asking, signedIn) => Response.json(await viewConfirmation(asking, signedIn)))

/** Checks the second factor. */
export const PUT = (request: Request) =>
  answerStage(request, (asking, signedIn) => answerProof(asking, signedIn, request))
