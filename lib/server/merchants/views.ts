import type { MerchantAction } from '@/lib/domain/access/audit-action'
import type { SalesAccount } from '@/lib/domain/callbacks/sales-account'
import type { BatchPurpose, BatchStatus } from '@/lib/domain/funding/batch'
import type { Confirmation, Payable } from '@/lib/domain/merchants/confirmation'
import type { LookAlike } from '@/lib/domain/merchants/look-alike'
import type { MerchantState, StoredShare } from '@/lib/domain/merchants/merchant'
import type { MerchantKey } from '@/lib/domain/merchants/merchant-list-query'
import type { StatementKey } from '@/lib/domain/merchants/statement-query'
import type { TermsChange } from '@/lib/domain/merchants/terms-changes'
import type { CallbackListItem } from '@/lib/server/callbacks/log/views'
import type { ListPage } from '@/lib/server/lists/keyset'
import type { AgeingRow } from '@/lib/server/sales/views'

/** A suggestion in a merchant field. */
export type MerchantChoice = { merchantId: string; name: string; payable: Payable }

/** `areNear`: none of them contains the text; they are similar merchants. */
export type MerchantsToPick = { choices: MerchantChoice[]; areNear: boolean }

export type MerchantListItem = {
  merchantId: string
  name: string
  state: MerchantState
  confirmation: Confirmation
  split: StoredShare[]
  application: { id: string; number: number } | null
  version: number
  /** Who proposed the pending entry or change. */
  proposedBy: string | null
  mayConfirm: boolean
  /** For a pending merchant: those that it could be mistaken for. */
  lookAlikes: LookAlike[]
  updatedAt: string
}

export type MerchantListView = ListPage<MerchantListItem, MerchantKey> & {
  mayWrite: boolean
  mayConfirm: boolean
  /** How many of the merchants that match the filter, on any page, the current person may confirm. */
  mayConfirmFound: number
}

/** Names with the number of merchants for each, most frequent first; `others`: how many names are left out. */
type Named = { named: { name: string; count: number }[]; others: number }

/** What matches a filter and can be confirmed at once, with a summary of merchants on other pages. */
export type FoundPending = {
  merchants: { merchantId: string; version: number }[]
  /** How many are changes to confirmed merchants. */
  changes: number
  /** How many were left out because they look like another merchant. */
  lookAlikes: number
  /** More are pending than can be confirmed at once. */
  hasMore: boolean
  proposers: Named
  /** Other merchants that their default splits pay. */
  payees: Named
}

export type MerchantTermsView = {
  name: string
  state: MerchantState
  split: StoredShare[]
  application: { id: string; number: number; title: string; stage: string | null } | null
}

export type MerchantHistoryEntry = {
  id: number
  at: string
  by: string | null
  action: MerchantAction
  changes: TermsChange[]
  note: string | null
  /** Similar merchants that a person said are different. */
  differsFrom: string[]
}

export type MerchantBatch = {
  id: string
  number: number
  name: string
  status: BatchStatus
  /** Of the whole batch. */
  succeeded: number
  failed: number
  /** Someone closed failed transactions, and no other needs attention. */
  isClosed: boolean
  purpose: BatchPurpose
  at: string
  lines: number
  /** The batch's amount for this merchant, in cents; after sending, the accepted amount. Later batches may change it. */
  amountMinor: number
  /** The approved amount, if the partner accepted another amount; otherwise null. */
  approvedMinor: number | null
  /** How much it changes what the partner holds for this merchant: `+$100.00`; null if the partner held nothing. */
  moved: string | null
}

/** The sales of a merchant in one funding profile. `seesLeft`: whether to show the rest of partly funded sales. */
export type MerchantAccount = SalesAccount & { profileId: string; label: string; seesLeft: boolean }

/** What the partner holds for a merchant in one funding profile: the total in cents, and the number of transactions. */
export type HeldForMerchant = { profileId: string; label: string; transactions: number; amountMinor: number }

/** One change to what the partner holds for a merchant. Amounts in cents. */
export type StatementRow = {
  /** The sequence of its attempt, and the transaction's number in the batch. */
  sequence: number
  transaction: number
  at: string
  /** '' for a transaction that is identified by its reference number alone. */
  id: string
  reference: string
  profileId: string
  /** The sale in the callback log; `amountMinor` is null if the amount is unknown or not in US dollars. */
  sale: { n: number; amountMinor: number | null } | null
  batch: { id: string; number: number; purpose: BatchPurpose }
  wasMinor: number
  /** Negative if money was taken back. */
  changeMinor: number
  /** The later batch that set the amount the partner holds now, and that amount; null if this batch set it. */
  later: { id: string; number: number; heldMinor: number } | null
}

/** Sums of a period, in cents. `transactions` counts each once. */
export type StatementTotals = {
  transactions: number
  paidMinor: number
  takenBackMinor: number
  netMinor: number
}

/** `days`: when a business day begins, in words; `timeZone`: its time zone. */
export type StatementView = ListPage<StatementRow, StatementKey> & {
  merchantId: string
  name: string
  totals: StatementTotals
  today: string
  days: string
  timeZone: string
}

export type MerchantView = MerchantTermsView & {
  merchantId: string
  version: number
  confirmation: Confirmation
  payable: Payable
  proposal: { by: string; at: string; changes: TermsChange[]; terms: MerchantTermsView } | null
  entered: { by: string; at: string }
  confirmed: { by: string; at: string } | null
  /** The names of its payees. */
  names: Record<string, string>
  may: {
    change: boolean
    stop: readonly ('paused' | 'closed')[]
    reactivate: boolean
    confirm: boolean
    withdraw: boolean
  }
  /** It is pending, and the current person cannot be the second person. */
  isOwn: boolean
  /** For a pending merchant: those that it could be mistaken for. */
  lookAlikes: LookAlike[]
  /** The application's stage is known, and is not that of a boarded merchant. */
  isBoardingOpen: boolean
  receivers: { id: string; label: string; profileId: string }[]
  maySetReceivers: boolean
  /** Null for people who may not see the callback log. */
  sales: { accounts: MerchantAccount[]; latest: CallbackListItem[] } | null
  /** Null for people who may not see funding. */
  funding: { held: HeldForMerchant[]; batches: MerchantBatch[]; ageing: AgeingRow[] } | null
  today: string
  history: MerchantHistoryEntry[]
}

/** A merchant as its application's page shows it. */
export type ApplicationMerchant = {
  merchantId: string
  name: string
  state: MerchantState
  confirmation: Confirmation
  /** The receivers for its sales; none for people who may not read callbacks. */
  receivers: { id: string; label: string; profileId: string }[]
}
