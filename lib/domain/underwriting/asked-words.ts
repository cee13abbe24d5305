/** Length limits of an underwriter's request for one item, in characters. */
export const SHORTEST_ASKED = 3
export const LONGEST_ASKED = 2_000

/** If something is left unanswered, the answer has to say why. */
export const lacksReason = (answer: string): boolean => answer.trim().length < SHORTEST_ASKED

/**
 * What is wrong with the words of a request; null if they can be sent. Too long a text is not cut: its author
 * shortens it.
 */
export function askedWordsProblem(words: string): string | null {
  const { length } = words.trim()
  if (length < SHORTEST_ASKED) return 'Enter what you need.'
  return length > LONGEST_ASKED
    ? `At most ${LONGEST_ASKED.toLocaleString('en-US')} characters are allowed; this has ${length.toLocaleString('en-US')}.`
    : null
}

/** The most documents of one kind that one request can ask for. */
export const MOST_DOCUMENTS = 12

/** Several documents can be requested of a category, but only one for a slot of the plan. */
export const takesCount = (place: string): boolean => place.startsWith('documents.') && !place.includes(':')
