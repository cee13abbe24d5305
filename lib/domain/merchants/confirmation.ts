import type { MerchantState, MerchantTerms } from './merchant'

/** What decides about a confirmation, as the row of a merchant has it. */
type MerchantStatus = {
  proposed: MerchantTerms | null
  proposedBy: string | null
  confirmedAt: Date | string | null
  createdBy: string
  /** Whoever wrote at it before it was confirmed. */
  workedOnBy: readonly string[]
}

/**
 * `new`: entered, and not confirmed yet. `rejected`: entered, and a second person said no. `change`: confirmed, and
 * a change waits. `confirmed`: nothing waits.
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

/** Whoever entered a merchant, corrected the entry at any time, or proposed what waits, is not the second person. */
export const isOwnWork = (
  { proposedBy, confirmedAt, createdBy, workedOnBy }: MerchantStatus,
  personId: string,
): boolean =>
  proposedBy === personId ||
  (confirmedAt === null && (createdBy === personId || workedOnBy.includes(personId)))

/** Stops money at once, and so counts at once: a second person would only delay it. */
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
 * A proposal after its merchant was stopped: it does not set the merchant going again by the way. Null where nothing
 * is left of it.
 */
export function proposalAfterStop(
  effective: MerchantTerms,
  proposed: MerchantTerms | null,
): MerchantTerms | null {
  if (!proposed) return null
  const rest = { ...proposed, state: effective.state }
  return isSameTerms(rest, effective) ? null : rest
}

/** Whether money can go to it, or why not. What a proposal says does not count before it is confirmed. */
export type Payable = 'yes' | 'unconfirmed' | 'paused' | 'closed'

export const payableOf = ({
  state,
  confirmedAt,
}: {
  state: MerchantState
  confirmedAt: Date | string | null
}): Payable => (confirmedAt === null ? 'unconfirmed' : state === 'active' ? 'yes' : state)
