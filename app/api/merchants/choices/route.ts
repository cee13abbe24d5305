import { MAX_LIST_TEXT, plainText } from '@/lib/domain/lists/list-query'
import { listMerchantsForPicker } from '@/lib/server/merchants/list'
import { answerRoute, readJson } from '@/lib/server/route'
import { readSearch } from '@/lib/server/search/search-applications'

const MAX_BYTES = 64 * 1024

/** Merchants to choose from. A POST for the same reason as the palette's search. */
export const POST = (request: Request) =>
  answerRoute(request, 'merchants:read', async ({ db }) => {
    const { text } = readSearch(await readJson(request, MAX_BYTES))
    return Response.json(await listMerchantsForPicker(db, plainText(text, MAX_LIST_TEXT)))
  })
