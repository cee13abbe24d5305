import { counted } from '@/lib/domain/values/counted'
import { readCents } from './amount'
import type { BatchTerms } from './check-batch'
import { type FundingLine, isEmptyLine } from './line'

/** A sum of cents that stays exact for any number of lines: a fast number that overflows into a bigint. */
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

/** Adding one more amount, of at most 15 digits, still gives an exact number. */
const LARGEST_SMALL = 2 ** 52

/** A sum in cents, and its number of lines. `unread`: lines whose amount is missing or cannot be read. */
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
    // An empty row is not a line yet.
    else if (isEmptyLine(line)) continue
    else unread += 1
    count += 1
  }
  return { lines: count, unread, amountMinor: sum.total() }
}

/** `14 amounts`, or if some could not be read, `12 of 14 amounts (2 missing or unreadable)`. */
export const amountsWords = ({ lines, unread }: Pick<LinesSum, 'lines' | 'unread'>): string =>
  unread === 0
    ? counted(lines, 'amount')
    : `${(lines - unread).toLocaleString('en-US')} of ${counted(lines, 'amount')} (${unread.toLocaleString('en-US')} missing or unreadable)`
