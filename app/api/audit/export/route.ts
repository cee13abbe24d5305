import { auditList } from '@/lib/domain/audit/audit-list-query'
import { exportAudit } from '@/lib/server/audit-log/export'
import { answerRoute } from '@/lib/server/route'
import { todayOf } from '@/lib/server/services'

export const GET = (request: Request) =>
  answerRoute(request, 'audit:read', async (ctx) => {
    const query = auditList.read(new URL(request.url).searchParams)
    const day = todayOf(ctx)
    // Next answers HEAD with this handler and reads no body, so nothing is exported then.
    const body = request.method === 'HEAD' ? null : await exportAudit(ctx, query)
    return new Response(body, {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="audit-log-${day}.csv"`,
      },
    })
  })
