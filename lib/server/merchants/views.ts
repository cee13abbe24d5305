import type { BatchStatus } from '@/lib/domain/funding/batch'
import type { Confirmation, Payable } from '@/lib/domain/merchants/confirmation'
import type { LookAlike } from '@/lib/domain/merchants/look-alike'
import type { MerchantState, StoredShare } from '@/lib/domain/merchants/merchant'
import type { MerchantCursor } from '@/lib/domain/merchants/merchant-list-query'
import type { TermsChange } from '@/lib/domain/merchants/terms-changes'
import type { AgeingRow, CallbackListItem } from '@/lib/server/callbacks/views'

/** As a pick list shows it. */
export type MerchantChoice = { merchantId: string; name: string; payable: Payable }

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

export type MerchantListPage = {
  items: MerchantListItem[]
  next: MerchantCursor | null
  previous: MerchantCursor | null
}

export type MerchantListView = MerchantListPage & {
  mayWrite: boolean
  mayConfirm: boolean
  /** Those that whoever looks may confirm. */
  waitingForMe: number
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
  action: string
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
  at: string
  lines: number
  amountMinor: number
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
  /** It waits, and whoever looks cannot be the second person. */
  isOwn: boolean
  /** Of what waits: merchants that it could be taken for. */
  lookAlikes: LookAlike[]
  /** The partner's stage of its application is known, and is not that of a boarded merchant. */
  isBoardingOpen: boolean
  receivers: { id: string; label: string; profileId: string }[]
  maySetReceivers: boolean
  /** Null for whoever may not see the callback log. */
  sales: { count: number; amountMinor: number; latest: CallbackListItem[] } | null
  /** Null for whoever may not see funding. */
  funding: { fundedMinor: number; batches: MerchantBatch[]; ageing: AgeingRow[] } | null
  today: string
  history: MerchantHistoryEntry[]
}

/** A merchant as the page of its application shows it. */
export type ApplicationMerchant = {
  merchantId: string
  name: string
  state: MerchantState
  confirmation: Confirmation
}
