import type { DecisionProblem, UnjudgedAnswer } from '@/lib/domain/underwriting/decision'
import type { Verdict } from '@/lib/domain/underwriting/reasons'

/** The current input of a decision form. */
export type Typed = {
  outcome: Verdict | null
  reasons: Readonly<Record<Verdict, readonly string[]>>
  note: string
}

/** The last attempt, and what prevented it. */
export type Refused = { typed: Typed; problems: readonly DecisionProblem[] }

/** Which of its problems still apply to the current input and case. */
export function standingProblems(
  { typed, problems }: Refused,
  now: Typed,
  openChecks: readonly string[],
  unjudged: readonly UnjudgedAnswer[],
): DecisionProblem[] {
  const isSame = typed.outcome === now.outcome
  return problems.flatMap((problem): DecisionProblem[] => {
    // A changed case is a problem for any decision.
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
