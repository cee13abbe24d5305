import { saveLines, saveLinesSchema, viewSaidLines } from '@/lib/server/funding/lines'
import { answerRoute, parseSent, readJson } from '@/lib/server/route'

/** Room for changing every line of the largest batch at once. */
const MAX_BYTES = 24 * 1024 * 1024

type Context = { params: Promise<{ id: string }> }

export const GET = (request: Request, { params }: Context) =>
  answerRoute(request, 'funding:read', async (ctx) =>
    Response.json(await viewSaidLines(ctx, (await params).id)),
  )

export const PATCH = (request: Request, { params }: Context) =>
  answerRoute(request, 'funding:write', async (ctx) => {
    const body = await readJson(request, MAX_BYTES)
    const input = parseSent(saveLinesSchema, { ...Object(body), batchId: (await params).id })
    const result = await saveLines(ctx, input)
    return Response.json(result, { status: result.ok ? 200 : 409 })
  })
