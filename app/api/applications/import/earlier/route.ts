import { findEarlierImport, sameFileSchema } from '@/lib/server/applications/import'
import { answerRoute, parseSent, readJson } from '@/lib/server/route'

const MAX_BYTES = 12 * 1024 * 1024

/** Whether the same file was imported before. A POST although it only reads, because it takes the file. */
export const POST = (request: Request) =>
  answerRoute(request, 'applications:write', async (ctx) => {
    const { text } = parseSent(sameFileSchema, await readJson(request, MAX_BYTES))
    return Response.json({ earlier: await findEarlierImport(ctx, text) })
  })
