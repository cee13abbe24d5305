import type { Anomaly, EventState, FundingStatus } from './event'
import { isSaleType, takesMoneyBack } from './tran-type'

/** Those of form alone: the log names them, and nobody has to do anything about them. */
const FORMAL: readonly Anomaly[] = ['date-unreadable', 'expiry-unreadable', 'reference-format']

/** Those of the amount: a person who gives the amount mends them. */
const OF_AMOUNT: readonly Anomaly[] = [
  'amount-missing',
  'amount-ambiguous',
  'amount-unreadable',
  'amount-zero',
]

/** What a person said of an event, and what is known of it otherwise. */
export type EventFacts = {
  tranId: string | null
  anomalies: readonly Anomaly[]
  /** Different contents came, and nobody has said yet which one stands. */
  isContested: boolean
  /** A person closed it with a note. */
  isClosed: boolean
}

/** The one place that says the state. Closing mends nothing: it says that a person has looked. */
export function eventState({ tranId, anomalies, isContested, isClosed }: EventFacts): EventState {
  if (tranId !== null && isContested) return 'conflict'
  if (tranId !== null && !anomalies.some(needsPerson)) return 'approved'
  if (isClosed) return 'closed'
  return tranId === null ? 'unreadable' : 'anomaly'
}

const needsPerson = (anomaly: Anomaly): boolean => !FORMAL.includes(anomaly)

/** States that a person can close with a note. A conflict is ended by saying which content stands. */
export const canClose = (state: EventState): boolean => state === 'anomaly' || state === 'unreadable'

/** Amounts are cents; `amountMinor` and `anomalies` as the content that stands has them. */
type Amount = { amountMinor: number | null; anomalies: readonly Anomaly[] }

/** Whether the partner reported a clear amount: no person can set another one. */
export const isAmountClear = (amountMinor: number | null): boolean => amountMinor !== null && amountMinor > 0

/** The amount and its anomalies, once a person has set it; null: nobody has. A clear amount is never replaced. */
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

/** The anomalies, once a person has said that it is a sale whatever its type says. */
export const asSale = (anomalies: readonly Anomaly[], isCounted: boolean): Anomaly[] =>
  anomalies.filter((anomaly) => !isCounted || anomaly !== 'not-a-sale')

/** What can be told of the type of an event: `isCounted`: a person counted it as a sale. */
type TypeQuestion = {
  state: EventState
  funding: FundingStatus
  tranType: string
  anomalies: readonly Anomaly[]
  isCounted: boolean
}

/** Why a person cannot count it as a sale; null where one can. What gives money back is no sale whatever anybody says. */
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

/** Why a person cannot take that back; null where one can. */
export function whySaleStands({ funding, isCounted }: TypeQuestion): string | null {
  if (!isCounted) return 'No one counted it as a sale.'
  if (funding === 'funded' || funding === 'outside') return 'It is funded. Correct its amounts instead.'
  return funding === 'in-batch' || funding === 'in-draft' ? 'A batch has it. Remove it there first.' : null
}

/** The anomalies with what a payment link adds: it asked for so much; null: the sale came by no link of ours. */
export const withLink = ({ amountMinor, anomalies }: Amount, linkAmountMinor: number | null): Anomaly[] =>
  linkAmountMinor !== null && amountMinor !== null && amountMinor !== linkAmountMinor
    ? [...anomalies, 'link-amount-differs']
    : [...anomalies]

/** A batch that names the sale, and how the sale ended in it. */
export type NamingBatch = {
  number: number
  status: string
  outcome: 'funded' | 'failed' | 'unknown' | 'withdrawn' | 'in-batch'
}

export type AmountQuestion = {
  state: EventState
  funding: FundingStatus
  currencyCode: string
  /** As the partner reported it. */
  reportedMinor: number | null
  batches: readonly NamingBatch[]
}

/** ISO 4217: amounts are set in dollars. */
const US_DOLLARS = '840'

/**
 * Why a person cannot set, change or take back the amount now; null where one can. Drafts do not stand against it:
 * a draft is checked against the sale again before anything is sent. Nor does a batch that funded the sale: what was set
 * wrong is mended, and the sale then shows how much too much or too little it got.
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
