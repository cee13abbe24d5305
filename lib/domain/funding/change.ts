import { dollarWords } from '@/lib/domain/values/money'

/** What every screen and file calls the three amounts of a batch that changes what the partner holds. */
export const CHANGE_TITLES = { was: 'Was', new: 'New', difference: 'Difference' } as const

/** Cents that the partner held before; 0 where it held none. Not certain, it is the most that it may have held. */
export type WasSum = { amountMinor: bigint; isCertain: boolean }

export const NO_WAS: WasSum = { amountMinor: 0n, isCertain: true }

export const addWas = (one: WasSum, other: WasSum): WasSum => ({
  amountMinor: one.amountMinor + other.amountMinor,
  isCertain: one.isCertain && other.isCertain,
})

/** `$100.00`, `up to $100.00`. */
export const wasWords = ({ amountMinor, isCertain }: WasSum): string =>
  `${isCertain ? '' : 'up to '}${dollarWords(amountMinor)}`

/** `+$23,659.02`, `−$5.00`, `$0.00`, `at least +$5.00`. */
export function differenceWords({ amountMinor, isCertain }: WasSum, newMinor: bigint): string {
  const difference = newMinor - amountMinor
  return `${isCertain ? '' : 'at least '}${difference > 0n ? '+' : ''}${dollarWords(difference)}`
}
