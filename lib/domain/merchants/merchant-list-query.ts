import { MERCHANT_STATES, type MerchantState } from './merchant'

/** What of the merchant directory stands in its address. */
export type MerchantListQuery = {
  /** Part of a name or an id. */
  search: string
  state: MerchantState | null
  /** Those that wait for a second person; `mine`: those that whoever looks may confirm. */
  waiting: 'all' | 'mine' | null
  place: MerchantPlace | null
}

/** The directory’s key: the name in whatever capitals, then the id. */
export type MerchantCursor = { name: string; merchantId: string }
export type MerchantPlace = MerchantCursor & { side: 'next' | 'previous' }

export const ALL_MERCHANTS: MerchantListQuery = { search: '', state: null, waiting: null, place: null }

export const MAX_MERCHANT_SEARCH = 120

/** Reads an address that anybody may have written: what is unknown or broken is left out. */
export function readMerchantListQuery(params: URLSearchParams): MerchantListQuery {
  const waiting = params.get('waiting')
  return {
    search: plainText(params.get('q') ?? '').slice(0, MAX_MERCHANT_SEARCH),
    state: MERCHANT_STATES.find((state) => state === params.get('state')) ?? null,
    waiting: waiting === 'all' || waiting === 'mine' ? waiting : null,
    place: readPlace('next', params.get('after')) ?? readPlace('previous', params.get('before')),
  }
}

/** The query of the address, without its `?`; empty where nothing is asked for. */
export function writeMerchantListQuery(query: Partial<MerchantListQuery>): string {
  const params = new URLSearchParams()
  if (query.search) params.set('q', query.search)
  if (query.state) params.set('state', query.state)
  if (query.waiting) params.set('waiting', query.waiting)
  if (query.place) {
    const { side, name, merchantId } = query.place
    params.set(side === 'next' ? 'after' : 'before', JSON.stringify([name, merchantId]))
  }
  return params.toString()
}

/** Whether anything is left out of the list. */
export const isMerchantListFiltered = (query: MerchantListQuery): boolean =>
  writeMerchantListQuery({ ...query, place: null }) !== ''

/** PostgreSQL takes no NUL in a text. */
const plainText = (text: string): string => text.replaceAll('\u0000', '').toWellFormed().trim()

function readPlace(side: MerchantPlace['side'], text: string | null): MerchantPlace | null {
  if (!text || text.length > 1_000) return null
  try {
    const key: unknown = JSON.parse(text)
    if (!Array.isArray(key) || key.length !== 2) return null
    const [name, merchantId] = key
    if (typeof name !== 'string' || typeof merchantId !== 'string') return null
    return { side, name: plainText(name), merchantId: plainText(merchantId) }
  } catch {
    return null
  }
}
