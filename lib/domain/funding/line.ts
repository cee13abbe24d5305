import type { LineField } from './columns'

/**
 * One row of a batch: a merchant's share of a transaction, with its cells as entered, trimmed. The lines of a
 * transaction are adjacent. `row` is the number in the person's own file.
 */
export type FundingLine = { row: number } & Record<LineField, string> & {
    /** The source's cells that a batch does not use; null for a line that was not in the source. */
    other?: readonly string[] | null
    /** The desk added this line to remove a merchant (`withTakenOut`), and deletes it when it is no longer needed. */
    isAdded?: boolean
  }

/** A line of a frozen batch: `amountMinor` is in cents, and `transactionNo` counts the batch's transactions from 0. */
export type FrozenLine = {
  transactionNo: number
  transactionId: string
  retrievalReferenceNumber: string
  merchantId: string
  amountMinor: bigint
}

export const isEmptyLine = (line: FundingLine): boolean =>
  line.transactionId === '' &&
  line.retrievalReferenceNumber === '' &&
  line.merchantId === '' &&
  line.amount === ''
