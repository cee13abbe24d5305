/** What an underwriter says of a document; `open` takes back what the same person said before. */
export const DOCUMENT_VERDICTS = ['accepted', 'rejected', 'open'] as const
export type DocumentVerdict = (typeof DOCUMENT_VERDICTS)[number]

export const SHORTEST_REJECTION = 3
/** As long as what can be asked for: the reason goes out as a request. */
export const LONGEST_REJECTION = 2_000

/** What stands against a reason why a document is rejected, which onboarding reads at the slot; null where nothing does. */
export function rejectionProblem(reason: string): string | null {
  const { length } = reason.trim()
  if (length < SHORTEST_REJECTION) return 'Enter a reason that onboarding can act on.'
  return length > LONGEST_REJECTION
    ? `Use at most ${LONGEST_REJECTION.toLocaleString('en-US')} characters.`
    : null
}

/** What was decided on: this content, filed as this. Filed as something else, it is another claim. */
type Judged = { sha256: string; category: string; slot: string | null }

/** One decision on a document; a later one of the same person takes its place. */
export type DocumentDecision = Judged & {
  verdict: DocumentVerdict
  reason: string
  by: string
  at: Date
}

/** What is accepted or rejected now, by whom and why. */
export type DecisionInEffect = { verdict: 'accepted' | 'rejected'; reason: string; by: string; at: Date }

/**
 * The last word of each person on a document as it is now, oldest first; none of those who took theirs back.
 * `decisions`: in the order in which they were made. Words of `disregarded` people count for nothing: they worked on the
 * application themselves.
 */
export function lastWords(
  document: Judged,
  decisions: readonly DocumentDecision[],
  disregarded: ReadonlySet<string> = new Set(),
): DecisionInEffect[] {
  const last = new Map<string, DocumentDecision>()
  for (const decision of decisions) {
    const isOfThis =
      decision.sha256 === document.sha256 &&
      decision.category === document.category &&
      decision.slot === document.slot
    if (!isOfThis || disregarded.has(decision.by)) continue
    // Put at the end again: the order is that of the last words.
    last.delete(decision.by)
    last.set(decision.by, decision)
  }
  return [...last.values()].flatMap(({ verdict, reason, by, at }) =>
    verdict === 'open' ? [] : [{ verdict, reason, by, at }],
  )
}

/** What counts: the latest word of all. Null while nobody has decided. */
export const decisionInEffect = (words: readonly DecisionInEffect[]): DecisionInEffect | null =>
  words.at(-1) ?? null
