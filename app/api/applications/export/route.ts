import { applicationList } from '@/lib/domain/application/list-query'
import { exportApplications } from '@/lib/server/applications/list-export'
import { answerRoute } from '@/lib/server/route'
import { todayOf } from '@/lib/server/services'

export const GET = (request: Request) =>
  answerRoute(request, 'applications:read', async (ctx) => {
    const query = applicationList.read(new URL(request.url).searchParams)
    const day = todayOf(ctx)
    // Next answers HEAD with this handler and reads no body, so nothing is exported then.
    const body = request.method === 'HEAD' ? null : await exportApplications(ctx, query)
    return new Response(body, {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="applications-${day}.csv"`,
      },
    })
  })
