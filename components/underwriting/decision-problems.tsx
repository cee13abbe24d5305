import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import type { UnjudgedAnswer } from '@/lib/domain/underwriting/decision'
import type { changesBetween } from '@/lib/domain/underwriting/evidence'
import { answerId, checkId } from './case-status'
import { PlaceLinks } from './place-links'
import { type Refused, standingProblems, type Typed } from './standing-problems'

/** The case has changed since this person saw it. What they wrote stays. */
export function StaleDecision({
  changes: { sections, documents },
  sectionLabels,
  isHere,
  onRefresh,
}: {
  changes: ReturnType<typeof changesBetween>
  sectionLabels: Readonly<Record<string, string>>
  /** Whether the page already shows the changes. */
  isHere: boolean
  onRefresh: () => void
}) {
  const changed = [...sections.map((section) => sectionLabels[section] ?? section), ...documents]
  return (
    <Callout
      tone="warn"
      live="alert"
      title="The case changed after you opened it"
      actions={
        <Button size="small" onClick={onRefresh}>
          {isHere ? 'Continue' : 'Load changes'}
        </Button>
      }
    >
      <p>Review the changes before you decide. Your reasons and your note are still here.</p>
      <ul className="mt-1 list-disc ps-5">
        {changed.map((name) => (
          <li key={name} className="break-words">
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
    </Callout>
  )
}

/** Everything that prevents the decision. Problems of reasons and note are also shown there. */
export function DecisionProblems({
  refused,
  typed,
  openChecks,
  unjudged,
  failure,
}: {
  refused: Refused
  typed: Typed
  openChecks: readonly string[]
  unjudged: readonly UnjudgedAnswer[]
  /** The desk refused or did not answer. */
  failure: string | null
}) {
  const problems = standingProblems(refused, typed, openChecks, unjudged)
  if (failure === null && problems.length === 0) return null
  return (
    <Callout tone="bad" title="Decision not recorded" live="alert">
      {failure && <p>{failure}</p>}
      <ul className="flex flex-col gap-1">
        {problems.map((problem) => (
          <li key={`${problem.code} ${problem.message}`}>
            {problem.message}
            {problem.code === 'checklist' && (
              <PlaceLinks
                places={problem.entries.map(({ key, text }) => ({ id: checkId(key), label: text }))}
              />
            )}
            {problem.code === 'unjudged' && (
              <PlaceLinks places={problem.answers.map(({ id, label }) => ({ id: answerId(id), label }))} />
            )}
          </li>
        ))}
      </ul>
    </Callout>
  )
}
