import type { PaymentLinkState } from '@/lib/domain/callbacks/payment-link'
import type { ProfileView } from '@/lib/domain/funding/check-batch'
import type { CallbackListItem } from '@/lib/server/callbacks/log/views'

/** What was typed for a payment link; `amount` is US dollars as people type them. */
export type PaymentLinkValues = { profileId: string; amount: string; invoice: string; reference: string }
export type PaymentLinkField = keyof PaymentLinkValues

/** The link that was made and kept, or what is wrong at which field. `earlier`: the link that has the reference. */
export type MadePaymentLink =
  | { ok: true; n: number }
  | { ok: false; problems: Partial<Record<PaymentLinkField, string>>; earlier: number | null }

/** A payment link that was kept. */
export type PaymentLinkItem = {
  n: number
  profileId: string
  /** Cents that it asks for. */
  amountMinor: number
  invoiceNumber: string
  reference: string
  link: string
  by: string
  createdAt: string
  state: PaymentLinkState
  /** Approved sales that came back by it, latest first. */
  sales: readonly Pick<CallbackListItem, 'n' | 'tranId' | 'amountMinor' | 'amountText' | 'currencyCode'>[]
}

export type PaymentLinkPage = {
  items: readonly PaymentLinkItem[]
  /** The last one shown, where older ones follow. */
  older: number | null
}

export type PaymentLinkView = {
  /** Those that a link can be made for; none while no payment page is known. */
  profiles: readonly ProfileView[]
  /** The link that the address names, with what came back by it, latest first. */
  opened: { link: PaymentLinkItem; sales: readonly CallbackListItem[] } | null
  links: PaymentLinkPage
  /** Older than these, as the address asks. */
  before: number | null
  /** A reference that no link has, for the next one. */
  proposed: string
}
