import { answerRoute } from '@/lib/server/route'
import { listRequests, readRequestsQuery } from '@/lib/server/sandbox/requests'
import { requireSandbox } from '@/lib/server/sandbox/sandbox'

export const GET = (request: Request) =>
  answerRoute(
    request,
    'sandbox:control',
    async () => {
      const query = readRequestsQuery(new URL(request.url).searchParams)
      return Response.json(await listRequests(requireSandbox().controls, query))
    },
    { isPoll: true },
  )
