import type { Confirmation } from './confirmation'
import type { MerchantState } from './merchant'

export const MERCHANT_STATE_LABELS: Readonly<
  Record<MerchantState, { label: string; tone: 'good' | 'warn' | 'neutral' }>
> = {
  active: { label: 'Active', tone: 'good' },
  paused: { label: 'Paused', tone: 'warn' },
  closed: { label: 'Closed', tone: 'neutral' },
}

/** Null if there is nothing to show. */
export const CONFIRMATION_LABELS: Readonly<Record<Confirmation, string | null>> = {
  new: 'Pending confirmation',
  rejected: 'Rejected',
  change: 'Change pending',
  confirmed: null,
}
