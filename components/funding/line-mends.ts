import type { LineField } from '@/lib/domain/funding/columns'
import type { FundingLine } from '@/lib/domain/funding/line'
import type { LineProblem, LineProblemCode } from '@/lib/domain/funding/line-problem'
import { transactionAround } from './transaction-lines'

/** What a cell was likely meant to be, and every row that has what was typed there. */
export type LineMend = { field: LineField; suggestion: string; rows: number[] }

/** Problems whose suggestion is one ID. */
const MENDED = new Set<LineProblemCode>([
  'merchant-unknown',
  'unlogged',
  'not-in-log',
  'sale-otherwise',
  'other-payee',
  'sale-meant',
  'over-sale',
])

/** What mends a line by one press: an ID that the desk knows for one with a typo. */
export function mendsOf(
  chosen: FundingLine,
  lines: readonly FundingLine[],
  problems: readonly LineProblem[],
): LineMend[] {
  // What is said of a transaction stands at the first of its lines.
  const rows = new Set(transactionAround(lines, chosen).map(({ row }) => row))
  return problems.flatMap(({ code, row, alsoRows = [], field: said, suggestion }) => {
    if (!MENDED.has(code) || said === null || row === null || suggestion === undefined) return []
    // What may be wrong of it is its transaction's ID, though it is said of its merchant or its amount.
    const field = code === 'other-payee' || code === 'over-sale' ? 'transactionId' : said
    const isSaid = field === 'merchantId' ? [row, ...alsoRows].includes(chosen.row) : rows.has(row)
    if (!isSaid) return []
    const same = lines.filter((line) => line[field] === chosen[field]).map((line) => line.row)
    return [{ field, suggestion, rows: same }]
  })
}
