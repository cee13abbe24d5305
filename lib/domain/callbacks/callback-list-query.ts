import {
  anyText,
  cents,
  day,
  defineListQuery,
  flag,
  type KeyOf,
  type ListField,
  moment,
  type QueryOf,
  searchText,
  serial,
  several,
} from '@/lib/domain/lists/list-query'
import { truncateCardNumbers } from '@/lib/domain/values/card-number'
import { EVENT_STATES, FUNDING_STATUSES } from './event'
import { SALE_STAGES } from './sale-stage'

/**
 * Cleans a search term for the URL and the audit log: a full card number keeps only its last four digits, which still
 * find its sales.
 */
export function cleanCallbackSearch(text: string): string {
  const cut = truncateCardNumbers(text)
  return cut === text ? text : cut.replace(/\*+(?=\d{4})/g, '')
}

const profile = anyText('profile')
const merchant = anyText('merchant')

/** Only with a profile; '' means callbacks for the profile as a whole. */
const merchantOfProfile: ListField<string | null> = {
  ...merchant,
  read: (params) =>
    profile.read(params) !== null && params.has('merchant') ? (merchant.read(params) ?? '') : null,
  write: (merchantId) => (merchantId === null ? [] : [['merchant', merchantId]]),
}

/** The callback log's query, as kept in its URL. */
export const callbackList = defineListQuery(
  {
    /** Read by `searchedId`; a card number keeps its last four digits. */
    search: searchText('q', { clean: cleanCallbackSearch }),
    states: several('state', EVENT_STATES),
    funding: several('funding', FUNDING_STATUSES),
    /** Splits unfunded sales by whether they can be funded, and sales in a batch by the batch's progress. */
    stages: several('stage', SALE_STAGES),
    profileId: profile,
    merchantId: merchantOfProfile,
    /** Business days of receipt, inclusive. */
    from: day('from'),
    to: day('to'),
    /** Cents, inclusive. */
    atLeastMinor: cents('min'),
    atMostMinor: cents('max'),
    /** Delivered more than once. */
    repeated: flag('repeated'),
    /** Funded for less than the sale's amount. */
    short: flag('short'),
  },
  { receivedAt: moment, n: serial },
)

export type CallbackListQuery = QueryOf<typeof callbackList>
/** The sort key of the log: time of receipt, and direction. */
export type CallbackKey = KeyOf<typeof callbackList>
