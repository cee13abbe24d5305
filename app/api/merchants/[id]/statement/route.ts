import { statementList } from '@/lib/domain/merchants/statement-query'
import { exportStatement, statementFileName } from '@/lib/server/merchants/statement-export'
import { answerRoute } from '@/lib/server/route'

type Context = { params: Promise<{ id: string }> }

export const GET = (request: Request, { params }: Context) =>
  answerRoute(request, 'funding:read', async (ctx) => {
    const { id } = await params
    const query = statementList.read(new URL(request.url).searchParams)
    // Next answers HEAD from here and reads no body: nothing is exported then.
    const body = request.method === 'HEAD' ? null : await exportStatement(ctx, id, query)
    return new Response(body, {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${statementFileName(id, query)}"`,
      },
    })
  })
