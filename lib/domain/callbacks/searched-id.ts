import { identifierKey } from './read-callback'

/** Fewer characters would match too much of a large log. */
const LEAST_ENDING = 4

/**
 * How to read a search for an ID: as a whole identifier, or as the last characters of a transaction ID, which is what
 * people read out. `ending`: null if there are too few characters. Case does not matter.
 */
export function searchedId(search: string): { whole: string; ending: string | null } {
  const whole = identifierKey(search)
  return { whole, ending: [...whole].length < LEAST_ENDING ? null : whole }
}

/** A search for an amount, in cents: `12.50`, `$1,234.50`, `$12`. Null for bare digits, which are part of an ID. */
export function searchedAmount(search: string): number | null {
  const [, sign, dollars, cents] =
    /^(\$ ?)?(\d{1,12}|\d{1,3}(?:,\d{3}){1,3})(?:\.(\d\d))?$/.exec(search.trim()) ?? []
  if (dollars === undefined || (sign === undefined && cents === undefined)) return null
  return Number(`${dollars.replaceAll(',', '')}${cents ?? '00'}`)
}
