import { type IsoDate, parseDate } from '@/lib/domain/values/calendar'
import { truncateCardNumbers } from '@/lib/domain/values/card-number'
import { decimalCents } from '@/lib/domain/values/money'
import { EVENT_STATES, type EventState, FUNDING_STANDINGS, type FundingStanding } from './event'

/** What of the callback log stands in its address. */
export type CallbackListQuery = {
  /** A whole identifier, in any case; of a card number its last four digits. */
  search: string
  states: readonly EventState[]
  funding: readonly FundingStanding[]
  profileId: string | null
  /** Only together with a profile; '' for what came for the profile as a whole. */
  merchantId: string | null
  /** Days of receipt, both included, in UTC. */
  from: IsoDate | null
  to: IsoDate | null
  /** Cents, both included. */
  atLeastMinor: number | null
  atMostMinor: number | null
  /** Told of more than once. */
  repeated: boolean
  /** Funded for less than its amount. */
  short: boolean
  place: CallbackPlace | null
}

/** The log's key: when it was received, and in which order. */
export type CallbackCursor = { receivedAt: Date; n: number }
/** Where a page of the log begins: at what is older, or newer, than this event. */
export type CallbackPlace = CallbackCursor & { side: 'older' | 'newer' }

export const ALL_CALLBACKS: CallbackListQuery = {
  search: '',
  states: [],
  funding: [],
  profileId: null,
  merchantId: null,
  from: null,
  to: null,
  atLeastMinor: null,
  atMostMinor: null,
  repeated: false,
  short: false,
  place: null,
}

/** Longer than any identifier that is searched for. */
export const MAX_CALLBACK_SEARCH = 255

/** Reads an address that anybody may have written: what is unknown or broken is left out. */
export function readCallbackListQuery(params: URLSearchParams): CallbackListQuery {
  const one = (name: string) => plainText(params.get(name) ?? '')
  const several = <T extends string>(name: string, known: readonly T[]): T[] => {
    const given = new Set(params.getAll(name))
    return known.filter((value) => given.has(value))
  }
  const profileId = one('profile') || null
  return {
    search: cleanCallbackSearch(one('q')),
    states: several('state', EVENT_STATES),
    funding: several('funding', FUNDING_STANDINGS),
    profileId,
    merchantId: profileId !== null && params.has('merchant') ? one('merchant') : null,
    from: readDay(one('from')),
    to: readDay(one('to')),
    atLeastMinor: readAmountMinor(one('min')),
    atMostMinor: readAmountMinor(one('max')),
    repeated: one('repeated') === '1',
    short: one('short') === '1',
    place: readPlace('older', one('after')) ?? readPlace('newer', one('before')),
  }
}

/** The query of the address, without its `?`; empty where nothing is asked for. */
export function writeCallbackListQuery(query: Partial<CallbackListQuery>): string {
  const params = new URLSearchParams()
  if (query.search) params.set('q', query.search)
  for (const state of query.states ?? []) params.append('state', state)
  for (const funding of query.funding ?? []) params.append('funding', funding)
  if (query.profileId) {
    params.set('profile', query.profileId)
    if (query.merchantId != null) params.set('merchant', query.merchantId)
  }
  if (query.from) params.set('from', query.from)
  if (query.to) params.set('to', query.to)
  if (query.atLeastMinor != null) params.set('min', centsText(query.atLeastMinor))
  if (query.atMostMinor != null) params.set('max', centsText(query.atMostMinor))
  if (query.repeated) params.set('repeated', '1')
  if (query.short) params.set('short', '1')
  if (query.place) {
    const { side, receivedAt, n } = query.place
    params.set(side === 'older' ? 'after' : 'before', `${receivedAt.toISOString()}~${n}`)
  }
  return params.toString()
}

/** Whether anything is left out of the log. */
export const isCallbackListFiltered = (query: CallbackListQuery): boolean =>
  writeCallbackListQuery({ ...query, place: null }) !== ''

/**
 * A search as it may stand in an address and in the audit log: of a whole card number only the last four digits stay,
 * by which its sales are found.
 */
export function cleanCallbackSearch(text: string): string {
  const cut = truncateCardNumbers(text)
  return cut === text ? text : cut.replace(/\*+(?=\d{4})/g, '')
}

/** PostgreSQL takes no NUL in a text. */
const plainText = (text: string): string =>
  text.replaceAll('\u0000', '').toWellFormed().trim().slice(0, MAX_CALLBACK_SEARCH)

const readDay = (text: string): IsoDate | null => (parseDate(text) === text ? text : null)

/** `12`, `12.5` and `12.50` are the same amount, in cents. */
function readAmountMinor(text: string): number | null {
  const [, whole = '', part = ''] = /^(\d{1,11})(?:\.(\d{1,2}))?$/.exec(text) ?? []
  return whole === '' ? null : Number(`${whole}${part.padEnd(2, '0')}`)
}

const centsText = (amountMinor: number): string => decimalCents(BigInt(amountMinor))

function readPlace(side: CallbackPlace['side'], text: string): CallbackPlace | null {
  const [moment = '', n = ''] = text.split('~', 2)
  const isMoment =
    /^[1-9]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(moment) && !Number.isNaN(Date.parse(moment))
  return isMoment && /^[1-9]\d{0,14}$/.test(n) ? { side, receivedAt: new Date(moment), n: Number(n) } : null
}
