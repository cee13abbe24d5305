import { templateCsv } from '@/lib/domain/application/import/template'
import { answerRoute } from '@/lib/server/route'

export const GET = (request: Request) =>
  answerRoute(request, 'applications:write', async (ctx) => {
    const kind = new URL(request.url).searchParams.get('kind') === 'full' ? 'full' : 'payfac'
    return new Response(templateCsv(kind, ctx.lists), {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${kind}-applications-template.csv"`,
      },
    })
  })
