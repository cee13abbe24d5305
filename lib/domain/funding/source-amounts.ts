import { type AmountStyle, batchAmountText, readAmount, readCents, showsDollars } from './amount'
import { type MoneyIndex, transactionKey } from './check-money'
import type { ColumnMapping } from './columns'
import type { FundingLine } from './line'

/**
 * How the amounts of a source are meant: dollars or cents. Some say it themselves; for all others a person says it,
 * since `100` may be one hundred dollars as well as one.
 */

/** A line whose amount says that it is dollars: what else stands in the source then is dollars, too. */
export type PlainAmount = Pick<FundingLine, 'row' | 'amount'>

/** The first amount that says so itself; null where a person has to say it. */
export function findPlainDollars(lines: readonly FundingLine[]): PlainAmount | null {
  const line = lines.find(({ amount }) => showsDollars(amount))
  return line ? { row: line.row, amount: line.amount } : null
}

/** Whether the name of a column says that its amounts are cents: `Amount in cents`, `amount_cents`, `AmountCents`. */
export function saysCents(heading: string): boolean {
  const words = heading
    .normalize('NFKC')
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .toLowerCase()
    .split(/[^\p{L}¢]+/u)
  return words.some((word) => /^(?:cents?|¢|minor|amount(?:in)?cents?)$/.test(word))
}

/** The name of the column of amounts, where it says cents; else null. */
export function centsHeading(
  { columns, hasHeader }: { columns: readonly string[]; hasHeader: boolean },
  { amount }: Pick<ColumnMapping, 'amount'>,
): string | null {
  const heading = hasHeader && amount !== null ? (columns[amount] ?? '') : ''
  return saysCents(heading) ? heading : null
}

/**
 * Amounts under a heading that says cents: zeros behind a point are how programs write any number, and are left out, so
 * that they are not taken for dollars. What has other cents, or a dollar sign, contradicts the heading and stays.
 */
export const underCents = <Came extends { amount: string }>(came: readonly Came[]): Came[] =>
  came.map((one) => {
    const amount = one.amount.replace(/^\s*(\d[\d,]*)\.0+\s*$/, '$1')
    return amount === one.amount ? one : { ...one, amount }
  })

/** What a person is told where a heading says cents and an amount below it cannot be cents. */
export const contradictsCentsText = (heading: string, { row, amount }: PlainAmount): string =>
  `The column is called “${heading}”, and row ${row.toLocaleString('en-US')} has ${amount}. If these amounts are dollars, choose Dollars. If not, fix the file first.`

/** Why amounts cannot be cents, in words. */
export const plainDollarsText = ({ row, amount }: PlainAmount): string =>
  `Row ${row.toLocaleString('en-US')} has ${amount}: these amounts are dollars.`

/** The lines as a batch holds them. What is no amount stays as it came. */
export const inDollars = (lines: readonly FundingLine[], style: AmountStyle): FundingLine[] =>
  lines.map((line) => lineInDollars(line, style))

export function lineInDollars<Line extends FundingLine>(line: Line, style: AmountStyle): Line {
  const amount = batchAmountText(line.amount, style)
  return amount === line.amount ? line : { ...line, amount }
}

/**
 * The amounts of a draft, by row, as they are if what was read as dollars is cents. Null where one of them has cents of its
 * own, and there are none: `$12.34` cannot be 12.34 cents.
 */
export function asCents(lines: readonly FundingLine[]): ReadonlyMap<number, { amount: string }> | null {
  const amounts = new Map<number, { amount: string }>()
  for (const { row, amount } of lines) {
    const [, whole, cents] = /^(\d+)\.(\d\d)$/.exec(amount) ?? []
    if (whole === undefined || Number(amount) === 0) continue
    if (cents !== '00') return null
    amounts.set(row, { amount: batchAmountText(whole, 'cents') })
  }
  return amounts.size > 0 ? amounts : null
}

/** One of a person's own rows, as it would be read either way, in cents. */
export type AmountSample = Pick<FundingLine, 'row' | 'merchantId' | 'amount'> & {
  dollarsMinor: bigint
  centsMinor: bigint
}

const SAMPLES = 3

/** The first rows, and the one with the largest amount: it shows a wrong choice best. In the order of the rows. */
export function sampleAmounts(lines: readonly FundingLine[]): AmountSample[] {
  const first: FundingLine[] = []
  let largest: FundingLine | null = null
  let most = 0
  for (const line of lines) {
    const cents = centsEitherWay(line.amount)
    if (cents === 0) continue
    if (first.length < SAMPLES) first.push(line)
    if (cents > most) {
      largest = line
      most = cents
    }
  }
  if (!largest || first.includes(largest)) return first.map(sampleOf)
  return [...first.slice(0, SAMPLES - 1), largest].map(sampleOf)
}

/** As dollars; 0 where there is nothing that could be meant either way. */
function centsEitherWay(amount: string): number {
  const cents = readCents(amount, 'minor')
  return typeof cents === 'number' && batchAmountText(amount, 'cents') !== amount ? cents : 0
}

const sampleOf = ({ row, merchantId, amount }: FundingLine): AmountSample => ({
  row,
  merchantId,
  amount,
  dollarsMinor: minorOf(batchAmountText(amount, 'dollars')),
  centsMinor: minorOf(batchAmountText(amount, 'cents')),
})

function minorOf(dollars: string): bigint {
  const amount = readAmount(dollars, 'minor')
  return amount.ok ? amount.minor : 0n
}

/** What of a transaction is in a batch, as it was read, and what its sale is; cents. */
export type BesideSale = { givenMinor: number; saleMinor: number }

export function besideSale(
  lines: readonly FundingLine[],
  centsOf: (line: FundingLine) => number | null,
  { sales, findTransactionId }: Pick<MoneyIndex, 'sales' | 'findTransactionId'>,
): BesideSale {
  const sale = lines[0] && sales.get(transactionKey(lines[0], findTransactionId))
  return {
    givenMinor: lines.reduce((sum, line) => sum + (centsOf(line) ?? 0), 0),
    saleMinor: sale?.amountMinor ?? 0,
  }
}

/**
 * The other way to read amounts, where it fits their sales: nearly all of them are about a hundred times their sale, read
 * as dollars, or a hundredth of it, read as cents. Null where they are not, and where the log knows no sale of them.
 */
export function styleBySales(style: AmountStyle, transactions: readonly BesideSale[]): AmountStyle | null {
  const told = transactions.filter(({ saleMinor, givenMinor }) => saleMinor > 0 && givenMinor > 0)
  const fitting = told.filter(({ saleMinor, givenMinor }) => {
    const share = style === 'dollars' ? givenMinor / 100 / saleMinor : (givenMinor * 100) / saleMinor
    return share >= LEAST_SHARE && share <= MOST_SHARE
  })
  if (told.length === 0 || fitting.length / told.length < NEARLY_ALL) return null
  return style === 'dollars' ? 'cents' : 'dollars'
}

/** Fees are taken out of a sale, and a tip may come on top of it. */
const LEAST_SHARE = 0.8
const MOST_SHARE = 1.2
const NEARLY_ALL = 0.9

/** Why amounts in dollars may be cents. */
export const MAY_BE_CENTS = 'As dollars, they are about 100 times their sales in the callback log.'

/** Why the other way may be meant, in words. */
export const styleBySalesText = (style: AmountStyle): string =>
  style === 'cents'
    ? `${MAY_BE_CENTS} If the column is in cents, choose Cents.`
    : 'As cents, they are about a hundredth of their sales in the callback log. If the column is in dollars, choose Dollars.'
