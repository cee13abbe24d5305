import { counted } from '@/lib/domain/values/counted'
import { isBlocking, isSlip, type Violation } from '@/lib/domain/values/violation'
import type { ApplicationKind } from './kind'
import { inTheWayWords, slipsIn, slipWords } from './readiness'
import { type ApplicationStatus, canSubmit, UNDERWRITING_PATH } from './status'
import {
  inTheWay,
  isDoubtful,
  isInDraft,
  lacksOnlyApproval,
  STEP_LABELS,
  type StepNeeds,
  type StepSlug,
  type StepState,
} from './steps'

/** The facts that decide the next step of an application. The permissions are the reader's. */
export type NextStepFacts = {
  status: ApplicationStatus
  kind: ApplicationKind
  statusBeforeRevision: ApplicationStatus | null
  steps: readonly StepState[]
  violations: readonly Violation[]
  needs: StepNeeds
  /** What the partner's latest answer found wrong. */
  partnerProblems: number
  /** Records that the partner rejected in its latest answer and has not created since. */
  rejectedRecords: number
  /** Records whose missing ID holds something up. */
  neededIds: number
  isStageLocked: boolean
  /** It was opened for changes, and nothing has changed. */
  isUnchanged: boolean
  mayDiscard: boolean
  mayWrite: boolean
  maySubmit: boolean
  mayHandOver: boolean
  mayRevise: boolean
  mayTakeUp: boolean
  mayOpenCase: boolean
  mayWriteDocuments: boolean
}

/**
 * `go`: to a step of the wizard. `here`: to a part of this page. `case`: to its case. `revise`, `discard` and `reopen`:
 * change it on this page. `wait`: someone else must act first. `none`: nothing is left to do.
 */
export type NextStepTarget =
  | { to: 'go'; step: StepSlug; part?: 'underwriting' }
  | { to: 'here'; part: RecordPart }
  | { to: 'case' | 'revise' | 'discard' | 'reopen' | 'wait' | 'none' }

/** Parts of an application's page that a next step can lead to. */
export type RecordPart = 'resolve' | 'record-ids' | 'support'

export type NextStep = {
  /** The label of the button, or of the line that replaces it if there is none. */
  label: string
  target: NextStepTarget
  /** What blocks it or is still open, most pressing first. */
  open: string[]
  /** The text if nothing is open. */
  otherwise: string
}

/** The step where work on a draft continues. Missing documents do not block; the review names them. */
export const unfinishedStep = (steps: readonly StepState[]): StepSlug =>
  steps.find(({ state }) => state !== 'complete' && state !== 'attention')?.slug ?? 'review'

/** The next step of an application for this reader, and what is still open in it. */
export function nextStep(facts: NextStepFacts): NextStep {
  // Nothing can block a return to what the partner has.
  if (facts.isUnchanged && facts.mayDiscard) return DISCARD
  return { ...stepIn(facts), open: openIn(facts), otherwise: OTHERWISE[facts.status] ?? '' }
}

const DISCARD: NextStep = {
  label: 'Discard update…',
  target: { to: 'discard' },
  open: [],
  otherwise: 'Nothing changed since it was sent',
}

type Step = Pick<NextStep, 'label' | 'target'>

const OTHERWISE: Readonly<Partial<Record<ApplicationStatus, string>>> = {
  draft: 'Nothing is missing',
  'info-requested': 'All requests are answered',
  'in-underwriting': 'Waiting for a decision',
  approved: 'Nothing is missing',
  refused: 'Nothing is missing',
  'not-sent': 'Nothing is missing',
  'outcome-unknown': 'Locked until it is resolved',
  withdrawn: 'Nothing is at the partner',
}

