/** Bounds of what an underwriter writes at one thing that is asked for, in characters. */
export const SHORTEST_ASKED = 3
export const LONGEST_ASKED = 2_000

/** What to say of such words that cannot be sent; null where they can. Nothing is cut off: their author does that. */
export function askedWordsProblem(words: string): string | null {
  const { length } = words.trim()
  if (length < SHORTEST_ASKED) return 'Write what is wanted, in a few words.'
  return length > LONGEST_ASKED
    ? `At most ${LONGEST_ASKED.toLocaleString('en-US')} characters can stand here; this has ${length.toLocaleString('en-US')}.`
    : null
}
