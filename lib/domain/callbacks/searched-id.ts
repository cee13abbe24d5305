import { identifierKey } from './read-callback'

/** Fewer characters would find a good part of a large log. */
const LEAST_ENDING = 4

/**
 * What a search for an ID means: the whole of an identifier, or the last characters of a transaction ID, which is what
 * people read out. `ending`: null where there are too few of them. In any case of letters.
 */
export function searchedId(search: string): { whole: string; ending: string | null } {
  const whole = identifierKey(search)
  return { whole, ending: [...whole].length < LEAST_ENDING ? null : whole }
}
