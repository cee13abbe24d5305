import { answerOpen } from '@/lib/server/route'
import { answerPasskey, viewAnyPasskey } from '@/lib/server/sign-in/confirm-route'

/** The challenge for signing in with any passkey. */
export const POST = (request: Request) =>
  answerOpen(request, async (asking) => Response.json(await viewAnyPasskey(asking)))

/** Signs in the owner of the passkey. */
export const PUT = (request: Request) => answerOpen(request, (asking) => answerPasskey(asking, request))
