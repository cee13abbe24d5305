import type { Anomaly, EventState, FundingStatus } from './event'
import { US_DOLLARS } from './readings'
import { isSaleType, takesMoneyBack } from './tran-type'

/** Anomalies of form only: the log shows them, but they need no action. */
const FORMAL: readonly Anomaly[] = ['date-unreadable', 'expiry-unreadable', 'reference-format']

/** Anomalies of the amount: setting the amount resolves them. */
const OF_AMOUNT: readonly Anomaly[] = [
  'amount-missing',
  'amount-ambiguous',
  'amount-unreadable',
  'amount-zero',
]

/** What decides the state of an event, including what people decided. */
export type EventFacts = {
  tranId: string | null
  anomalies: readonly Anomaly[]
  /** Different contents came, and no person has chosen one yet. */
  isContested: boolean
  /** A person closed it with a note. */
  isClosed: boolean
}

/** The only place that derives the state. Closing an event fixes nothing; it says that a person has looked at it. */
export function eventState({ tranId, anomalies, isContested, isClosed }: EventFacts): EventState {
  if (tranId !== null && isContested) return 'conflict'
  if (tranId !== null && !anomalies.some(needsPerson)) return 'approved'
  if (isClosed) return 'closed'
  return tranId === null ? 'unreadable' : 'anomaly'
}

const needsPerson = (anomaly: Anomaly): boolean => !FORMAL.includes(anomaly)

/** States that a person can close with a note. A conflict ends when a person chooses the correct content. */
export const canClose = (state: EventState): boolean => state === 'anomaly' || state === 'unreadable'

/** Cents. Both as read from the current content. */
type Amount = { amountMinor: number | null; anomalies: readonly Anomaly[] }

/** Whether the partner reported a clear amount, which no person can replace. */
export const isAmountClear = (amountMinor: number | null): boolean => amountMinor !== null && amountMinor > 0

/** The amount and anomalies after a person has set the amount; null if no one has. Never replaces a clear amount. */
export function withSetAmount(
  { amountMinor, anomalies }: Amount,
  setAmountMinor: number | null,
): { amountMinor: number | null; anomalies: Anomaly[] } {
  if (setAmountMinor === null || isAmountClear(amountMinor)) return { amountMinor, anomalies: [...anomalies] }
  return {
    amountMinor: setAmountMinor,
    anomalies: anomalies.filter((anomaly) => !OF_AMOUNT.includes(anomaly)),
  }
}

/** The anomalies after a person has counted the event as a sale whatever its type. */
export const asSale = (anomalies: readonly Anomaly[], isCounted: boolean): Anomaly[] =>
  anomalies.filter((anomaly) => !isCounted || anomaly !== 'not-a-sale')

/** `isCounted`: a person counted the event as a sale. */
type TypeQuestion = {
  state: EventState
  funding: FundingStatus
  tranType: string
  anomalies: readonly Anomaly[]
  isCounted: boolean
}

/** Why a person cannot count the event as a sale; null if they can. A refund or reversal never counts as a sale. */
export function whyNoSale({ state, tranType, anomalies, isCounted }: TypeQuestion): string | null {
  if (isCounted) return 'It already counts as a sale.'
  if (!anomalies.includes('not-a-sale')) return 'Its type is that of a sale.'
  if (state === 'conflict') return 'Resolve the conflict first.'
  if (takesMoneyBack(tranType))
    return `Its type, “${tranType}”, says that money went back, so it never counts as a sale. If the sale that it reverses is funded, correct the batch of that sale. Then close this with a note.`
  return isSaleType(tranType)
    ? 'It has two types. Ask the partner which is right, then close it with a note.'
    : null
}

/** Why counting the event as a sale cannot be undone; null if it can. */
export function whySaleStands({ funding, isCounted }: TypeQuestion): string | null {
  if (!isCounted) return 'No one counted it as a sale.'
  if (funding === 'funded' || funding === 'outside') return 'It is funded. Correct its amounts instead.'
  return funding === 'in-batch' || funding === 'in-draft' ? 'A batch has it. Remove it there first.' : null
}

/** The anomalies including a different amount on the payment link. Null: the sale came through no link of ours. */
export const withLink = ({ amountMinor, anomalies }: Amount, linkAmountMinor: number | null): Anomaly[] =>
  linkAmountMinor !== null && amountMinor !== null && amountMinor !== linkAmountMinor
    ? [...anomalies, 'link-amount-differs']
    : [...anomalies]

/** A batch that names the sale, and the sale's outcome in it. */
export type NamingBatch = {
  number: number
  status: string
  outcome: 'funded' | 'failed' | 'unknown' | 'withdrawn' | 'in-batch'
}

export type AmountQuestion = {
  state: EventState
  funding: FundingStatus
  currencyCode: string
  /** The amount that the partner reported. */
  reportedMinor: number | null
  batches: readonly NamingBatch[]
}

/**
 * Why a person cannot set, change or remove the amount now; null if they can. Drafts do not prevent it, because a draft
 * is checked against the sale again before anything is sent. Nor does a batch that funded the sale: correcting the
 * amount then shows how much the sale got too much or too little.
 */
export function whyAmountStands({
  state,
  funding,
  currencyCode,
  reportedMinor,
  batches,
}: AmountQuestion): string | null {
  if (isAmountClear(reportedMinor)) return 'The partner reported a clear amount, and it cannot be replaced.'
  if (state === 'conflict') return 'Resolve the conflict first.'
  if (funding === 'none') return 'This is not an approved sale, so no amount can be funded for it.'
  if (currencyCode !== US_DOLLARS)
    return `The currency is ${currencyCode || 'unknown'}, and an amount is set in US dollars. Close it with a note instead.`
  if (funding === 'outside') return 'The sale is marked as funded externally. Undo that first.'
  const holding = batches.find(
    ({ status, outcome }) => outcome === 'unknown' || (outcome === 'in-batch' && status !== 'draft'),
  )
  return holding
    ? `Batch B-${holding.number} has the sale and is no longer a draft. Return or finish that batch first.`
    : null
}
