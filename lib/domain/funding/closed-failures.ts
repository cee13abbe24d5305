import type { BatchStatus } from './batch'

/** What decides whether someone can say that the failed transactions of a batch need nothing more. */
export type FailuresFacts = {
  status: BatchStatus
  /** Whether transactions can still be sent. */
  hasUnsent: boolean
  /**
   * Failed transactions that no one has closed and that are in no later batch, and whose sale is neither funded nor
   * marked as funded.
   */
  open: number
  /** Whether someone has closed failed transactions. */
  isClosed: boolean
}

/** Why no failed transaction can be closed; null if some can. */
export function closeFailuresProblem({ status, hasUnsent, open, isClosed }: FailuresFacts): string | null {
  if (status === 'stopped' && hasUnsent) return 'Send or withdraw the rest first.'
  if (status !== 'done' && status !== 'stopped') return 'It has not finished yet.'
  if (open > 0) return null
  return isClosed ? 'Its failed transactions are closed.' : 'None of its failed transactions needs attention.'
}

/** Why that cannot be undone; null if it can. */
export const reopenFailuresProblem = ({ isClosed }: Pick<FailuresFacts, 'isClosed'>): string | null =>
  isClosed ? null : 'Its failed transactions are not closed.'

/** Whether nothing is left to do about a batch that ended with failed or withdrawn transactions. */
export const hasNothingLeft = ({ status, hasUnsent, open, isClosed }: FailuresFacts): boolean =>
  open === 0 && ((status === 'stopped' && !hasUnsent) || (status === 'done' && isClosed))
