import { counted } from '../values/counted'
import type { FundedBefore } from './funded-before'

/** `2 of 3 transactions are funded already, or may be`. `of`: the number of transactions in the file. */
export const fundedBeforeWords = (
  batches: readonly Pick<FundedBefore, 'transactions'>[],
  of: number,
): string => {
  const found = batches.reduce((sum, { transactions }) => sum + transactions, 0)
  return `${found.toLocaleString('en-US')} of ${counted(of, 'transaction')} ${found === 1 ? 'is' : 'are'} funded already, or may be`
}
