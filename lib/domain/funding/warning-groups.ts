import { counted } from '@/lib/domain/values/counted'
import { dollarWords } from '@/lib/domain/values/money'
import type { TransactionRange } from './check-batch'
import type { CentsOf } from './check-money'
import type { FundingLine } from './line'
import { type LineProblem, type LineProblemCode, problemText } from './line-problem'
import { problemRows } from './problem-rows'
import { WARNING_TITLES } from './problem-titles'

/** The warnings of one kind: their number, the money they concern, and the largest ones in words. */
export type WarningGroup = {
  code: LineProblemCode
  title: string
  count: number
  /** The number of rows, if one warning concerns several. */
  rows?: number
  /** Cents that the warnings concern, each amount counted once; missing if none. */
  amountMinor?: string
  texts: string[]
  /**
   * For warnings that each cover several sales: those sales and their cents. `unowned`: the sales whose merchant the
   * log does not name.
   */
  sales?: SalesSum & { unowned?: SalesSum }
}

/** `missingMinor`: what the default split would give to others. */
type SalesSum = { count: number; amountMinor: string; missingMinor: string }

/** Warnings that money may go to the wrong place or in the wrong amount. */
const RISKS: ReadonlySet<LineProblemCode> = new Set([
  'payee-changed',
  'other-payee',
  'sale-meant',
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

/** The warnings that an approver must have seen. */
export const risksAmong = (problems: readonly LineProblem[]): LineProblem[] =>
  problems.filter(({ code, severity }) => severity === 'warning' && RISKS.has(code))

/**
 * By kind, the first and last row of each run of rows that have it, so that ten thousand consecutive rows take one
 * pair.
 */
export type RiskRows = Partial<Record<LineProblemCode, (readonly [first: number, last: number])[]>>

/** The rows of the risks. A risk without a row is stored as row 0. */
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

/** What approvers have seen, earlier and now. */
export const joinRiskRows = (one: RiskRows, other: RiskRows): RiskRows => {
  const joined: RiskRows = { ...one }
  for (const [code, runs] of Object.entries(other) as [LineProblemCode, [number, number][]][])
    joined[code] = [...(joined[code] ?? []), ...runs].sort(([a], [b]) => a - b)
  return joined
}

/** What approvers were shown; missing for batches that were frozen before rows were stored. */
export type SeenRisks = { riskRows?: RiskRows }

/**
 * Risks on rows where approvers saw none of that kind. If the rows are unknown, every risk counts as new, because
 * comparing only counts would let a new risk pass for an approved one.
 */
export const newRisks = ({ riskRows: rows = {} }: SeenRisks, now: readonly LineProblem[]): LineProblem[] =>
  risksAmong(now).filter(({ code, row }) => !isAmong(rows[code] ?? [], row ?? 0))

const isAmong = (runs: readonly (readonly [number, number])[], row: number): boolean =>
  runs.some(([first, last]) => first <= row && row <= last)

const ORDER = Object.keys(WARNING_TITLES)

/** How many warnings of each kind are shown before expanding. */
export const WARNINGS_NAMED = 3

/** The lines as they were checked. */
export type WarnedLines = {
  lines: readonly FundingLine[]
  transactions: readonly TransactionRange[]
  centsOf: CentsOf
}

/**
 * Groups warnings by kind, so that a single one is not lost among many. Each group shows its largest `shown`
 * warnings, because those matter most.
 */
export function warningGroups(
  warnings: readonly LineProblem[],
  warned: WarnedLines,
  shown: number,
): WarningGroup[] {
  const moneyOf = moneyOfWarnings(warnings, warned)
  return [...Map.groupBy(warnings, ({ code }) => code)]
    .sort(([one], [other]) => placeOf(one) - placeOf(other))
    .map(([code, all]) => {
      const sales = code === 'split-not-applied' ? salesOf(all) : undefined
      const amountMinor = sumOnce(all, moneyOf)
      const rows = new Set(all.flatMap(problemRows)).size
      return {
        ...(sales && { sales }),
        ...(amountMinor > 0n && { amountMinor: String(amountMinor) }),
        code,
        title: WARNING_TITLES[code] ?? 'Other warnings',
        count: all.length,
        ...(rows > all.length && { rows }),
        texts: wordsOf(largestFirst(all, moneyOf).slice(0, shown), warned, moneyOf),
      }
    })
}

/** Further warnings of one kind in words, in the order of their group: `most` of them, skipping the first `after`. */
export function warningPart(
  warnings: readonly LineProblem[],
  warned: WarnedLines,
  code: LineProblemCode,
  { after, most }: { after: number; most: number },
): string[] {
  const all = warnings.filter((warning) => warning.code === code)
  const moneyOf = moneyOfWarnings(all, warned)
  return wordsOf(largestFirst(all, moneyOf).slice(after, after + most), warned, moneyOf)
}

/** What a warning concerns, if not its whole transaction. `said`: its text already states the money. */
const ABOUT: Partial<Record<LineProblemCode, 'row' | 'merchant' | 'said'>> = {
  'merchant-first': 'merchant',
  'file-says-no-sale': 'row',
  'digits-lost': 'row',
  'whole-number': 'row',
  'merchant-twice': 'row',
  'amount-zero': 'row',
  'amount-one-decimal': 'row',
  'totals-differ': 'said',
  'split-not-applied': 'said',
  'below-sale': 'said',
}

/** `key`: equal for warnings about the same money. */
type WarnedMoney = { key: string; cents: bigint; rows: number }
type MoneyOf = (warning: LineProblem) => WarnedMoney | null

/** Linear in the number of lines. */
function moneyOfWarnings(
  warnings: readonly LineProblem[],
  { lines, transactions, centsOf }: WarnedLines,
): MoneyOf {
  const places = new Map<number | null, { line: number; transaction: number }>()
  for (const { row } of warnings) places.set(row, NO_PLACE)
  for (const [transaction, { first, last }] of transactions.entries()) {
    for (let line = first; line <= last; line += 1) {
      const row = lines[line]?.row ?? null
      if (places.has(row)) places.set(row, { line, transaction })
    }
  }
  const sum = (key: string, first: number, last: number): WarnedMoney => {
    let cents = 0n
    for (let at = first; at <= last; at += 1) cents += centsAt(lines, at, centsOf)
    return { key, cents, rows: last - first + 1 }
  }
  const merchants = warnings.some(({ code }) => ABOUT[code] === 'merchant')
    ? sumMerchants(lines, centsOf)
    : new Map<string, WarnedMoney>()
  return ({ row, code, amounts }) => {
    const { line, transaction } = places.get(row) ?? NO_PLACE
    const range = transactions[transaction]
    const about = ABOUT[code]
    if (about === 'said' || !range) return null
    // The line's own amount is 0; the money at stake is what the partner holds.
    if (code === 'taken-out') return { key: `row ${row}`, cents: BigInt(amounts?.heldMinor ?? 0), rows: 1 }
    if (about === 'merchant') return merchants.get(lines[line]?.merchantId ?? '') ?? null
    return about === 'row' ? sum(`row ${row}`, line, line) : sum(`at ${transaction}`, range.first, range.last)
  }
}

const NO_PLACE = { line: -1, transaction: -1 }

const centsAt = (lines: readonly FundingLine[], at: number, centsOf: CentsOf): bigint => {
  const line = lines[at]
  return BigInt((line && centsOf(line, at)) ?? 0)
}

function sumMerchants(lines: readonly FundingLine[], centsOf: CentsOf): Map<string, WarnedMoney> {
  const sums = new Map<string, WarnedMoney>()
  for (const [at, { merchantId }] of lines.entries()) {
    const own = sums.get(merchantId)
    const cents = centsAt(lines, at, centsOf)
    if (own) {
      own.cents += cents
      own.rows += 1
    } else sums.set(merchantId, { key: `to ${merchantId}`, cents, rows: 1 })
  }
  return sums
}

function sumOnce(warnings: readonly LineProblem[], moneyOf: MoneyOf): bigint {
  const told = new Set<string>()
  let sum = 0n
  for (const warning of warnings) {
    const money = moneyOf(warning)
    if (!money || told.has(money.key)) continue
    told.add(money.key)
    sum += money.cents
  }
  return sum
}

/** The sum of all deviations from the default split, in cents. */
export const splitDeviation = ({ shares = [] }: Pick<LineProblem, 'shares'>): number =>
  shares.reduce((sum, { isMinor, defaultMinor }) => sum + Math.abs(isMinor - defaultMinor), 0)

/** The size by which warnings are sorted. For a split it is the deviation, because most splits differ only by cents. */
const sizeOf = (warning: LineProblem, moneyOf: MoneyOf): bigint =>
  warning.code === 'split-differs' ? BigInt(splitDeviation(warning)) : (moneyOf(warning)?.cents ?? 0n)

/** Largest first; equal ones in row order. */
const largestFirst = (warnings: readonly LineProblem[], moneyOf: MoneyOf): LineProblem[] =>
  warnings
    .map((warning) => ({ warning, row: warning.row ?? 0, cents: sizeOf(warning, moneyOf) }))
    .sort((one, other) =>
      one.cents === other.cents ? one.row - other.row : one.cents > other.cents ? -1 : 1,
    )
    .map(({ warning }) => warning)

function wordsOf(warnings: readonly LineProblem[], { lines }: WarnedLines, moneyOf: MoneyOf): string[] {
  const rows = new Set(warnings.map(({ row }) => row))
  const byRow = new Map(lines.flatMap((line) => (rows.has(line.row) ? [[line.row, line] as const] : [])))
  // A suggestion helps to correct a line, but changes as the log grows. Approvers judge the line itself.
  return warnings.map(({ suggestion: _, ...warning }) => {
    const line = byRow.get(warning.row ?? -1)
    const text = problemText(warning, line)
    return warning.row === null
      ? text
      : `Row ${warning.row}${isAboutOther(warning) ? '' : namedIn(text, line)}${moneyWords(moneyOf(warning))}: ${text}`
  })
}

const isAboutOther = ({ code }: Pick<LineProblem, 'code'>): boolean =>
  ABOUT[code] === 'merchant' || ABOUT[code] === 'said'

/** `, T-1`: the transaction of a row, unless `text` already names it. */
function namedIn(text: string, line: FundingLine | undefined): string {
  const name = line?.transactionId || line?.retrievalReferenceNumber
  return !name || text.includes(name) ? '' : `, ${name}`
}

/** `, $75.21`; `, $75.21 in 2 rows` */
const moneyWords = (money: WarnedMoney | null): string =>
  money === null || money.cents === 0n
    ? ''
    : `, ${dollarWords(money.cents)}${money.rows > 1 ? ` in ${counted(money.rows, 'row')}` : ''}`

function salesOf(all: readonly LineProblem[]): NonNullable<WarningGroup['sales']> {
  const unowned = all.filter(({ isUnowned }) => isUnowned)
  return {
    ...sumSales(all.filter(({ isUnowned }) => !isUnowned)),
    ...(unowned.length > 0 && { unowned: sumSales(unowned) }),
  }
}

function sumSales(all: readonly LineProblem[]): SalesSum {
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
