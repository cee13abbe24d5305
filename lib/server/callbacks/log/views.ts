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

/** What pages know of callbacks: plain values, moments as ISO text, amounts in cents. */

/** A receiver as a filter and a heading name it. */
export type SourceView = { profileId: string; merchantId: string; label: string }

/** A row of the log. */
export type CallbackListItem = {
  n: number
  receivedAt: string
  profileId: string
  merchantId: string
  /** Of the receiver. */
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
  /** Cents of a funded sale that nobody got; null where nothing is left. */
  leftMinor: number | null
  /** Of `unfunded`: who gets it by the directory, by name; null where nobody knows, and for whoever sees no funding. */
  payees: string | null
  /** Of `in-batch` and `funded`. */
  batch: SaleBatch | null
  /** Of `unfunded`: where the partner refused it with a code that no retry can help; null where it did not. */
  refused: RefusedSale | null
  /** The payment link that it came by, and what that asked for (cents). */
  linkN: number | null
  linkAmountMinor: number | null
  tranType: string
  /** What is decided about it is decided on this version of it. */
  version: number
}

export type CallbackListPage = ListPage<CallbackListItem, CallbackKey>

/** `conflicts` and `anomalies` (what names no transaction among them) wait for somebody; counted no further than 1,000. */
export type CallbackCounts = { conflicts: number; anomalies: number; unfunded: number }

export type CallbackListView = CallbackListPage & {
  counts: CallbackCounts
  /**
   * How many events the filters find, counted no further than 10,001: asked only where they ask for unfunded sales
   * and nothing else of `funding`, since all of those can be chosen at once. Null else.
   */
  matching: number | null
  /** Those of them that can be funded, and their cents; null as `matching` is. */
  matchingFundable: { sales: number; amountMinor: number } | null
  sources: readonly SourceView[]
  profiles: readonly ProfileView[]
  /** Whether they may see what was funded. */
  seesMoney: boolean
  mayFund: boolean
  mayReprocess: boolean
  /** Where nothing can come in yet. */
  hasKeys: boolean
  /** Which business day runs, and how the days of its filters are meant. */
  days: { today: IsoDate; words: string }
}

/** Pages beside the log that the reader may open: settings of receivers, batches, the sandbox's callbacks, payment links. */
export type CallbackWays = { receivers: boolean; batches: boolean; sandbox: boolean; links: boolean }

/** What the live page asks for: the first page as it stands now; `more` where older ones follow. */
export type CallbackLiveRows = { items: CallbackListItem[]; more: boolean; counts: CallbackCounts }

/** One field as it came, and what the desk made of it. */
export type CallbackFieldView = {
  name: string
  /** As it came, whole. */
  text: string
  /** Null for a field that the interface does not show. */
  label: string | null
  explanation: string | null
  /** In words or a uniform form, where that is another one than the text; null else. */
  reading: string | null
  manner: ReadingManner
}

export type DeliveryView = {
  n: number
  receivedAt: string
  address: string
  kind: DeliveryKind | null
  redactions: readonly Redaction[]
  /** Its content is the one that stands. */
  stands: boolean
  /** As text; bytes that are none are shown as U+FFFD. */
  body: string
  fields: readonly CallbackFieldView[]
}

/** A person, when, and why. */
export type Said = { by: string; at: string; note: string }

export type CallbackEventView = CallbackListItem & {
  tranDate: string
  /** Latest first; the first 100 of them and how many there are are `deliveries`. */
  deliveryList: readonly DeliveryView[]
  /** The fields in which the deliveries of a conflict differ, with each delivery's text. */
  differences: readonly { name: string; texts: readonly { n: number; text: string | null }[] }[]
  /** Every batch that has or had it, latest first. */
  batches: readonly NamedBatch[]
  /** What the partner holds for it, the largest amount first; null for whoever may not see funding. */
  held: readonly HeldAmount[] | null
  outside: Said | null
  /** Who said which content of a conflict stands. */
  resolved: Said | null
  /** Who set the amount. */
  amountSet: Said | null
  /** Why nobody can set, change or take back the amount now; null where somebody can. */
  whyAmountStands: string | null
  /** Who counted it as a sale though its type names none. */
  countedAsSale: Said | null
  mayCountAsSale: boolean
  mayTakeBackSale: boolean
  /** Who closed it; counts while its state is `closed`. */
  closed: Said | null
  forwards: readonly ForwardView[]
  /** `amountMinor`: what the amount is from then on, where the entry says so (cents). */
  history: readonly {
    at: string
    by: string | null
    action: string
    note: string | null
    amountMinor: number | null
  }[]
  /** Other payments of its payment link, latest first; a few of them. */
  alsoPaid: readonly { n: number; tranId: string }[]
  mayFund: boolean
  mayReprocess: boolean
  maySetAmount: boolean
}