function stepIn(facts: NextStepFacts): Step {
  const wait = (label: string) => ({ label, target: { to: 'wait' as const } })
  const none = (label: string) => ({ label, target: { to: 'none' as const } })
  const review = (label: string) => ({ label, target: { to: 'go' as const, step: 'review' as const } })
  const { wrong, missing } = inTheWay(facts.violations)
  switch (facts.status) {
    case 'draft':
      return facts.mayWrite ? draftStep(facts) : wait(DRAFT_OF_OTHERS)
    case 'in-underwriting':
      return facts.mayOpenCase
        ? { label: 'Open the case', target: { to: 'case' } }
        : wait('Waiting for underwriting')
    case 'info-requested':
      return facts.mayWrite && facts.maySubmit
        ? review('Answer and return')
        : wait('Waiting for onboarding to answer')
    case 'approved':
      // What was right when it was approved can be wrong since an upgrade, and is corrected in a draft.
      if (wrong.concat(missing).some(isInDraft))
        return facts.maySubmit ? review('Recall and correct') : wait('Waiting for onboarding to correct it')
      return facts.maySubmit ? review('Review and submit') : wait('Waiting for onboarding to submit')
    case 'declined':
      return none('Closed')
    case 'submitting':
      return wait('Waiting for the partner’s answer')
    case 'submitted':
      return submittedStep(facts)
    case 'partly-accepted':
      if (facts.neededIds > 0 && facts.maySubmit) return ENTER_IDS
      if (facts.kind === 'full')
        return { label: 'See what is left to do', target: { to: 'here', part: 'support' } }
      return facts.mayRevise && !facts.isStageLocked
        ? { label: 'Make changes', target: { to: 'revise' } }
        : wait('Waiting for onboarding to fix the rejected records')
    case 'ids-needed':
      return facts.maySubmit ? ENTER_IDS : wait('Waiting for onboarding to enter record IDs')
    case 'refused':
      return facts.mayWrite ? review('Fix and resubmit') : wait('Waiting for onboarding to fix it')
    case 'not-sent':
      return facts.mayWrite
        ? review('Review and submit again')
        : wait('Waiting for onboarding to resubmit it')
    case 'outcome-unknown':
      return facts.maySubmit
        ? { label: 'Resolve outcome', target: { to: 'here', part: 'resolve' } }
        : wait('Waiting for onboarding to resolve the outcome')
    case 'withdrawn':
      return facts.mayTakeUp ? { label: 'Reopen', target: { to: 'reopen' } } : none('Withdrawn')
  }
}

const DRAFT_OF_OTHERS = 'Onboarding is working on it'
const ENTER_IDS: Step = {
  label: 'Enter record IDs',
  target: { to: 'here', part: 'record-ids' },
}

function draftStep({ steps, statusBeforeRevision, violations, mayHandOver, maySubmit }: NextStepFacts): Step {
  const step = unfinishedStep(steps)
  if (step !== 'review') return { label: 'Continue', target: { to: 'go', step } }
  const blocking = violations.filter(isBlocking)
  const needsApproval = blocking.some(({ path }) => path === UNDERWRITING_PATH)
  if (needsApproval && mayHandOver && blocking.every(({ path }) => path === UNDERWRITING_PATH)) {
    const part = lacksOnlyApproval(violations) ? ({ part: 'underwriting' } as const) : {}
    return { label: 'Send to underwriting', target: { to: 'go', step, ...part } }
  }
  const label = !maySubmit ? 'Review' : statusBeforeRevision ? 'Review and send update' : 'Review and submit'
  return { label, target: { to: 'go', step } }
}

function submittedStep({ needs, neededIds, ...facts }: NextStepFacts): Step {
  if (neededIds > 0 && facts.maySubmit) return ENTER_IDS
  if (needs.documents.missing > 0 && facts.mayWriteDocuments)
    return { label: 'Add documents', target: { to: 'go', step: 'documents' } }
  return { label: 'Nothing to do', target: { to: 'none' } }
}

/** Statuses in which documents can still be needed. In the others, the application is closed or with someone else. */
const WANTS_DOCUMENTS: readonly ApplicationStatus[] = [
  'draft',
  'info-requested',
  'approved',
  'submitted',
  'partly-accepted',
  'refused',
  'not-sent',
]

function openIn({
  status,
  steps,
  violations,
  needs,
  partnerProblems,
  rejectedRecords,
  neededIds,
}: NextStepFacts): string[] {
  const blocked = inTheWayWords(violations)
  const isEdited = canSubmit(status) || status === 'info-requested'
  const unfinished = steps.filter(
    ({ slug, state }) => slug !== 'review' && state !== 'complete' && state !== 'attention',
  )
  const asked = needs.asks.filter(({ isDone }) => !isDone).length
  const count = (number: number, one: string, many?: string) =>
    number > 0 ? [counted(number, one, many)] : []
  return [
    ...count(asked, 'request open', 'requests open'),
    ...(status === 'refused'
      ? count(partnerProblems, 'problem named by the partner', 'problems named by the partner')
      : []),
    ...(status === 'partly-accepted' ? count(rejectedRecords, 'record rejected', 'records rejected') : []),
    ...(isEdited ? blocked : []),
    ...(isEdited && blocked.length === 0 && unfinished.length > 0
      ? [`Not started: ${unfinished.map(({ slug }) => STEP_LABELS[slug]).join(', ')}`]
      : []),
    ...(isEdited ? warnedIn(violations) : []),
    ...count(neededIds, 'record ID missing', 'record IDs missing'),
    ...(WANTS_DOCUMENTS.includes(status)
      ? count(needs.documents.missing, 'document missing', 'documents missing')
      : []),
  ]
}

/** Names the fields of values that are certainly wrong, as the list of drafts does. */
function warnedIn(violations: readonly Violation[]): string[] {
  const slips = slipWords(slipsIn(violations))
  const others = violations.filter((each) => isDoubtful(each) && !isSlip(each)).length
  return [
    ...(slips === null ? [] : [slips]),
    ...(others === 0 ? [] : [counted(others, slips === null ? 'warning' : 'other warning')]),
  ]
}
