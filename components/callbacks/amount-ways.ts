import { type AmountManner, amountMeanings, MOST_CENTS } from '@/lib/domain/callbacks/amount-readings'
import { readAmount } from '@/lib/domain/funding/amount'
import { decimalCents, grouped } from '@/lib/domain/values/money'

export type AmountWay = { way: string; title: string; note: string }

const MANNERS: Readonly<Record<AmountManner, { as: string; note: string }>> = {
  came: { as: 'as it came', note: 'One of the amounts that were reported.' },
  dollars: { as: 'as dollars', note: 'Whole dollars, without cents.' },
  cents: { as: 'as cents', note: 'The last two digits are cents.' },
  'decimal-comma': { as: 'with a decimal comma', note: 'The comma separates dollars and cents.' },
  'three-decimals': { as: 'with three decimals', note: 'The point separates dollars and cents.' },
}

/** Each sensible reading of the texts that came as the amount, and what the payment link asked for (cents). */
export function amountWays(texts: readonly string[], linkAmountMinor: number | null = null): AmountWay[] {
  const ways = texts.flatMap(amountMeanings).map(({ cents, manner }) => ({
    way: String(cents),
    title: `${dollars(cents)} — ${MANNERS[manner].as}`,
    note: MANNERS[manner].note,
  }))
  const known = ways.filter(({ way }, at) => ways.findIndex((one) => one.way === way) === at)
  if (linkAmountMinor === null || known.some(({ way }) => way === String(linkAmountMinor))) return known
  return [
    ...known,
    {
      way: String(linkAmountMinor),
      title: `${dollars(linkAmountMinor)} — as the payment link asked`,
      note: 'The payer may have paid another amount.',
    },
  ]
}

/** `$1,250.50` in cents; null where it is no amount, or zero. */
export function readDollars(typed: string): number | null {
  const read = readAmount(typed.trim(), 'minor')
  return read.ok && read.minor > 0n && read.minor <= BigInt(MOST_CENTS) ? Number(read.minor) : null
}

function dollars(cents: number): string {
  const [whole = '', part = ''] = decimalCents(BigInt(cents)).split('.')
  return `$${grouped(whole)}.${part}`
}
