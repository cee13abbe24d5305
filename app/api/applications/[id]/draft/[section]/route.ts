import { saveSection, saveSectionSchema } from '@/lib/server/applications/mutations'
import { answerRoute, parseSent, readJson } from '@/lib/server/route'

/** Well above four contacts and the longest description. */
const MAX_BYTES = 4 * 1024 * 1024

type Context = { params: Promise<{ id: string; section: string }> }

export const PUT = (request: Request, { params }: Context) =>
  answerRoute(request, 'applications:write', async (ctx) => {
    const { id, section } = await params
    const body = await readJson(request, MAX_BYTES)
    const result = await saveSection(
      ctx,
      parseSent(saveSectionSchema, { ...Object(body), applicationId: id, section }),
    )
    return Response.json(result, { status: result.ok ? 200 : 409 })
  })
