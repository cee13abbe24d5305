import { existingMerchantsSchema, findExistingMerchants } from '@/lib/server/applications/import-existing'
import { answerRoute, parseSent, readJson } from '@/lib/server/route'

const MAX_BYTES = 12 * 1024 * 1024

/** Which rows of a file are of merchants that are here already. Reads, and is a POST: it is asked with the file. */
export const POST = (request: Request) =>
  answerRoute(request, 'applications:write', async (ctx) => {
    const input = parseSent(existingMerchantsSchema, await readJson(request, MAX_BYTES))
    return Response.json(await findExistingMerchants(ctx, input))
  })
