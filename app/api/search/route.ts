import { answerRoute, readJson } from '@/lib/server/route'
import { readSearch } from '@/lib/server/search/search-applications'
import { searchRecords } from '@/lib/server/search/search-records'

/** Far more than anyone types into a search. */
const MAX_BYTES = 64 * 1024

/**
 * A POST although it only reads: people paste tax IDs into a search, and proxies log the addresses of GET requests.
 */
export const POST = (request: Request) =>
  answerRoute(request, 'applications:read', async (ctx) =>
    Response.json(await searchRecords(ctx, readSearch(await readJson(request, MAX_BYTES)))),
  )
