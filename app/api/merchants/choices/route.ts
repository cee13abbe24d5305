import { listMerchantsForPicker } from '@/lib/server/merchants/list'
import { answerRoute, readJson } from '@/lib/server/route'
import { readSearch } from '@/lib/server/search/search-applications'

const MAX_BYTES = 64 * 1024

/** Merchants to pick from; a POST as the search of the command palette is, for what people paste. */
export const POST = (request: Request) =>
  answerRoute(request, 'merchants:read', async ({ db }) => {
    const { text } = readSearch(await readJson(request, MAX_BYTES))
    return Response.json(await listMerchantsForPicker(db, text.replaceAll('\u0000', '').toWellFormed()))
  })
