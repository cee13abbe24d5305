import { answerRoute, readJson } from '@/lib/server/route'
import { readSearch } from '@/lib/server/search/search-applications'
import { searchRecords } from '@/lib/server/search/search-records'

/** Far more than the longest text that is searched for. */
const MAX_BYTES = 64 * 1024

/**
 * Reads, and is a POST all the same: people paste tax ids into a search, and an address is written down by
 * every proxy on the way.
 */
export const POST = (request: Request) =>
  answerRoute(request, 'applications:read', async (ctx) =>
    Response.json(await searchRecords(ctx, readSearch(await readJson(request, MAX_BYTES)))),
  )
