/** An underwriter's verdict on a document; `open` withdraws the same person's earlier one. */
export const DOCUMENT_VERDICTS = ['accepted', 'rejected', 'open'] as const
export type DocumentVerdict = (typeof DOCUMENT_VERDICTS)[number]

export const SHORTEST_REJECTION = 3
/** As long as a request may be: onboarding receives the reason as one. */
export const LONGEST_REJECTION = 2_000

/** What is wrong with the reason for a rejection, which onboarding reads beside the slot; null if nothing is. */
export function rejectionProblem(reason: string): string | null {
  const { length } = reason.trim()
  if (length < SHORTEST_REJECTION) return 'Enter a reason that onboarding can act on.'
  return length > LONGEST_REJECTION
    ? `Use at most ${LONGEST_REJECTION.toLocaleString('en-US')} characters.`
    : null
}

/** What a decision is about: this content, filed as this. Filed as something else, it proves something else. */
export type Judged = { sha256: string; category: string; slot: string | null }

/** One person's decision on a document; their next one replaces it. */
export type DocumentDecision = Judged & {
  verdict: DocumentVerdict
  reason: string
  by: string
  at: Date
}

/** An acceptance or rejection that counts now: who decided it, and why. */
export type DecisionInEffect = { verdict: 'accepted' | 'rejected'; reason: string; by: string; at: Date }

/**
 * Each person's latest decision on a document as it is now, oldest first, without those that were taken back.
 * `decisions` come in the order they were made. Those of `disregarded` people do not count: they worked on the
 * application themselves.
 */
export function latestDecisions(
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
    // A map keeps a key's first place: deleted first, the new decision goes to the end.
    last.delete(decision.by)
    last.set(decision.by, decision)
  }
  return [...last.values()].flatMap(({ verdict, reason, by, at }) =>
    verdict === 'open' ? [] : [{ verdict, reason, by, at }],
  )
}

/** The decision in effect is the latest of all. Null while no one has decided. */
export const decisionInEffect = (latest: readonly DecisionInEffect[]): DecisionInEffect | null =>
  latest.at(-1) ?? null
