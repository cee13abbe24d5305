import type { DecisionProblem, UnjudgedAnswer } from '@/lib/domain/underwriting/decision'
import type { Verdict } from '@/lib/domain/underwriting/reasons'

/** What somebody has filled in of a decision. */
export type Typed = {
  outcome: Verdict | null
  reasons: Readonly<Record<Verdict, readonly string[]>>
  note: string
}

/** What was pressed last, and what stood against it. */
export type Refused = { typed: Typed; problems: readonly DecisionProblem[] }

/** What of that stands against what is typed now, on the case as it is now. */
export function standingProblems(
  { typed, problems }: Refused,
  now: Typed,
  openChecks: readonly string[],
  unjudged: readonly UnjudgedAnswer[],
): DecisionProblem[] {
  const isSame = typed.outcome === now.outcome
  return problems.flatMap((problem): DecisionProblem[] => {
    // The case changed, whatever is decided.
    if (problem.code === 'stale') return [problem]
    if (!isSame) return []
    if (problem.code === 'reasons')
      return typed.note === now.note && typed.reasons === now.reasons ? [problem] : []
    if (problem.code === 'checklist') {
      const entries = problem.entries.filter(({ key }) => openChecks.includes(key))
      return entries.length > 0 ? [{ ...problem, entries }] : []
    }
    if (problem.code === 'unjudged') {
      const answers = problem.answers.filter(({ id }) => unjudged.some((one) => one.id === id))
      return answers.length > 0 ? [{ ...problem, answers }] : []
    }
    return [problem]
  })
}
