import type { BatchStatus } from './batch'

/** What decides whether someone can say that the failed transactions of a batch need nothing more. */
export type FailuresFacts = {
  status: BatchStatus
  /** Transactions that can still be sent. */
  unsent: number
  /** Whether a failed transaction is in no later batch, and its sale is neither funded nor marked as funded. */
  isOpen: boolean
  isClosed: boolean
}

/** Why the failed transactions cannot be closed; null if they can. */
export function closeFailuresProblem({ status, unsent, isOpen, isClosed }: FailuresFacts): string | null {
  if (isClosed) return 'Its failed transactions are closed.'
  if (status === 'stopped' && unsent > 0) return 'Send or withdraw the rest first.'
  if (status !== 'done' && status !== 'stopped') return 'It has not finished yet.'
  return isOpen ? null : 'None of its failed transactions needs attention.'
}

/** Why that cannot be undone; null if it can. */
export const reopenFailuresProblem = ({ isClosed }: Pick<FailuresFacts, 'isClosed'>): string | null =>
  isClosed ? null : 'Its failed transactions are not closed.'
