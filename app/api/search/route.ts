import { answerRoute, readJson } from '@/lib/server/route'
import { readSearch, searchApplications } from '@/lib/server/search/search-applications'
import { type FoundRecords, findMerchants } from '@/lib/server/search/search-merchants'

/** Far more than the longest text that is searched for. */
const MAX_BYTES = 64 * 1024

/**
 * Reads, and is a POST all the same: people paste tax ids into a search, and an address is written down by
 * every proxy on the way.
 */
export const POST = (request: Request) =>
  answerRoute(request, 'applications:read', async (ctx) => {
    const search = readSearch(await readJson(request, MAX_BYTES))
    const [applications, merchants] = await Promise.all([
      searchApplications(ctx, search),
      findMerchants(ctx, search),
    ])
    return Response.json({ ...applications, merchants } satisfies FoundRecords)
  })
