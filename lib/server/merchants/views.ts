import type { MerchantAction } from '@/lib/domain/access/audit-action'
import type { SalesAccount } from '@/lib/domain/callbacks/sales-account'
import type { BatchPurpose, BatchStatus } from '@/lib/domain/funding/batch'
import type { Confirmation, Payable } from '@/lib/domain/merchants/confirmation'
import type { LookAlike } from '@/lib/domain/merchants/look-alike'
import type { MerchantState, StoredShare } from '@/lib/domain/merchants/merchant'
import type { MerchantKey } from '@/lib/domain/merchants/merchant-list-query'
import type { TermsChange } from '@/lib/domain/merchants/terms-changes'
import type { CallbackListItem } from '@/lib/server/callbacks/log/views'
import type { ListPage } from '@/lib/server/lists/keyset'
import type { AgeingRow } from '@/lib/server/sales/views'

/** As a pick list shows it. */
export type MerchantChoice = { merchantId: string; name: string; payable: Payable }

/** `areNear`: none of them has the text, and they are what it could have meant. */
export type MerchantsToPick = { choices: MerchantChoice[]; areNear: boolean }

export type MerchantListItem = {
  merchantId: string
  name: string
  state: MerchantState
  confirmation: Confirmation
  split: StoredShare[]
  application: { id: string; number: number } | null
  version: number
  /** What waits, for whom it waits. */
  proposedBy: string | null
  mayConfirm: boolean
  /** Of what waits: merchants that it could be taken for. */
  lookAlikes: LookAlike[]
  updatedAt: string
}

export type MerchantListView = ListPage<MerchantListItem, MerchantKey> & {
  mayWrite: boolean
  mayConfirm: boolean
  /** Of those that the filter finds, on whichever page: how many whoever looks may confirm. */
  mayConfirmFound: number
}

/** Names with how many merchants each stands for, those of most first; `others`: how many names are left out. */
type Named = { named: { name: string; count: number }[]; others: number }

/** What a filter finds that can be confirmed at once, and what tells of those that are not on the page. */
export type FoundPending = {
  merchants: { merchantId: string; version: number }[]
  /** How many of them are changes, and no new merchants. */
  changes: number
  /** Left out, because each is to be told apart from another merchant first. */
  lookAlikes: number
  /** More wait than are confirmed at once. */
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
  /** Those that look like it, and that were said to be other merchants. */
  differsFrom: string[]
}

export type MerchantBatch = {
  id: string
  number: number
  name: string
  status: BatchStatus
  /** Transactions of the whole batch. */
  succeeded: number
  failed: number
  purpose: BatchPurpose
  at: string
  lines: number
  /** What the batch says for this merchant, in cents; what the partner holds may be less, or newer. */
  amountMinor: number
  /** What it changes of what the partner holds for this merchant: `+$100.00`; null where it held nothing. */
  moved: string | null
}

/** The sales of a merchant in one funding profile. `seesLeft`: what is left of partly funded sales has a line. */
export type MerchantAccount = SalesAccount & { profileId: string; label: string; seesLeft: boolean }

/** What the partner holds for a merchant in one funding profile: cents, and the transactions that they are of. */
export type HeldForMerchant = { profileId: string; label: string; transactions: number; amountMinor: number }

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
  /** It waits, and whoever looks cannot be the second person. */
  isOwn: boolean
  /** Of what waits: merchants that it could be taken for. */
  lookAlikes: LookAlike[]
  /** The partner's stage of its application is known, and is not that of a boarded merchant. */
  isBoardingOpen: boolean
  receivers: { id: string; label: string; profileId: string }[]
  maySetReceivers: boolean
  /** Null for whoever may not see the callback log. */
  sales: { accounts: MerchantAccount[]; latest: CallbackListItem[] } | null
  /** Null for whoever may not see funding. */
  funding: { held: HeldForMerchant[]; batches: MerchantBatch[]; ageing: AgeingRow[] } | null
  today: string
  history: MerchantHistoryEntry[]
}

/** A merchant as the page of its application shows it. */
export type ApplicationMerchant = {
  merchantId: string
  name: string
  state: MerchantState
  confirmation: Confirmation
  /** That report its sales; none for whoever may not read callbacks. */
  receivers: { id: string; label: string; profileId: string }[]
}
