import { answerOpen } from '@/lib/server/route'
import { answerPasskey, viewAnyPasskey } from '@/lib/server/sign-in/confirm-route'

/** What any passkey of the desk has to sign. */
export const POST = (request: Request) =>
  answerOpen(request, async (asking) => Response.json(await viewAnyPasskey(asking)))

/** Signs in whoever it belongs to. */
export const PUT = (request: Request) => answerOpen(request, (asking) => answerPasskey(asking, request))
