import { counted } from '@/lib/domain/values/counted'
import { dollarWords } from '@/lib/domain/values/money'
import type { TransactionRange } from './check-batch'
import type { CentsOf } from './check-money'
import type { FundingLine } from './line'
import { type LineProblem, type LineProblemCode, problemText } from './line-problem'
import { problemRows } from './problem-rows'
import { WARNING_TITLES } from './problem-titles'

/** Warnings of one kind: how many there are, what they come to, and those about the most money in words. */
export type WarningGroup = {
  code: LineProblemCode
  title: string
  count: number
  /** How many rows have it, where one warning is told of several. */
  rows?: number
  /** Cents that they are about, each counted once; missing where they are about none. */
  amountMinor?: string
  texts: string[]
  /** Of warnings that each tell of several sales: the sales, and what they come to, in cents. `unowned`: others, whose merchant the log does not name. */
  sales?: SalesSum & { unowned?: SalesSum }
}

/** `missingMinor`: what others do not get of them. */
type SalesSum = { count: number; amountMinor: string; missingMinor: string }

/** Those by which other money would go out than an approver said yes to. */
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

const ORDER = Object.keys(WARNING_TITLES)

/** Of each kind, in the figures of a batch and before an approval: the others are a press away. */
export const WARNINGS_NAMED = 3

/** The lines that warnings are about, as they were checked. */
export type WarnedLines = {
  lines: readonly FundingLine[]
  transactions: readonly TransactionRange[]
  centsOf: CentsOf
}

/**
 * By kind, so that one that is alone does not hide behind many that are alike; of each the largest, since of many alike
 * that is the one to look at. `shown`: texts of each kind.
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

/** Those of one kind in words, in the order in which a group names its first: `most` after the `after`th. */
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

/** What a warning is about, where that is not the transaction that it stands at. `said`: its own words have the sums. */
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

/** `key` is the same for warnings about the same money. */
type WarnedMoney = { key: string; cents: bigint; rows: number }
type MoneyOf = (warning: LineProblem) => WarnedMoney | null

/** The cost grows with the number of lines and no faster. */
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
    // Its own amount is 0: what is at stake is what the partner holds.
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

/** Cents that merchants get more or less than by the default split, all of them together. */
export const splitDeviation = ({ shares = [] }: Pick<LineProblem, 'shares'>): number =>
  shares.reduce((sum, { isMinor, defaultMinor }) => sum + Math.abs(isMinor - defaultMinor), 0)

/** What one of many is looked at for: of a split that differs how far, since nearly all differ by cents. */
const sizeOf = (warning: LineProblem, moneyOf: MoneyOf): bigint =>
  warning.code === 'split-differs' ? BigInt(splitDeviation(warning)) : (moneyOf(warning)?.cents ?? 0n)

/** Of equals, and where there is no money, in the order of their rows. */
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
  // What was likely meant helps whoever mends a line, and changes with the log: approvers judge the line as it stands.
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

/** `, T-1`: the transaction of a row, unless what is said of it names it. */
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
