import { readAmount } from '@/lib/domain/funding/amount'
import type { BatchTerms } from '@/lib/domain/funding/check-batch'
import type { FundingLine } from '@/lib/domain/funding/line'
import type { LineProblem } from '@/lib/domain/funding/line-problem'

const isOfOne = (one: FundingLine, other: FundingLine): boolean =>
  one.transactionId === other.transactionId && one.retrievalReferenceNumber === other.retrievalReferenceNumber

/** The lines of a line's transaction, which stand one after the other. */
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

/** Cents; null where an amount cannot be read, and nothing can be split. */
export function totalOf(lines: readonly FundingLine[], { amountUnit, limits }: BatchTerms): bigint | null {
  let totalMinor = 0n
  for (const { amount } of lines) {
    const reading = readAmount(amount, amountUnit, limits)
    if (!reading.ok) return null
    totalMinor += reading.minor
  }
  return lines.length === 0 ? null : totalMinor
}

/** Whose sale it may be, likeliest first: the merchant that a check of its payees names, then those of its lines. */
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
