import { readAmount } from '@/lib/domain/funding/amount'
import { decimalCents, grouped } from '@/lib/domain/values/money'

/** No amount that is settled here is larger: the interface shows no limit, and nobody means a billion. */
const MOST_CENTS = 999_999_999_999n

/** What digits without a point may mean: dollars, or cents. Nothing for any other text. */
export function amountWays(text: string): { way: string; title: string; note: string }[] {
  const digits = /^\s*(\d{1,10})\s*$/.exec(text)?.[1]
  if (digits === undefined) return []
  const readings = [
    { cents: BigInt(digits) * 100n, note: 'It counts dollars.' },
    { cents: BigInt(digits), note: 'It counts cents.' },
  ]
  return readings
    .filter(({ cents }) => cents > 0n && cents <= MOST_CENTS)
    .map(({ cents, note }) => ({ way: String(cents), title: dollars(cents), note }))
}

/** `$1,250.50` in cents; null where it is no amount, or zero. */
export function readDollars(typed: string): number | null {
  const read = readAmount(typed.trim(), 'minor')
  return read.ok && read.minor > 0n && read.minor <= MOST_CENTS ? Number(read.minor) : null
}

function dollars(cents: bigint): string {
  const [whole = '', part = ''] = decimalCents(cents).split('.')
  return `$${grouped(whole)}.${part}`
}
