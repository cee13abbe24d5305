import { answerRoute } from '@/lib/server/route'
import { requireSandbox } from '@/lib/server/sandbox/sandbox'

export const GET = (request: Request) =>
  answerRoute(
    request,
    'sandbox:control',
    async () => Response.json(await requireSandbox().controls.listFaults()),
    { isPoll: true },
  )
