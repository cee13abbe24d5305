import { dollarWords } from '@/lib/domain/values/money'
import { type AmountStyle, batchAmountText, readAmount } from './amount'
import { FREE_LIMITS } from './limits'
import type { FundingLine } from './line'
import type { LineProblem } from './line-problem'
import { isTotals } from './totals-word'

/**
 * Whether a row is the sum under a spreadsheet: such a word stands in it, and nothing that names a transaction or a
 * merchant. A row with a word for a sum beside a real identifier is none; it stays, and is an error.
 */
function isTotalsRow(line: FundingLine): boolean {
  const names = [line.transactionId, line.retrievalReferenceNumber, line.merchantId]
  return (
    names.every((name) => name === '' || isTotals(name)) &&
    [...names, ...(line.other ?? [])].some((text) => isTotals(text.trim()))
  )
}

/** The lines of a source without its totals rows, and those rows. Taken for a transaction, a sum would double the batch. */
export function withoutTotals(lines: readonly FundingLine[]): {
  lines: FundingLine[]
  totals: FundingLine[]
} {
  const totals = lines.filter(isTotalsRow)
  if (totals.length === 0) return { lines: [...lines], totals }
  const left = new Set(totals)
  return { lines: lines.filter((line) => !left.has(line)), totals }
}

/**
 * A sum that a source stated below its rows: where it stood there, and its amount as text. `didAddUp`: its rows came to it,
 * so that only what was changed since can have made it differ.
 */
export type StatedTotal = Pick<FundingLine, 'row' | 'amount'> & { didAddUp?: boolean }

/** A totals row beside the rows that it counts, in cents; `saidMinor` is null where its own amount cannot be read. */
export type ComparedTotals = { row: number; saidMinor: bigint | null; sumMinor: bigint; isEqual: boolean }

/**
 * Holds each totals row with an amount against its rows: those since the totals row before it, all above it, or all that
 * there are, whichever fits. Null where a row has no amount that can be read, so that no sum is that of all rows.
 */
export function compareTotals(
  lines: readonly StatedTotal[],
  totals: readonly StatedTotal[],
  style: AmountStyle,
): ComparedTotals[] | null {
  if (totals.length === 0) return []
  const sums: { row: number; upTo: bigint }[] = []
  let all = 0n
  for (const { row, amount } of lines) {
    const cents = centsOf(amount, style)
    if (cents === null) return null
    all += cents
    sums.push({ row, upTo: all })
  }
  const sumAbove = (row: number): bigint => sums.findLast((sum) => sum.row < row)?.upTo ?? 0n
  return totals.flatMap(({ row, amount }, at): ComparedTotals[] => {
    if (amount === '') return []
    const saidMinor = centsOf(amount, style)
    const above = sumAbove(row)
    const section = above - (at === 0 ? 0n : sumAbove(totals[at - 1]?.row ?? 0))
    const isLast = at === totals.length - 1
    const fitting = [section, above, all].find((sum) => sum === saidMinor)
    return [{ row, saidMinor, sumMinor: fitting ?? (isLast ? all : section), isEqual: fitting !== undefined }]
  })
}

const centsOf = (amount: string, style: AmountStyle): bigint | null => {
  const read = readAmount(batchAmountText(amount, style), 'minor', FREE_LIMITS)
  return read.ok ? read.minor : null
}

/** The totals rows that say another sum than their rows have, as warnings. */
export const totalsProblems = (compared: readonly ComparedTotals[]): LineProblem[] =>
  compared.flatMap(({ row, saidMinor, sumMinor, isEqual }) =>
    saidMinor === null || isEqual
      ? []
      : [
          {
            row,
            field: 'amount' as const,
            code: 'totals-differ' as const,
            severity: 'warning' as const,
            sums: { saidMinor: String(saidMinor), rowsMinor: String(sumMinor) },
          },
        ],
  )

/** The totals of a source in dollars, as a batch keeps them beside its rows as they came. */
export function keptTotals(lines: readonly StatedTotal[], totals: readonly StatedTotal[]): StatedTotal[] {
  const compared = compareTotals(lines, totals, 'dollars') ?? []
  const equal = new Set(compared.filter(({ isEqual }) => isEqual).map(({ row }) => row))
  return totals.map((total) => (equal.has(total.row) ? { ...total, didAddUp: true } : total))
}

/**
 * The same of a stored batch, said of it as a whole: its rows move while it is edited, and a new one can have the number
 * that the totals row had in its source.
 */
export function statedTotalsProblems(
  lines: readonly StatedTotal[],
  stated: readonly StatedTotal[],
): LineProblem[] {
  const compared = compareTotals(lines, stated, 'dollars') ?? []
  const last = compared.at(-1)
  // A row that was added stands below all of them: which section it is missing in, only its sum tells.
  const hasAdded = lines.some(({ row }) => row > (last?.row ?? 0))
  if (hasAdded && last?.isEqual && compared.length > 1) return []
  const didAddUp = new Set(stated.filter((total) => total.didAddUp).map(({ row }) => row))
  return totalsProblems(compared).map(({ sums, ...problem }) => ({
    ...problem,
    row: null,
    field: null,
    ...(sums && { sums: { ...sums, ...(didAddUp.has(problem.row ?? 0) && { didAddUp: true }) } }),
  }))
}

const TOLD = 5

/**
 * `Row 14 is a totals row ($1,234.50) and is left out. It adds up.`; null where there is none. `compared`: null where it
 * could not be held against the rows.
 */
export function totalsNote(
  totals: readonly FundingLine[],
  style: AmountStyle | null,
  compared: readonly ComparedTotals[] | null,
): string | null {
  if (totals.length === 0) return null
  const rows = totals
    .slice(0, TOLD)
    .map(({ row, amount }) => `${row}${amount === '' ? '' : ` (${shown(amount, style)})`}`)
  const more = totals.length - rows.length
  const named = `${rows.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  const [one, is, it] =
    totals.length === 1
      ? [`Row ${named} is a totals row`, 'is', 'It adds up.']
      : [`Rows ${named} are totals rows`, 'are', 'They add up.']
  const addsUp = compared !== null && compared.length > 0 && compared.every(({ isEqual }) => isEqual)
  const isOpen = style !== null && totals.some(({ amount }) => amount !== '') && compared === null
  return `${one} and ${is} left out.${addsUp ? ` ${it}` : isOpen ? ' Not compared: some amounts can’t be read.' : ''}`
}

/** As money where it is known what it counts, or where it says itself that it is dollars; else as it came. */
function shown(amount: string, style: AmountStyle | null): string {
  const means = style ?? (amount.includes('.') ? 'dollars' : null)
  const cents = means === null ? null : centsOf(amount, means)
  return cents === null ? amount : dollarWords(cents)
}
