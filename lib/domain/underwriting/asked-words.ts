/** Bounds of what an underwriter writes at one thing that is asked for, in characters. */
export const SHORTEST_ASKED = 3
export const LONGEST_ASKED = 2_000

/** Handed back with something unanswered, the answer has to say why. */
export const lacksReason = (answer: string): boolean => answer.trim().length < SHORTEST_ASKED

/** What to say of such words that cannot be sent; null where they can. Nothing is cut off: their author does that. */
export function askedWordsProblem(words: string): string | null {
  const { length } = words.trim()
  if (length < SHORTEST_ASKED) return 'Enter what you need.'
  return length > LONGEST_ASKED
    ? `At most ${LONGEST_ASKED.toLocaleString('en-US')} characters are allowed; this has ${length.toLocaleString('en-US')}.`
    : null
}

/** The most documents of one kind that are asked for together. */
export const MOST_DOCUMENTS = 12

/** Of a kind of document several can be asked for; a slot of the plan is one document. */
export const takesCount = (place: string): boolean => place.startsWith('documents.') && !place.includes(':')
