import { counted } from '@/lib/domain/values/counted'
import { readCents } from './amount'
import type { BatchTerms } from './check-batch'
import { type FundingLine, isEmptyLine } from './line'

/** A sum that is exact however long the batch is: whole numbers while they are, and big ones from there. */
export class CentsSum {
  private large = 0n
  private small = 0

  add(cents: number): void {
    this.small += cents
    if (this.small < LARGEST_SMALL) return
    this.large += BigInt(this.small)
    this.small = 0
  }

  total(): bigint {
    return this.large + BigInt(this.small)
  }
}

/** One amount more, of at most 15 digits, is still a whole number that is exact. */
const LARGEST_SMALL = 2 ** 52

/** In cents, and of how many lines: `unread` counts those whose amount is missing or cannot be read. */
export type LinesSum = { lines: number; unread: number; amountMinor: bigint }

export function sumOfLines(
  lines: readonly FundingLine[],
  { amountUnit, limits }: Pick<BatchTerms, 'amountUnit' | 'limits'>,
): LinesSum {
  const sum = new CentsSum()
  let [count, unread] = [0, 0]
  for (const line of lines) {
    const cents = readCents(line.amount, amountUnit, limits)
    if (typeof cents === 'number') sum.add(cents)
    // A row that waits for its first cell is none yet.
    else if (isEmptyLine(line)) continue
    else unread += 1
    count += 1
  }
  return { lines: count, unread, amountMinor: sum.total() }
}

/** `14 amounts`; where a sum leaves some out, how many it is of: `12 of 14 amounts (2 missing or unreadable)`. */
export const amountsWords = ({ lines, unread }: Pick<LinesSum, 'lines' | 'unread'>): string =>
  unread === 0
    ? counted(lines, 'amount')
    : `${(lines - unread).toLocaleString('en-US')} of ${counted(lines, 'amount')} (${unread.toLocaleString('en-US')} missing or unreadable)`
