import { identifierKey } from './read-callback'

/** Fewer characters would find a good part of a large log. */
const LEAST_PART = 4

/**
 * What a search for an ID means: the whole of an identifier, or the first or last characters of a transaction ID, which
 * is what people read out. `part`: null where there are too few of them. In any case of letters.
 */
export function searchedId(search: string): { whole: string; part: string | null } {
  const whole = identifierKey(search)
  return { whole, part: [...whole].length < LEAST_PART ? null : whole }
}
