/**
 * Where a batch stands. `waiting`: frozen, for somebody else's approval. `stopped`: something was not sent, and
 * waits for a person. `unknown`: of something that was sent nobody knows whether it was applied.
 */
export const BATCH_STATUSES = [
  'draft',
  'waiting',
  'approved',
  'sending',
  'stopped',
  'unknown',
  'done',
  'discarded',
] as const
export type BatchStatus = (typeof BATCH_STATUSES)[number]

/** How a batch came in. */
export type BatchSource = 'csv' | 'xlsx' | 'json' | 'pasted' | 'grid' | 'callbacks' | 'batch'

/** `retry`: only what failed in its parent. `correction`: other amounts for what was funded there. */
export type BatchPurpose = 'new' | 'retry' | 'correction'

/**
 * One request of a batch. `accepted`: answered, though single transactions may have failed. `refused`: nothing
 * of it was applied. `not-sent`: nothing of it reached the partner. `unknown`: it may have been applied.
 */
export type FundingRequestState = 'waiting' | 'sending' | 'accepted' | 'refused' | 'not-sent' | 'unknown'
