import { answerRoute } from '@/lib/server/route'
import { listCallbacks } from '@/lib/server/sandbox/callbacks'
import { requireSandbox } from '@/lib/server/sandbox/sandbox'

export const GET = (request: Request) =>
  answerRoute(
    request,
    'sandbox:control',
    async () => Response.json(await listCallbacks(requireSandbox().controls)),
    { isPoll: true },
  )
