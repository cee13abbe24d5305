import type { CallbackKey } from '@/lib/domain/callbacks/callback-list-query'
import type {
  Anomaly,
  DeliveryKind,
  EventState,
  FundingStatus,
  Redaction,
} from '@/lib/domain/callbacks/event'
import type { ReadingManner } from '@/lib/domain/callbacks/readings'
import type { ProfileView } from '@/lib/domain/funding/check-batch'
import type { HeldAmount } from '@/lib/domain/funding/held'
import type { IsoDate } from '@/lib/domain/values/calendar'
import type { ForwardView } from '@/lib/server/callbacks/forwarding/views'
import type { ListPage } from '@/lib/server/lists/keyset'
import type { NamedBatch, RefusedSale, SaleBatch } from '@/lib/server/sales/views'

/** What pages show of callbacks: plain values, times as ISO text, amounts in cents. */

/** A receiver as filters and headings show it. */
export type SourceView = { profileId: string; merchantId: string; label: string }

/** A row of the log. */
export type CallbackListItem = {
  n: number
  receivedAt: string
  profileId: string
  merchantId: string
  /** The receiver's label. */
  label: string
  tranId: string | null
  state: EventState
  anomalies: readonly Anomaly[]
  deliveries: number
  respCode: string
  amountText: string
  amountMinor: number | null
  currencyCode: string
  account: string
  invoiceNumber: string
  clientRefNumber: string
  funding: FundingStatus
  /** Cents of a funded sale that no one has got; null if nothing is left. */
  leftMinor: number | null
  /** For `unfunded`: the payees' names, by the directory; null if unknown, and for users who cannot see funding. */
  payees: string | null
  /** For `in-batch` and `funded`. */
  batch: SaleBatch | null
  /** For `unfunded`: where the partner refused it for good; otherwise null. */
  refused: RefusedSale | null
  /** The payment link that was used, and its amount in cents. */
  linkN: number | null
  linkAmountMinor: number | null
  tranType: string
  /** Decisions name this version. */
  version: number
}

export type CallbackListPage = ListPage<CallbackListItem, CallbackKey>

/** `conflicts` and `anomalies` (which include callbacks without a transaction) need a person. Counted up to 1,000. */
export type CallbackCounts = { conflicts: number; anomalies: number; unfunded: number }

export type CallbackListView = CallbackListPage & {
  counts: CallbackCounts
  /**
   * How many events the filters find, counted up to 10,001. Only if they ask for unfunded sales and no other funding
   * status, because those can all be selected at once; otherwise null.
   */
  matching: number | null
  /** How many of them can be funded, and their total in cents; null if `matching` is null. */
  matchingFundable: { sales: number; amountMinor: number } | null
  sources: readonly SourceView[]
  profiles: readonly ProfileView[]
  /** Whether the user may see what was funded. */
  seesMoney: boolean
  mayFund: boolean
  mayReprocess: boolean
  /** False if no callback can arrive yet. */
  hasKeys: boolean
  /** The current business day, and how the days of the filters are defined. */
  days: { today: IsoDate; words: string }
}

/** Other pages that the user may open: receiver settings, batches, sandbox callbacks, payment links. */
export type CallbackWays = { receivers: boolean; batches: boolean; sandbox: boolean; links: boolean }

/** The live page's first page; `more`: there are older events. */
export type CallbackLiveRows = { items: CallbackListItem[]; more: boolean; counts: CallbackCounts }

/** One field as received, and how the desk reads it. */
export type CallbackFieldView = {
  name: string
  /** The whole text as received. */
  text: string
  /** Null for a field that is not in the interface. */
  label: string | null
  explanation: string | null
  /** The reading in words or a standard form; null if it equals the text. */
  reading: string | null
  manner: ReadingManner
}

export type DeliveryView = {
  n: number
  receivedAt: string
  address: string
  kind: DeliveryKind | null
  redactions: readonly Redaction[]
  /** Its content is the one that counts. */
  stands: boolean
  /** As text; invalid bytes are shown as U+FFFD. */
  body: string
  fields: readonly CallbackFieldView[]
}

/** A person, when, and why. */
export type Said = { by: string; at: string; note: string }

export type CallbackEventView = CallbackListItem & {
  tranDate: string
  /** Latest first, at most about 100; `deliveries` is the full count. */
  deliveryList: readonly DeliveryView[]
  /** The fields in which the deliveries of a conflict differ, with each delivery's text. */
  differences: readonly { name: string; texts: readonly { n: number; text: string | null }[] }[]
  /** Every batch that has or had the sale, latest first. */
  batches: readonly NamedBatch[]
  /** What the partner holds for the sale, largest amount first; null for users who cannot see funding. */
  held: readonly HeldAmount[] | null
  outside: Said | null
  /** Who chose the content that counts in a conflict. */
  resolved: Said | null
  /** Who set the amount. */
  amountSet: Said | null
  /** Why no one can set, change or remove the amount now; null if someone can. */
  whyAmountStands: string | null
  /** Who counted it as a sale although its type does not say so. */
  countedAsSale: Said | null
  mayCountAsSale: boolean
  mayTakeBackSale: boolean
  /** Who closed it; meaningful while its state is `closed`. */
  closed: Said | null
  forwards: readonly ForwardView[]
  /** `amountMinor`: the amount in cents that the entry set, if any. */
  history: readonly {
    at: string
    by: string | null
    action: string
    note: string | null
    amountMinor: number | null
  }[]
  /** Some other payments of its payment link, latest first. */
  alsoPaid: readonly { n: number; tranId: string }[]
  mayFund: boolean
  mayReprocess: boolean
  maySetAmount: boolean
}
