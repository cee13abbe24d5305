import { type AmountManner, amountMeanings, MOST_CENTS } from '@/lib/domain/callbacks/amount-readings'
import { readAmount } from '@/lib/domain/funding/amount'
import { dollarWords } from '@/lib/domain/values/money'

type AmountChoice = { value: number; title: string; note: string }

const MANNERS: Readonly<Record<AmountManner, { as: string; note: string }>> = {
  came: { as: 'as received', note: 'One of the reported amounts.' },
  dollars: { as: 'as dollars', note: 'Whole dollars, without cents.' },
  cents: { as: 'as cents', note: 'The last two digits are cents.' },
  'decimal-comma': { as: 'with a decimal comma', note: 'The comma separates dollars and cents.' },
  'three-decimals': { as: 'with three decimals', note: 'The point separates dollars and cents.' },
}

/** The plausible readings of the received amount texts, plus the payment link's amount. Cents. */
export function amountChoices(
  texts: readonly string[],
  linkAmountMinor: number | null = null,
): AmountChoice[] {
  const choices = texts.flatMap(amountMeanings).map(({ cents, manner }) => ({
    value: cents,
    title: `${dollarWords(cents)} — ${MANNERS[manner].as}`,
    note: MANNERS[manner].note,
  }))
  const known = choices.filter(({ value }, at) => choices.findIndex((one) => one.value === value) === at)
  if (linkAmountMinor === null || known.some(({ value }) => value === linkAmountMinor)) return known
  return [
    ...known,
    {
      value: linkAmountMinor,
      title: `${dollarWords(linkAmountMinor)} — as requested by the payment link`,
      note: 'The payer may have paid another amount.',
    },
  ]
}

/** `$1,250.50` in cents; null if the text is not an amount, or is zero. */
export function readSaleCents(typed: string): number | null {
  const read = readAmount(typed.trim(), 'minor')
  return read.ok && read.minor > 0n && read.minor <= BigInt(MOST_CENTS) ? Number(read.minor) : null
}
