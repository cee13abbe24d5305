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
