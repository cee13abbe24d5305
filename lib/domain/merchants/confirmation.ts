import type { MerchantState, MerchantTerms } from './merchant'

/** The part of a merchant's row that decides about its confirmation. */
type MerchantStatus = {
  proposed: MerchantTerms | null
  proposedBy: string | null
  confirmedAt: Date | string | null
  createdBy: string
  /** Everyone who entered or corrected the merchant before it was confirmed. */
  workedOnBy: readonly string[]
}

/**
 * `new`: entered, not confirmed yet. `rejected`: entered, and a second person rejected it. `change`: confirmed, with a
 * pending change. `confirmed`: nothing is pending.
 */
export type Confirmation = 'new' | 'rejected' | 'change' | 'confirmed'

export function confirmationOf({ proposed, proposedBy, confirmedAt }: MerchantStatus): Confirmation {
  if (confirmedAt === null) return proposedBy === null ? 'rejected' : 'new'
  return proposed === null ? 'confirmed' : 'change'
}

export const isWaiting = (merchant: MerchantStatus): boolean => {
  const confirmation = confirmationOf(merchant)
  return confirmation === 'new' || confirmation === 'change'
}

/**
 * Whether the person entered the merchant, ever corrected the entry, or proposed the pending change, and so cannot be
 * the second person.
 */
export const isOwnWork = (
  { proposedBy, confirmedAt, createdBy, workedOnBy }: MerchantStatus,
  personId: string,
): boolean =>
  proposedBy === personId ||
  (confirmedAt === null && (createdBy === personId || workedOnBy.includes(personId)))

/** A change that stops money takes effect at once, because a second person would only delay it. */
export const isStop = (from: MerchantState, to: MerchantState): boolean =>
  (from === 'active' && to !== 'active') || (from === 'paused' && to === 'closed')

export const isSameTerms = (one: MerchantTerms, other: MerchantTerms): boolean =>
  termsText(one) === termsText(other)

const termsText = ({ name, applicationId, state, split }: MerchantTerms): string =>
  JSON.stringify([
    name,
    applicationId,
    state,
    split.map(({ merchantId, percent, fixedMinor }) => [merchantId, percent ?? null, fixedMinor ?? null]),
  ])

/**
 * What remains of a proposal after its merchant was stopped. Confirming it must not reactivate the merchant. Null if
 * nothing remains.
 */
export function proposalAfterStop(
  effective: MerchantTerms,
  proposed: MerchantTerms | null,
): MerchantTerms | null {
  if (!proposed) return null
  const rest = { ...proposed, state: effective.state }
  return isSameTerms(rest, effective) ? null : rest
}

/** Whether money can go to the merchant, or why not. A pending change does not count. */
export type Payable = 'yes' | 'unconfirmed' | 'paused' | 'closed'

export const payableOf = ({
  state,
  confirmedAt,
}: {
  state: MerchantState
  confirmedAt: Date | string | null
}): Payable => (confirmedAt === null ? 'unconfirmed' : state === 'active' ? 'yes' : state)
