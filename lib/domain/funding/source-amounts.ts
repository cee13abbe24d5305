import { type AmountStyle, batchAmountText, readAmount, readCents, showsDollars } from './amount'
import { type MoneyIndex, transactionKey } from './check-money'
import type { ColumnMapping } from './columns'
import type { FundingLine } from './line'

/**
 * Whether a source's amounts are dollars or cents. Some amounts show it; otherwise a person decides, since `100` may
 * be one hundred dollars or one.
 */

/** A line whose amount can only be dollars, and so shows that the whole source is in dollars. */
export type PlainAmount = Pick<FundingLine, 'row' | 'amount'>

/** The first amount that can only be dollars; null if none shows it. */
export function findPlainDollars(lines: readonly FundingLine[]): PlainAmount | null {
  const line = lines.find(({ amount }) => showsDollars(amount))
  return line ? { row: line.row, amount: line.amount } : null
}

/** Whether a heading says that the column is in cents: `Amount in cents`, `amount_cents`, `AmountCents`. */
export function saysCents(heading: string): boolean {
  const words = heading
    .normalize('NFKC')
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .toLowerCase()
    .split(/[^\p{L}¢]+/u)
  return words.some((word) => /^(?:cents?|¢|minor|amount(?:in)?cents?)$/.test(word))
}

/** The amount column's heading if it says cents; otherwise null. */
export function centsHeading(
  { columns, hasHeader }: { columns: readonly string[]; hasHeader: boolean },
  { amount }: Pick<ColumnMapping, 'amount'>,
): string | null {
  const heading = hasHeader && amount !== null ? (columns[amount] ?? '') : ''
  return saysCents(heading) ? heading : null
}

/**
 * Removes `.00` from amounts under a heading that says cents, because programs write whole numbers like that. Other
 * decimals or a dollar sign contradict the heading and stay.
 */
export const underCents = <Came extends { amount: string }>(came: readonly Came[]): Came[] =>
  came.map((one) => {
    const amount = one.amount.replace(/^\s*(\d[\d,]*)\.0+\s*$/, '$1')
    return amount === one.amount ? one : { ...one, amount }
  })

/** The message for a heading that says cents above an amount that cannot be cents. */
export const contradictsCentsText = (heading: string, { row, amount }: PlainAmount): string =>
  `The column is called “${heading}”, and row ${row.toLocaleString('en-US')} has ${amount}. If these amounts are dollars, choose Dollars. If not, fix the file first.`

/** Explains why the amounts cannot be cents. */
export const plainDollarsText = ({ row, amount }: PlainAmount): string =>
  `Row ${row.toLocaleString('en-US')} has ${amount}: these amounts are dollars.`

/** Converts the lines' amounts to dollars. A text that is not an amount stays as it is. */
export const inDollars = (lines: readonly FundingLine[], style: AmountStyle): FundingLine[] =>
  lines.map((line) => lineInDollars(line, style))

export function lineInDollars<Line extends FundingLine>(line: Line, style: AmountStyle): Line {
  const amount = batchAmountText(line.amount, style)
  return amount === line.amount ? line : { ...line, amount }
}

/**
 * A draft's amounts by row, if what was read as dollars is really cents. Null if nothing would change, or if an amount
 * has a fraction: `$12.34` cannot be 12.34 cents.
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

/** One of the person's own rows, in cents, under both readings. */
export type AmountSample = Pick<FundingLine, 'row' | 'merchantId' | 'amount'> & {
  dollarsMinor: bigint
  centsMinor: bigint
}

const SAMPLES = 3

/** The first rows and the one with the largest amount, which best shows a wrong choice; in row order. */
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

/** The amount in cents when read as dollars; 0 if it can only be read one way. */
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

/** What a batch pays for a transaction as it was read, and its sale; cents. */
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
 * Suggests the other reading if it fits the sales: nearly all amounts read as dollars are about 100 times their sale,
 * or as cents about a hundredth. Null if not, or if the log has none of the sales.
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

/** Fees may reduce the paid amount, and a tip may raise it. */
const LEAST_SHARE = 0.8
const MOST_SHARE = 1.2
const NEARLY_ALL = 0.9

/** Explains why amounts in dollars may be cents. */
export const MAY_BE_CENTS = 'As dollars, they are about 100 times their sales in the callback log.'

/** Explains why the other reading may be right. */
export const styleBySalesText = (style: AmountStyle): string =>
  style === 'cents'
    ? `${MAY_BE_CENTS} If the column is in cents, choose Cents.`
    : 'As cents, they are about a hundredth of their sales in the callback log. If the column is in dollars, choose Dollars.'
