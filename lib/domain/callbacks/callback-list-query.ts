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
 * A search as it may stand in an address and in the audit log: of a whole card number only the last four digits stay,
 * by which its sales are found.
 */
export function cleanCallbackSearch(text: string): string {
  const cut = truncateCardNumbers(text)
  return cut === text ? text : cut.replace(/\*+(?=\d{4})/g, '')
}

const profile = anyText('profile')
const merchant = anyText('merchant')

/** Only together with a profile; '' for what came for the profile as a whole. */
const merchantOfProfile: ListField<string | null> = {
  ...merchant,
  read: (params) =>
    profile.read(params) !== null && params.has('merchant') ? (merchant.read(params) ?? '') : null,
  write: (merchantId) => (merchantId === null ? [] : [['merchant', merchantId]]),
}

/** What of the callback log stands in its address. */
export const callbackList = defineListQuery(
  {
    /** As `searchedId` reads it; of a card number its last four digits. */
    search: searchText('q', { clean: cleanCallbackSearch }),
    states: several('state', EVENT_STATES),
    funding: several('funding', FUNDING_STATUSES),
    /** What of unfunded sales can be funded, and where the batches of others stand. */
    stages: several('stage', SALE_STAGES),
    profileId: profile,
    merchantId: merchantOfProfile,
    /** Business days of receipt, both included. */
    from: day('from'),
    to: day('to'),
    /** Cents, both included. */
    atLeastMinor: cents('min'),
    atMostMinor: cents('max'),
    /** Told of more than once. */
    repeated: flag('repeated'),
    /** Funded for less than its amount. */
    short: flag('short'),
  },
  { receivedAt: moment, n: serial },
)

export type CallbackListQuery = QueryOf<typeof callbackList>
/** The log's key: when it was received, and in which order. */
export type CallbackKey = KeyOf<typeof callbackList>
