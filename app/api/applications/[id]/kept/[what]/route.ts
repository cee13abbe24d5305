import { keepTextSchema, MAX_KEPT_BYTES, saveUnsent } from '@/lib/server/applications/unsent-texts'
import { answerRoute, parseSent, readJson } from '@/lib/server/route'

type Context = { params: Promise<{ id: string; what: string }> }

/** Keeps unsent text; `content` null deletes it. Answers whether it was kept, or had already been sent. */
export const PUT = (request: Request, { params }: Context) =>
  answerRoute(request, 'applicants:read', async (ctx) => {
    const { id, what } = await params
    const body = await readJson(request, MAX_KEPT_BYTES)
    return Response.json(
      await saveUnsent(ctx, parseSent(keepTextSchema, { ...Object(body), applicationId: id, what })),
    )
  })
