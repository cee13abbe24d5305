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
 * `withdrawn`: nothing of it reached the partner, and a person said that nothing of it ever will.
 */
export type FundingRequestState =
  | 'waiting'
  | 'sending'
  | 'accepted'
  | 'refused'
  | 'not-sent'
  | 'withdrawn'
  | 'unknown'

/**
 * What can happen to a batch. `approve` is the last approval that it needs. `send` also sends the rest of one
 * that stopped. `finish`, `stop` and `lose` end a sending: all was answered, something was not sent or refused
 * as a whole, or of something nobody knows whether it was applied.
 */
export type BatchEvent = 'submit' | 'return' | 'discard' | 'approve' | 'send' | 'finish' | 'stop' | 'lose'

const TRANSITIONS: Readonly<Record<BatchStatus, Partial<Readonly<Record<BatchEvent, BatchStatus>>>>> = {
  draft: { submit: 'waiting', discard: 'discarded' },
  waiting: { approve: 'approved', return: 'draft' },
  approved: { send: 'sending', return: 'draft' },
  sending: { finish: 'done', stop: 'stopped', lose: 'unknown' },
  stopped: { send: 'sending', lose: 'unknown' },
  // Left once a person has resolved each such request; what waits behind a crash of ours may go out before.
  unknown: { send: 'sending', finish: 'done', stop: 'stopped' },
  done: {},
  discarded: {},
}

/** The status after the event, or null where the event cannot happen in this status. */
export const nextBatchStatus = (status: BatchStatus, event: BatchEvent): BatchStatus | null =>
  TRANSITIONS[status][event] ?? null

/** Where a batch stands once something was sent, by its requests. Unknown outcomes outweigh all but what is under way. */
export function statusAfter(requests: readonly FundingRequestState[]): BatchStatus {
  if (requests.includes('sending')) return 'sending'
  if (requests.includes('unknown')) return 'unknown'
  if (['not-sent', 'refused', 'withdrawn'].some((state) => requests.some((one) => one === state)))
    return 'stopped'
  return requests.includes('waiting') ? 'sending' : 'done'
}

export const canEditBatch = (status: BatchStatus): boolean => status === 'draft'

/** What a batch is called by what became of it: one of which every request was answered may be funded in part. */
export function batchStatusOf({
  status,
  succeeded,
  failed,
}: {
  status: BatchStatus
  succeeded: number
  failed: number
}): { label: string; tone: BatchTone } {
  const { label, tone } = BATCH_STATUS_MEANING[status]
  if (status !== 'done' || failed === 0) return { label, tone }
  return succeeded > 0 ? { label: 'Partially funded', tone: 'warn' } : { label: 'Not funded', tone: 'bad' }
}

/**
 * What a correction is to the batch that it corrects: nothing is corrected before the partner has funded some of it.
 * `isOver`: nothing of it is on its way, nor will be.
 */
export const correctionWords = ({ isOver, succeeded }: { isOver: boolean; succeeded: number }): string =>
  succeeded > 0 ? 'Corrected by' : isOver ? 'Correction failed in' : 'Correction pending in'

export type BatchTone = 'neutral' | 'progress' | 'good' | 'bad' | 'warn'

/** What each status is called, what it means for the reader's work, and what to do next. */
export const BATCH_STATUS_MEANING: Readonly<
  Record<BatchStatus, { label: string; meaning: string; tone: BatchTone }>
> = {
  draft: {
    label: 'Draft',
    meaning: 'Not sent. Check it, then submit it for approval.',
    tone: 'neutral',
  },
  waiting: {
    label: 'Pending approval',
    meaning: 'Locked for review. It needs approval from someone who didn’t edit it.',
    tone: 'warn',
  },
  approved: {
    label: 'Approved',
    meaning: 'Approved, not sent yet.',
    tone: 'progress',
  },
  sending: {
    label: 'Sending',
    meaning: 'Being sent to the partner. You can leave this page.',
    tone: 'progress',
  },
  stopped: {
    label: 'Stopped',
    meaning:
      'Part of it was rejected or not sent, and was not applied. Check the requests, then send the rest or retry the failed transactions.',
    tone: 'bad',
  },
  unknown: {
    label: 'Outcome unknown',
    meaning:
      'Part of it was sent, but no clear answer came back: it may have been applied. Nothing is resent automatically. Check with the partner.',
    tone: 'warn',
  },
  done: {
    label: 'Funded',
    meaning: 'The partner answered every request. Failed transactions are marked.',
    tone: 'good',
  },
  discarded: {
    label: 'Discarded',
    meaning: 'Discarded before sending.',
    tone: 'neutral',
  },
}

/** Which transactions of a batch, counted from 0, both ends included. */
/** A batch that a change of the rules approves: the approvals that it has are enough then. */
export type ApprovedBatch = { number: number; amountMinor: string }

export type TransactionRange = { firstTransaction: number; lastTransaction: number }
