/**
 * A batch's status. `waiting`: frozen and pending approval. `stopped`: something was not sent and a person must
 * decide. `unknown`: it is not known whether something that was sent was applied.
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

/** Where a batch's lines came from. */
export type BatchSource = 'csv' | 'xlsx' | 'json' | 'pasted' | 'grid' | 'callbacks' | 'batch'

/**
 * `retry`: only the lines that failed in the parent batch. `correction`: new amounts for lines that were funded
 * there.
 */
export type BatchPurpose = 'new' | 'retry' | 'correction'

/**
 * The state of one request of a batch. `accepted`: answered, though single transactions may have failed. `refused`:
 * nothing was applied. `not-sent`: nothing reached the partner. `withdrawn`: nothing reached the partner, and a
 * person decided that it never will. `unknown`: it may have been applied.
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
 * What can happen to a batch. `approve`: the last approval that it needs. `send`: the first sending, or the rest of a
 * stopped batch. A sending ends with `finish` (everything was answered), `stop` (something was not sent, or was
 * refused as a whole) or `lose` (something has an unknown outcome).
 */
export type BatchEvent = 'submit' | 'return' | 'discard' | 'approve' | 'send' | 'finish' | 'stop' | 'lose'

const TRANSITIONS: Readonly<Record<BatchStatus, Partial<Readonly<Record<BatchEvent, BatchStatus>>>>> = {
  draft: { submit: 'waiting', discard: 'discarded' },
  waiting: { approve: 'approved', return: 'draft' },
  approved: { send: 'sending', return: 'draft' },
  sending: { finish: 'done', stop: 'stopped', lose: 'unknown' },
  stopped: { send: 'sending', lose: 'unknown' },
  // Left once a person has resolved each unknown request. After a crash, requests that were still waiting may be sent
  // before that.
  unknown: { send: 'sending', finish: 'done', stop: 'stopped' },
  done: {},
  discarded: {},
}

/** The status after the event, or null where the event cannot happen in this status. */
export const nextBatchStatus = (status: BatchStatus, event: BatchEvent): BatchStatus | null =>
  TRANSITIONS[status][event] ?? null

/**
 * The status of a batch that has been sent, from its requests. `unknown` outranks everything except a request under
 * way.
 */
export function statusAfter(requests: readonly FundingRequestState[]): BatchStatus {
  if (requests.includes('sending')) return 'sending'
  if (requests.includes('unknown')) return 'unknown'
  if (['not-sent', 'refused', 'withdrawn'].some((state) => requests.some((one) => one === state)))
    return 'stopped'
  return requests.includes('waiting') ? 'sending' : 'done'
}

export const canEditBatch = (status: BatchStatus): boolean => status === 'draft'

/** The status as shown. A batch whose requests were all answered may be only partially funded. */
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
 * How a batch names its correction: it says corrected only once the partner has funded something. `isOver`: nothing
 * of the correction is or will be under way.
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

/** A batch that a change of the approval rules approves, because its approvals are now enough. */
export type ApprovedBatch = { number: number; amountMinor: string }

/** Which transactions of a batch, counted from 0, both ends included. */
export type TransactionRange = { firstTransaction: number; lastTransaction: number }
