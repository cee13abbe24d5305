import { EXPORTS, exportBatch, exportFileName } from '@/lib/server/funding/export'
import { answerRoute } from '@/lib/server/route'

type Context = { params: Promise<{ id: string }> }

export const GET = (request: Request, { params }: Context) =>
  answerRoute(request, 'funding:read', async (ctx) => {
    const { id } = await params
    const asked = new URL(request.url).searchParams.get('what')
    const what = EXPORTS.find((known) => known === asked) ?? 'lines'
    const fileName = await exportFileName(ctx, id, what)
    // Next answers HEAD with this handler and reads no body, so nothing is exported then.
    const body = request.method === 'HEAD' ? null : await exportBatch(ctx, id, what)
    return new Response(body, {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${fileName}"`,
      },
    })
  })
