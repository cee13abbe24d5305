import { listDocuments } from '@/lib/server/documents/data'
import { registerDocument, registerDocumentSchema } from '@/lib/server/documents/mutations'
import { requireApplication } from '@/lib/server/drafts/data'
import { answerRoute, parseSent, readJson } from '@/lib/server/route'

type Context = { params: Promise<{ id: string }> }

export const GET = (request: Request, { params }: Context) =>
  answerRoute(
    request,
    'documents:read',
    async (ctx) => {
      const application = await requireApplication(ctx.db, (await params).id)
      return Response.json(await listDocuments(ctx.db, application.id))
    },
    { isPoll: true },
  )

export const POST = (request: Request, { params }: Context) =>
  answerRoute(request, 'documents:write', async (ctx) => {
    const body = await readJson(request, 64 * 1024)
    const input = parseSent(registerDocumentSchema, { ...Object(body), applicationId: (await params).id })
    const result = await registerDocument(ctx, input)
    return Response.json(result, { status: result.ok ? 200 : 422 })
  })
