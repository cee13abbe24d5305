import { readAmount } from '@/lib/domain/funding/amount'
import type { BatchTerms } from '@/lib/domain/funding/check-batch'
import type { FundingLine } from '@/lib/domain/funding/line'
import type { LineProblem } from '@/lib/domain/funding/line-problem'

export type Share = { merchantId: string; amountMinor: bigint }

const isOfOne = (one: FundingLine, other: FundingLine): boolean =>
  one.transactionId === other.transactionId && one.retrievalReferenceNumber === other.retrievalReferenceNumber

/** All lines of a line's transaction, which are consecutive. */
export function transactionAround(lines: readonly FundingLine[], line: FundingLine): FundingLine[] {
  const at = lines.findIndex(({ row }) => row === line.row)
  if (at === -1) return []
  const isOwn = (index: number) => {
    const other = lines[index]
    return other !== undefined && isOfOne(line, other)
  }
  let first = at
  let last = at
  while (isOwn(first - 1)) first -= 1
  while (isOwn(last + 1)) last += 1
  return lines.slice(first, last + 1)
}

/** Each merchant's current share of a transaction, in cents; null if an amount cannot be read. */
export function sharesNow(lines: readonly FundingLine[], { amountUnit, limits }: BatchTerms): Share[] | null {
  const shares = lines.flatMap(({ merchantId, amount }) => {
    const reading = readAmount(amount, amountUnit, limits)
    return reading.ok ? [{ merchantId, amountMinor: reading.minor }] : []
  })
  return shares.length < lines.length ? null : shares
}

/** Merchants whose sale it may be, likeliest first: the one that a payee check names, then those of its lines. */
export function payeesOf(
  lines: readonly FundingLine[],
  problems: readonly LineProblem[],
): ReadonlySet<string> {
  const rows = new Set(lines.map(({ row }) => row))
  const owners = problems.flatMap(({ code, row, merchant }) =>
    (code === 'other-payee' || code === 'split-differs') && merchant && row !== null && rows.has(row)
      ? [merchant]
      : [],
  )
  return new Set([...owners, ...lines.map(({ merchantId }) => merchantId)].filter((id) => id !== ''))
}
