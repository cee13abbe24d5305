import type { PaymentLinkState } from '@/lib/domain/callbacks/payment-link'
import type { ProfileView } from '@/lib/domain/funding/check-batch'
import type { CallbackListItem } from '@/lib/server/callbacks/log/views'

/** The fields entered for a payment link; `amount` is US dollars as typed. */
export type PaymentLinkValues = { profileId: string; amount: string; invoice: string; reference: string }
export type PaymentLinkField = keyof PaymentLinkValues

/** The stored link, or what is wrong with which field. `earlier`: the link that already has the reference. */
export type MadePaymentLink =
  | { ok: true; n: number }
  | { ok: false; problems: Partial<Record<PaymentLinkField, string>>; earlier: number | null }

/** A stored payment link. */
export type PaymentLinkItem = {
  n: number
  profileId: string
  /** The amount due, in cents. */
  amountMinor: number
  invoiceNumber: string
  reference: string
  link: string
  by: string
  createdAt: string
  state: PaymentLinkState
  /** Approved sales paid through the link, latest first. */
  sales: readonly Pick<CallbackListItem, 'n' | 'tranId' | 'amountMinor' | 'amountText' | 'currencyCode'>[]
}

export type PaymentLinkPage = {
  items: readonly PaymentLinkItem[]
  /** The last link shown, if there are older ones. */
  older: number | null
}

export type PaymentLinkView = {
  /** Profiles that a link can be made for; none if no payment page is configured. */
  profiles: readonly ProfileView[]
  /** The link in the page's URL, with its sales, latest first. */
  opened: { link: PaymentLinkItem; sales: readonly CallbackListItem[] } | null
  links: PaymentLinkPage
  /** The page's URL asks for links before this number. */
  before: number | null
  /** A proposed reference for the next link. */
  proposed: string
}
