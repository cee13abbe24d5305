import type { FundingLine } from './line'
import { type LineProblem, type LineProblemCode, problemText } from './line-problem'

/** Warnings of one kind: how many there are, and the first of them in words. */
export type WarningGroup = {
  code: LineProblemCode
  title: string
  count: number
  texts: string[]
  /** Of warnings that each tell of several sales: the sales, and what they come to, in cents. */
  sales?: { count: number; amountMinor: string; missingMinor: string }
}

/** Those by which other money would go out than an approver said yes to. */
const RISKS: ReadonlySet<LineProblemCode> = new Set([
  'payee-changed',
  'other-payee',
  'split-differs',
  'sale-of-several',
  'sale-back-closed',
  'sale-judged',
  'sale-counted',
  'sale-twin',
  'sale-same-letters',
  'declared-absent',
  'already-funded',
])

/** Warnings by which other money would go out. */
export const risksAmong = (problems: readonly LineProblem[]): LineProblem[] =>
  problems.filter(({ code, severity }) => severity === 'warning' && RISKS.has(code))

/** By kind, the first and the last of each run of rows that have it: ten thousand alike are one pair. */
export type RiskRows = Partial<Record<LineProblemCode, (readonly [first: number, last: number])[]>>

/** Where the risks are. One that has no row of its own stands in row 0. */
export const riskRows = (problems: readonly LineProblem[]): RiskRows =>
  Object.fromEntries(
    [...Map.groupBy(risksAmong(problems), ({ code }) => code)].map(([code, all]) => [
      code,
      runsOf(all.map(({ row }) => row ?? 0)),
    ]),
  )

function runsOf(rows: readonly number[]): (readonly [number, number])[] {
  const runs: [number, number][] = []
  for (const row of [...rows].sort((one, other) => one - other)) {
    const last = runs.at(-1)
    if (last && row <= last[1] + 1) last[1] = row
    else runs.push([row, row])
  }
  return runs
}

/** Both of two: what approvers have seen before and now. */
export const joinRiskRows = (one: RiskRows, other: RiskRows): RiskRows => {
  const joined: RiskRows = { ...one }
  for (const [code, runs] of Object.entries(other) as [LineProblemCode, [number, number][]][])
    joined[code] = [...(joined[code] ?? []), ...runs].sort(([a], [b]) => a - b)
  return joined
}

/** What approvers were shown. Of batches that were frozen before the rows were kept nobody knows which rows those were. */
export type SeenRisks = { riskRows?: RiskRows }

/**
 * Risks that approvers were not shown: a row that had none of the kind. Where the rows are not known each of them counts
 * as not shown: a number of risks alone would let one in another row pass for one that somebody said yes to.
 */
export const newRisks = ({ riskRows: rows = {} }: SeenRisks, now: readonly LineProblem[]): LineProblem[] =>
  risksAmong(now).filter(({ code, row }) => !isAmong(rows[code] ?? [], row ?? 0))

const isAmong = (runs: readonly (readonly [number, number])[], row: number): boolean =>
  runs.some(([first, last]) => first <= row && row <= last)

/** What each kind is called, in their order: what is most likely to be wrong money comes first. */
const TITLES: Partial<Record<LineProblemCode, string>> = {
  'file-says-no-sale': 'The file says it is no sale',
  'totals-differ': 'Totals row of the file doesn’t add up',
  'over-sale-allowed': 'Allowed above the sale',
  'payee-changed': 'Merchant changes',
  'other-payee': 'Paid to another merchant',
  'split-differs': 'Not the default split',
  'sale-of-several': 'Sale of several merchants',
  'sale-back-closed': 'Taken back by another callback',
  'sale-judged': 'Amount settled by hand',
  'sale-counted': 'Counted as a sale by hand',
  'sale-twin': 'Looks like the same sale',
  'sale-same-letters': 'Same ID in other letters',
  'declared-absent': 'Sent before without an answer',
  'already-funded': 'Funded before',
  'merchant-first': 'First payment',
  'split-not-applied': 'Default split not applied',
  'digits-lost': 'Digits lost',
  'whole-number': 'Whole number among amounts with cents',
  unlogged: 'Not in the callback log',
  'far-below-sale': 'Less than half of the sale',
  'merchant-twice': 'Merchant named twice',
  'taken-out': 'Set to $0.00',
  'draft-elsewhere': 'In another draft',
  'amount-one-decimal': 'One digit after the point',
  'amount-zero': 'Zero amount',
  'below-sale': 'Below the sale',
}

const ORDER = Object.keys(TITLES)

/** By kind, so that one that is alone does not hide behind many that are alike. `shown`: texts of each kind. */
export function warningGroups(
  warnings: readonly LineProblem[],
  lines: readonly FundingLine[],
  shown: number,
): WarningGroup[] {
  const kinds = Map.groupBy(warnings, ({ code }) => code)
  const told = [...kinds].map(([code, all]) => ({
    code,
    count: all.length,
    first: inRowOrder(all).slice(0, shown),
    ...(code === 'split-not-applied' && { sales: salesOf(all) }),
  }))
  const rows = new Set(told.flatMap(({ first }) => first.map(({ row }) => row)))
  const byRow = new Map(lines.flatMap((line) => (rows.has(line.row) ? [[line.row, line] as const] : [])))
  return told
    .sort((one, other) => placeOf(one.code) - placeOf(other.code))
    .map(({ code, count, first, ...more }) => ({
      ...more,
      code,
      title: TITLES[code] ?? 'Other warnings',
      count,
      texts: first.map(
        (problem) =>
          `${problem.row === null ? '' : `Row ${problem.row}: `}${problemText(problem, byRow.get(problem.row ?? -1))}`,
      ),
    }))
}

function salesOf(all: readonly LineProblem[]): NonNullable<WarningGroup['sales']> {
  const sum = (of: (problem: LineProblem) => number | undefined) =>
    all.reduce((total, problem) => total + (of(problem) ?? 0), 0)
  return {
    count: sum(({ count }) => count),
    amountMinor: String(sum(({ amounts }) => amounts?.saleMinor)),
    missingMinor: String(sum(({ amounts }) => amounts?.missingMinor)),
  }
}

const placeOf = (code: LineProblemCode): number => {
  const place = ORDER.indexOf(code)
  return place === -1 ? ORDER.length : place
}

const inRowOrder = (problems: readonly LineProblem[]): LineProblem[] =>
  [...problems].sort((one, other) => (one.row ?? 0) - (other.row ?? 0))
