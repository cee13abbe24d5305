import type { FundingRequestState } from './batch'
import { addWas, NO_WAS, type WasSum } from './change'

/**
 * What became of a batch's money. `failed`: answered, but these transactions were not funded. `rejected`: the whole
 * request was refused. `under-way`: being sent, or next to be sent.
 */
export const RESULT_KINDS = [
  'funded',
  'failed',
  'rejected',
  'not-sent',
  'withdrawn',
  'unknown',
  'under-way',
] as const
export type ResultKind = (typeof RESULT_KINDS)[number]

export const RESULT_LABELS: Readonly<Record<ResultKind, string>> = {
  funded: 'Funded',
  failed: 'Failed',
  rejected: 'Rejected',
  'not-sent': 'Not sent',
  withdrawn: 'Withdrawn',
  unknown: 'Outcome unknown',
  'under-way': 'Sending',
}

/** Outcomes that change nothing at the partner. */
const WITHOUT_EFFECT: ReadonlySet<ResultKind> = new Set(['failed', 'rejected', 'not-sent', 'withdrawn'])

export const hasNoEffect = (kind: ResultKind): boolean => WITHOUT_EFFECT.has(kind)

/** What the partner holds after rows with this outcome; `amountMinor` is what the batch asked for. */
export const heldAfter = (kind: ResultKind, was: WasSum, amountMinor: bigint): bigint =>
  hasNoEffect(kind) ? was.amountMinor : amountMinor

export type ResultSum = { transactions: number; amountMinor: bigint }
export type BatchResult = Readonly<Record<ResultKind, ResultSum>>

/** One request with its state; `failed` sums its transactions that failed one by one. */
export type RequestSum = ResultSum & { state: FundingRequestState; failed: ResultSum }

/**
 * A merchant's rows and cents in a batch, in total and by outcome. `was`: what the partner held for these rows
 * before; null if the batch changes nothing that it held, or is too large to compare.
 */
export type MerchantResult = {
  merchantId: string
  name: string
  rows: number
  amountMinor: bigint
  by: Readonly<Partial<Record<ResultKind, { rows: number; amountMinor: bigint; was: WasSum | null }>>>
}

export type ResultWas = Readonly<Partial<Record<ResultKind, WasSum>>>

/** What the partner held before, by outcome, added up over the merchants; null if unknown. */
export function sumWas(merchants: readonly Pick<MerchantResult, 'by'>[]): ResultWas | null {
  const sums: Partial<Record<ResultKind, WasSum>> = {}
  for (const { by } of merchants) {
    for (const kind of RESULT_KINDS) {
      const was = by[kind]?.was
      if (was) sums[kind] = addWas(sums[kind] ?? NO_WAS, was)
    }
  }
  return Object.keys(sums).length > 0 ? sums : null
}

const NONE: ResultSum = { transactions: 0, amountMinor: 0n }

/** Sums requests by outcome. `isSending`: waiting requests are sent automatically; otherwise they wait for a person. */
export function resultOf(requests: readonly RequestSum[], isSending: boolean): BatchResult {
  const result: Record<ResultKind, ResultSum> = {
    funded: NONE,
    failed: NONE,
    rejected: NONE,
    'not-sent': NONE,
    withdrawn: NONE,
    unknown: NONE,
    'under-way': NONE,
  }
  const add = (kind: ResultKind, { transactions, amountMinor }: ResultSum) => {
    const before = result[kind]
    result[kind] = {
      transactions: before.transactions + transactions,
      amountMinor: before.amountMinor + amountMinor,
    }
  }
  for (const request of requests) {
    if (request.state !== 'accepted') {
      add(kindOf(request.state, isSending), request)
      continue
    }
    add('failed', request.failed)
    add('funded', {
      transactions: request.transactions - request.failed.transactions,
      amountMinor: request.amountMinor - request.failed.amountMinor,
    })
  }
  return result
}

/** The outcome of one row. `isFailed`: the answer lists its transaction as failed. */
export const kindOfRow = (state: FundingRequestState, isFailed: boolean, isSending: boolean): ResultKind =>
  state === 'accepted' ? (isFailed ? 'failed' : 'funded') : kindOf(state, isSending)

function kindOf(state: Exclude<FundingRequestState, 'accepted'>, isSending: boolean): ResultKind {
  switch (state) {
    case 'refused':
      return 'rejected'
    case 'waiting':
      return isSending ? 'under-way' : 'not-sent'
    case 'sending':
      return 'under-way'
    default:
      return state
  }
}

/** The sum over all outcomes: the whole batch. */
export const sumOf = (result: BatchResult): ResultSum => ({
  transactions: RESULT_KINDS.reduce((sum, kind) => sum + result[kind].transactions, 0),
  amountMinor: RESULT_KINDS.reduce((sum, kind) => sum + result[kind].amountMinor, 0n),
})
