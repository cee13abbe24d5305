import { dollarWords } from '@/lib/domain/values/money'
import { type AmountStyle, batchAmountText, readAmount } from './amount'
import { FREE_LIMITS } from './limits'
import type { FundingLine } from './line'
import type { LineProblem } from './line-problem'
import { isTotals } from './totals-word'

/**
 * Whether a row is a spreadsheet's sum: it contains a word for a total and nothing that identifies a transaction or
 * merchant. A row with both is not treated as a total; it stays and is an error.
 */
function isTotalsRow(line: FundingLine): boolean {
  const names = [line.transactionId, line.retrievalReferenceNumber, line.merchantId]
  return (
    names.every((name) => name === '' || isTotals(name)) &&
    [...names, ...(line.other ?? [])].some((text) => isTotals(text.trim()))
  )
}

/** Separates a source's totals rows from its lines. Funded as a transaction, a total would double the batch. */
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
 * A total that a source stated: its row and its amount as text. `didAddUp`: it was correct at import, so that only
 * later changes can make it differ.
 */
export type StatedTotal = Pick<FundingLine, 'row' | 'amount'> & { didAddUp?: boolean }

/** A totals row and the sum of its rows, in cents; `saidMinor` is null if its own amount cannot be read. */
export type ComparedTotals = { row: number; saidMinor: bigint | null; sumMinor: bigint; isEqual: boolean }

/**
 * Compares each totals row with the rows since the previous total, all rows above it, or all rows, whichever matches.
 * Null if any row's amount cannot be read.
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

/** Warnings for totals rows that differ from the sum of their rows. */
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

/** Marks the totals that are correct at import, before a batch stores them. Amounts are in dollars. */
export function keptTotals(lines: readonly StatedTotal[], totals: readonly StatedTotal[]): StatedTotal[] {
  const compared = compareTotals(lines, totals, 'dollars') ?? []
  const equal = new Set(compared.filter(({ isEqual }) => isEqual).map(({ row }) => row))
  return totals.map((total) => (equal.has(total.row) ? { ...total, didAddUp: true } : total))
}

/**
 * The warnings for a stored batch. They concern the whole batch, because editing moves its rows, and a new row may
 * have the number that the totals row had.
 */
export function statedTotalsProblems(
  lines: readonly StatedTotal[],
  stated: readonly StatedTotal[],
): LineProblem[] {
  const compared = compareTotals(lines, stated, 'dollars') ?? []
  const last = compared.at(-1)
  // Added rows are below all totals, so which section they belong to is unknown; only the last total can be checked.
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
 * `Row 14 is a totals row ($1,234.50) and is left out. It adds up.`; null without totals rows. `compared`: null if
 * some amounts could not be read.
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

/** Formats as money if the style is known or the amount shows that it is dollars; otherwise returns it unchanged. */
function shown(amount: string, style: AmountStyle | null): string {
  const means = style ?? (amount.includes('.') ? 'dollars' : null)
  const cents = means === null ? null : centsOf(amount, means)
  return cents === null ? amount : dollarWords(cents)
}
