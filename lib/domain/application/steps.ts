import { counted } from '@/lib/domain/values/counted'
import { isBlocking, type Violation } from '@/lib/domain/values/violation'
import type { ApplicationKind } from './kind'
import { sectionsOf } from './section-names'
import { type ApplicationStatus, UNDERWRITING_PATH } from './status'

export const STEP_LABELS = {
  merchant: 'Merchant',
  contacts: 'Owners and contacts',
  accounts: 'Bank accounts',
  options: 'Options',
  pricing: 'Pricing and equipment',
  documents: 'Documents',
  review: 'Review and submit',
} as const

export type StepSlug = keyof typeof STEP_LABELS

/** In the order in which people work through them. */
export const stepsOf = (kind: ApplicationKind): readonly StepSlug[] => [
  ...sectionsOf(kind),
  'documents',
  'review',
]

export type StepState = {
  slug: StepSlug
  label: string
  /** `attention`: nothing blocks, but something is still open, see `note`. */
  state: 'not-visited' | 'incomplete' | 'problems' | 'attention' | 'complete'
  /** The number of blocking violations, without values that are only missing. */
  problems: number
  /** The number of warnings. */
  doubts: number
  /** The path of the first problem, else of the first warning. */
  at: string | null
  /** What is still open but blocks nothing: documents, answers, values to check. */
  note: string | null
}

/**
 * What is wanted although the partner does not require it: documents of our policy, answers to our underwriters.
 */
export type StepNeeds = {
  documents: { missing: number; total: number }
  asks: readonly { path: string | null; isDone: boolean }[]
  /** Decides what the review step says if nothing else is open. */
  status?: ApplicationStatus
}

export const NO_NEEDS: StepNeeds = { documents: { missing: 0, total: 0 }, asks: [] }

export const isStepSlug = (slug: string | undefined): slug is StepSlug =>
  slug !== undefined && Object.hasOwn(STEP_LABELS, slug)

/** The step where a violation's path is corrected; the review if it belongs to no step. */
export function stepOf(path: string): StepSlug {
  const first = path.split('.')[0]
  return isStepSlug(first) ? first : 'review'
}

/**
 * What prevents sending, as every page and list counts it: wrong values and missing values. A missing approval of
 * our underwriters is neither.
 */
export function inTheWay(violations: readonly Violation[]) {
  const found = violations.filter((one) => isBlocking(one) && one.path !== UNDERWRITING_PATH)
  return {
    wrong: found.filter(({ code }) => code !== 'required'),
    missing: found.filter(({ code }) => code === 'required'),
  }
}

/** Whether the draft itself has to change: not where it only waits for the outcome of another application. */
export const isInDraft = ({ about }: Violation): boolean => about === undefined

/**
 * The step list. A step with a warning, an empty list that should have items, or an open document or answer is not
 * complete, although these block nothing. The review also waits for every other step, document and answer.
 */
export function stepStates(
  kind: ApplicationKind,
  violations: readonly Violation[],
  visited: ReadonlySet<StepSlug>,
  needs: StepNeeds = NO_NEEDS,
): StepState[] {
  const blocking = violations.filter(isBlocking)
  const isForUnderwriters = lacksOnlyApproval(violations)
  return stepsOf(kind).map((slug) => {
    const here = blocking.filter(({ path }) => stepOf(path) === slug)
    const { wrong } = inTheWay(here)
    const doubtful = violations.filter((one) => isDoubtful(one) && stepOf(one.path) === slug)
    const problems = wrong.length
    const doubts = doubtful.length
    const at = (wrong[0] ?? doubtful[0])?.path ?? null
    const open = slug === 'review' ? (isForUnderwriters ? [] : blocking) : here
    const asked = needs.asks.filter(({ path, isDone }) => !isDone && isAskedIn(slug, path)).length
    // A step with an open request counts as visited: the request has to be answered in any case.
    const state =
      !visited.has(slug) && asked === 0
        ? 'not-visited'
        : problems > 0
          ? 'problems'
          : open.length > 0
            ? 'incomplete'
            : 'complete'
    const step = stepNeeding(
      { slug, label: STEP_LABELS[slug], state, problems, doubts, at, note: null },
      needs,
      asked,
      isForUnderwriters,
    )
    if (step.state !== 'complete') return step
    if (violations.some(({ path, code }) => path === `${slug}.items` && code === 'required'))
      return { ...step, state: 'attention', note: 'None yet' }
    return doubts > 0 ? { ...step, state: 'attention', note: `${doubts} to check` } : step
  })
}

/**
 * Whether only our underwriters' approval is missing, so that it is ready for them. False if a violation is about
 * another application of the merchant, which should be read first.
 */
export function lacksOnlyApproval(violations: readonly Violation[]): boolean {
  const blocking = violations.filter(isBlocking)
  return blocking.length > 0 && blocking.every(({ path, about }) => path === UNDERWRITING_PATH && !about)
}

/** The label in lists and at the review. */
export const READY_FOR_UNDERWRITING = 'Ready for underwriting'

/** A warning, except requests for information, which are shown as such. */
export const isDoubtful = (violation: Violation): boolean =>
  !isBlocking(violation) && violation.code !== 'asked'

/** The review's note while the application is with someone else, or is to be sent to them. */
const REVIEW_NOTES: Partial<Record<ApplicationStatus, string>> = {
  'in-underwriting': 'In review',
  'info-requested': 'To be returned',
  approved: 'To be submitted',
}

/** The step with what is still wanted; problems come first. */
function stepNeeding(
  step: StepState,
  { documents, status }: Pick<StepNeeds, 'documents' | 'status'>,
  asked: number,
  isForUnderwriters: boolean,
): StepState {
  if (step.state === 'problems') return step
  if (asked > 0) {
    const note = counted(asked, 'request open', 'requests open')
    return { ...step, state: step.state === 'complete' ? 'attention' : step.state, note }
  }
  if (step.state !== 'complete') return step
  const review = step.slug === 'review' && status ? REVIEW_NOTES[status] : undefined
  if (review !== undefined) return { ...step, state: 'attention', note: review }
  // Documents are submitted with the application, so missing ones also keep the review from being complete.
  const isFiled = step.slug === 'documents' || step.slug === 'review'
  if (isFiled && documents.missing > 0) {
    const note =
      step.slug === 'review'
        ? `${documents.missing} missing`
        : `${documents.missing} of ${documents.total} to go`
    return { ...step, state: 'attention', note }
  }
  return isForUnderwriters && step.slug === 'review'
    ? { ...step, state: 'attention', note: READY_FOR_UNDERWRITING }
    : step
}

/** The review lists everything that was asked; a request whose place is gone is listed only there. */
const isAskedIn = (slug: StepSlug, path: string | null): boolean =>
  slug === 'review' || (path !== null && stepOf(path) === slug)
