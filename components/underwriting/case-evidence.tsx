import { Badge } from '@/components/ui/badge'
import { CopyableId } from '@/components/ui/copyable-id'
import { DateTime } from '@/components/ui/date-time'
import { Description, DescriptionList } from '@/components/ui/description-list'
import type { Tone } from '@/components/ui/tone'
import { ANY_SECTION_NAMES } from '@/lib/domain/application/section-names'
import { canSubmit } from '@/lib/domain/application/status'
import { changesBetween } from '@/lib/domain/underwriting/evidence'
import type { CaseView } from '@/lib/server/underwriting/loaders'
import { OUTCOME_TEXTS, reasonsText } from './decision-words'
import { Words } from './words'

type Decision = CaseView['decisions'][number]

/** Every decision with its evidence. */
export function CaseEvidence({ view }: { view: CaseView }) {
  return (
    <ul>
      {view.decisions.map((decision) => (
        <li key={decision.id} className="border-b border-line px-4 py-3 last:border-b-0">
          <DecisionHead decision={decision} isWaiting={decision.id === view.firstDecisionId} />
          {decision.stale && (
            <p className="mt-1 text-sm text-warn-ink">
              Changed since: {changedSince(view, decision).join(', ')}. {staleWords(view)}
            </p>
          )}
          <details className="mt-1.5">
            <summary className="inline-block rounded-sm py-1 text-sm text-muted underline decoration-dotted underline-offset-2 hover:text-ink">
              Evidence
            </summary>
            <Evidence decision={decision} />
          </details>
        </li>
      ))}
    </ul>
  )
}

function changedSince({ seen, application: { steps } }: CaseView, decision: Decision): string[] {
  const { sections, documents } = changesBetween(decision, seen)
  return [
    ...sections.map((section) => steps.find(({ slug }) => slug === section)?.label ?? section),
    ...documents,
  ]
}

/** Section versions count every save, so a value that was changed back may still be what was approved. */
function staleWords({ application, stillApproved }: CaseView): string {
  if (stillApproved) return 'Unchanged since approval.'
  return canSubmit(application.status) ? 'A new decision is needed before this version can be sent.' : ''
}

/** The decision, by whom, why, and whether it is in effect. */
export function DecisionHead({ decision, isWaiting }: { decision: Decision; isWaiting: boolean }) {
  const { outcome, by, at, reasons, note, round, stale } = decision
  const { label, tone } = effectOf(decision, isWaiting)
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone={OUTCOME_TEXTS[outcome].tone}>{OUTCOME_TEXTS[outcome].done}</Badge>
        <Badge tone={tone}>{label}</Badge>
        {stale && <Badge tone="warn">Stale</Badge>}
        <span className="text-sm text-muted">
          <bdi className="font-medium text-ink">{by}</bdi>, <DateTime at={at} />
          {round > 1 && ` · round ${round}`}
        </span>
      </div>
      <p className="mt-1 break-words">{reasonsText(reasons)}.</p>
      {note !== '' && (
        <div className="mt-0.5 text-muted">
          <Words text={note} />
        </div>
      )}
    </>
  )
}

function effectOf(
  { inEffect, confirms, isWithdrawn }: Decision,
  isWaiting: boolean,
): { label: string; tone: Tone } {
  if (inEffect) return { label: confirms ? 'Confirmed the first' : 'In effect', tone: 'good' }
  if (isWithdrawn) return { label: 'Withdrawn', tone: 'neutral' }
  if (isWaiting) return { label: 'Awaiting second decision', tone: 'progress' }
  return { label: confirms ? 'Disagreed with the first' : 'First of two', tone: 'neutral' }
}

/** The hashes and versions that prove what was decided on. */
export function Evidence({ decision }: { decision: Decision }) {
  const { payloadSha256, documents, versions, signals, ruleVersion } = decision
  return (
    <DescriptionList>
      <Description term="Payload (SHA-256)">
        <CopyableId value={payloadSha256} label="hash of the payload" />
      </Description>
      <Description term="Documents (SHA-256)">
        {documents.length === 0
          ? 'None'
          : documents.map(({ id, name, sha256 }) => (
              <div key={id} className="mb-1 last:mb-0">
                <bdi>{name}</bdi>
                <span className="block text-muted">
                  <CopyableId value={sha256} label={`hash of ${name}`} />
                </span>
              </div>
            ))}
      </Description>
      <Description term="Section versions">
        {ANY_SECTION_NAMES.flatMap((section) => {
          const version = versions[section]
          return version === undefined ? [] : [`${section} ${version}`]
        }).join(', ')}
      </Description>
      <Description term="Rules">
        Version {ruleVersion}; {signals.length === 1 ? '1 signal' : `${signals.length} signals`} stood
      </Description>
    </DescriptionList>
  )
}
