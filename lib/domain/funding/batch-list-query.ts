import { BATCH_STATUSES, type BatchStatus } from './batch'

/** What of the list of batches stands in its address. */
export type BatchListQuery = {
  /** A number, a part of the name, or a whole transaction id, reference number or merchant id. */
  search: string
  statuses: readonly BatchStatus[]
  profileId: string | null
  /** Made by whoever looks. */
  mine: boolean
  /** Of unknown outcome, or stopped with something left to do. */
  attention: boolean
  place: BatchPlace | null
}

export type BatchCursor = { updatedAt: Date; id: string }
/** Where a page of the list begins: at what is older, or newer, than this batch. */
export type BatchPlace = BatchCursor & { side: 'older' | 'newer' }

export const ALL_BATCHES: BatchListQuery = {
  search: '',
  statuses: [],
  profileId: null,
  mine: false,
  attention: false,
  place: null,
}

/** Longer than any name or identifier that could be found. */
export const MAX_BATCH_SEARCH = 255

/** Reads an address that anybody may have written: what is unknown or broken is left out. */
export function readBatchListQuery(params: URLSearchParams): BatchListQuery {
  const given = new Set(params.getAll('status'))
  return {
    search: plainText(params.get('q') ?? ''),
    statuses: BATCH_STATUSES.filter((status) => given.has(status)),
    profileId: plainText(params.get('profile') ?? '') || null,
    mine: params.get('mine') === '1',
    attention: params.get('attention') === '1',
    place: readPlace('older', params.get('after') ?? '') ?? readPlace('newer', params.get('before') ?? ''),
  }
}

/** The query of the address, without its `?`; empty where nothing is asked for. */
export function writeBatchListQuery(query: Partial<BatchListQuery>): string {
  const params = new URLSearchParams()
  if (query.search) params.set('q', query.search)
  for (const status of query.statuses ?? []) params.append('status', status)
  if (query.profileId) params.set('profile', query.profileId)
  if (query.mine) params.set('mine', '1')
  if (query.attention) params.set('attention', '1')
  if (query.place) {
    const { side, updatedAt, id } = query.place
    params.set(side === 'older' ? 'after' : 'before', `${updatedAt.toISOString()}~${id}`)
  }
  return params.toString()
}

/** Whether anything is left out of the list. */
export const isBatchListFiltered = (query: BatchListQuery): boolean =>
  writeBatchListQuery({ ...query, place: null }) !== ''

/** PostgreSQL takes no NUL in a text. */
const plainText = (text: string): string =>
  text.replaceAll('\u0000', '').toWellFormed().trim().slice(0, MAX_BATCH_SEARCH)

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function readPlace(side: BatchPlace['side'], text: string): BatchPlace | null {
  const [moment = '', id = ''] = text.split('~', 2)
  const isMoment =
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(moment) && !Number.isNaN(Date.parse(moment))
  return isMoment && UUID.test(id) ? { side, updatedAt: new Date(moment), id } : null
}
