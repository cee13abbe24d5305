import type { LineField } from './columns'

/**
 * One funding amount as it came in: a merchant's share of a transaction, its cells as they were typed, trimmed.
 * Lines of one transaction stand one after the other. `row` is where a person finds it in their file.
 */
export type FundingLine = { row: number } & Record<LineField, string> & {
    /** Cells of the source's columns that mean nothing to a batch; none where the line was not in it. */
    other?: readonly string[] | null
    /** The desk put it in, to take a merchant out (`withTakenOut`), and takes it away when nothing asks for it any more. */
    isAdded?: boolean
  }

/** The same once its batch is frozen: the amount is read, and `transactionNo` counts the batch's transactions from 0. */
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
