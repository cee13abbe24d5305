import type { FundingRequestState } from './batch'

/**
 * What became of a batch's money. `failed`: answered, and not funded one by one. `rejected`: refused with their whole
 * request. `under-way`: on its way, or next.
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

export type ResultSum = { transactions: number; amountMinor: bigint }
export type BatchResult = Readonly<Record<ResultKind, ResultSum>>

/** One request as it ended; `failed` is the part of it whose transactions failed one by one. */
export type RequestSum = ResultSum & { state: FundingRequestState; failed: ResultSum }

const NONE: ResultSum = { transactions: 0, amountMinor: 0n }

/** Where the money of requests is now. `isSending`: what waits goes out by itself; else it waits for a person. */
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

export const NOT_FUNDED = ['failed', 'rejected', 'not-sent', 'withdrawn'] as const satisfies ResultKind[]

/** Several kinds together. */
export const sumOfKinds = (result: BatchResult, kinds: readonly ResultKind[]): ResultSum => ({
  transactions: kinds.reduce((sum, kind) => sum + result[kind].transactions, 0),
  amountMinor: kinds.reduce((sum, kind) => sum + result[kind].amountMinor, 0n),
})
