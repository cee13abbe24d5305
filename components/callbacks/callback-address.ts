import { addressesOf, withQuery } from '@/components/lists/list-address'
import { type CallbackListQuery, callbackList } from '@/lib/domain/callbacks/callback-list-query'
import { routes } from '@/lib/routes'

/** Reads the filter form, where profile and merchant are one choice. */
export function readCallbackForm(fields: URLSearchParams): CallbackListQuery {
  const given = new URLSearchParams(fields)
  const source = given.get('source')
  if (source) {
    const [profileId, ...merchantId] = source.split('~')
    given.set('profile', profileId ?? '')
    if (merchantId.length > 0) given.set('merchant', merchantId.join('~'))
  }
  for (const name of ['min', 'max']) given.set(name, plainAmount(given.get(name) ?? ''))
  return callbackList.read(given)
}

/** What is wrong with typed filters, by field. */
export type FilterProblems = Partial<Record<'to' | 'min' | 'max', string>>

/** The same, without the filters that have a problem: these do not apply, and their fields say why; the others do. */
export function readTypedFilters(fields: URLSearchParams): {
  query: CallbackListQuery
  problems: FilterProblems
} {
  const query = readCallbackForm(fields)
  const { from, to, atLeastMinor, atMostMinor } = query
  const isLost = (name: string, read: number | null) =>
    (fields.get(name) ?? '').trim() !== '' && read === null
  const amount = 'Enter dollars, such as 125.00.'
  const isBackwards = atLeastMinor !== null && atMostMinor !== null && atLeastMinor > atMostMinor
  const endsBefore = from !== null && to !== null && from > to
  return {
    query: { ...query, ...(isBackwards && { atMostMinor: null }), ...(endsBefore && { to: null }) },
    problems: {
      ...(isLost('min', atLeastMinor) && { min: amount }),
      ...(isLost('max', atMostMinor) && { max: amount }),
      ...(isBackwards && { max: 'This is less than the amount before it.' }),
      ...(endsBefore && { to: 'This day is before the first one.' }),
    },
  }
}

/** One value of the source filter: a whole profile, or one merchant of it. */
export const sourceValue = ({
  profileId,
  merchantId,
}: Pick<CallbackListQuery, 'profileId' | 'merchantId'>) =>
  profileId === null ? '' : merchantId === null ? profileId : `${profileId}~${merchantId}`

/** The query as values of the filter form. */
export function formFields(query: CallbackListQuery): string {
  const fields = new URLSearchParams(callbackList.write({ ...query, cursor: null }))
  fields.set('source', sourceValue(query))
  return fields.toString()
}

/** `$1,250.50` as the address has it. Other text stays as it is, and the reader of the address rejects it. */
const plainAmount = (typed: string): string => {
  const text = typed.trim().replace(/^\$\s*/, '')
  return /^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/.test(text) ? text.replaceAll(',', '') : text
}

export const callbackAddress = addressesOf(callbackList, routes.callbacks)

export const exportAddress = (query: CallbackListQuery): string =>
  withQuery(routes.api.callbacksExport, callbackList.write({ ...query, cursor: null }))

/** The address of the current first page with these filters. */
export const liveRowsAddress = (query: CallbackListQuery): string =>
  withQuery(routes.api.callbackLiveRows, callbackList.write({ ...query, cursor: null }))
