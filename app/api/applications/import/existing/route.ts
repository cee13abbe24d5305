import { existingMerchantsSchema, findExistingMerchants } from '@/lib/server/applications/import-existing'
import { answerRoute, parseSent, readJson } from '@/lib/server/route'

const MAX_BYTES = 12 * 1024 * 1024

/**
 * Which rows of a file are merchants that are already here. A POST although it only reads, because it takes the
 * file.
 */
export const POST = (request: Request) =>
  answerRoute(request, 'applications:write', async (ctx) => {
    const input = parseSent(existingMerchantsSchema, await readJson(request, MAX_BYTES))
    return Response.json(await findExistingMerchants(ctx, input))
  })
