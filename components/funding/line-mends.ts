import type { LineField } from '@/lib/domain/funding/columns'
import type { FundingLine } from '@/lib/domain/funding/line'
import type { LineProblem, LineProblemCode } from '@/lib/domain/funding/line-problem'
import { transactionAround } from './transaction-lines'

/** A cell's likely intended value, and every row with the same typed value. */
export type LineMend = { field: LineField; suggestion: string; rows: number[] }

/** Problems whose suggestion is a single ID. */
const MENDED = new Set<LineProblemCode>([
  'merchant-unknown',
  'unlogged',
  'not-in-log',
  'sale-otherwise',
  'other-payee',
  'sale-meant',
  'over-sale',
])

/** The one-click fixes for a line: an ID that the desk knows in place of a typo. */
export function mendsOf(
  chosen: FundingLine,
  lines: readonly FundingLine[],
  problems: readonly LineProblem[],
): LineMend[] {
  // A transaction's problems are at the first of its lines.
  const rows = new Set(transactionAround(lines, chosen).map(({ row }) => row))
  return problems.flatMap(({ code, row, alsoRows = [], field: said, suggestion }) => {
    if (!MENDED.has(code) || said === null || row === null || suggestion === undefined) return []
    // The problem is about the merchant or amount, but the transaction's ID may be what is wrong.
    const field = code === 'other-payee' || code === 'over-sale' ? 'transactionId' : said
    const isSaid = field === 'merchantId' ? [row, ...alsoRows].includes(chosen.row) : rows.has(row)
    if (!isSaid) return []
    const same = lines.filter((line) => line[field] === chosen[field]).map((line) => line.row)
    return [{ field, suggestion, rows: same }]
  })
}
