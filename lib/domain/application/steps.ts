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

/** In the order in which people go through them. */
export const stepsOf = (kind: ApplicationKind): readonly StepSlug[] => [
  ...sectionsOf(kind),
  'documents',
  'review',
]

export type StepState = {
  slug: StepSlug
  label: string
  /** `attention`: nothing blocks, and something is still wanted. */
  state: 'not-visited' | 'incomplete' | 'problems' | 'attention' | 'complete'
  /** Blocking violations other than values that are merely missing. */
  problems: number
  /** What is doubtful and blocks nothing. */
  doubts: number
  /** Where the first problem is, else the first doubt. */
  at: string | null
  /** What is wanted beside what blocks: documents, answers, what is to be checked. */
  note: string | null
}

/** What is wanted though the partner does not require it: documents of our policy, answers to our underwriters. */
export type StepNeeds = {
  documents: { missing: number; total: number }
  asks: readonly { path: string | null; isDone: boolean }[]
  /** What the review says of it where nothing else is open. */
  status?: ApplicationStatus
}

export const NO_NEEDS: StepNeeds = { documents: { missing: 0, total: 0 }, asks: [] }

export const isStepSlug = (slug: string | undefined): slug is StepSlug =>
  slug !== undefined && Object.hasOwn(STEP_LABELS, slug)

/** The step on which a violation's path is mended; what belongs to no step is shown at the review. */
export function stepOf(path: string): StepSlug {
  const first = path.split('.')[0]
  return isStepSlug(first) ? first : 'review'
}

/**
 * What stands in the way of sending it, as every page and list counts it: values that are wrong, and those that are merely
 * missing. That our underwriters have not approved it is neither.
 */
export function inTheWay(violations: readonly Violation[]) {
  const found = violations.filter((one) => isBlocking(one) && one.path !== UNDERWRITING_PATH)
  return {
    wrong: found.filter(({ code }) => code !== 'required'),
    missing: found.filter(({ code }) => code === 'required'),
  }
}

/**
 * What the step list shows. What is complete lacks nothing and has nothing in it that is doubtful: a warning, an empty
 * list that should have something, a document or an answer that is wanted keep a step from it, though they block nothing;
 * the review waits for what blocks in all the others, for every document and for every answer.
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
    // What underwriters ask in a step is to be answered, whether or not somebody looked at it.
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
 * Nothing stands against it but that our underwriters have not approved it: it is ready for them. Where they handled
 * another application of the merchant, that is read first.
 */
export function lacksOnlyApproval(violations: readonly Violation[]): boolean {
  const blocking = violations.filter(isBlocking)
  return blocking.length > 0 && blocking.every(({ path, about }) => path === UNDERWRITING_PATH && !about)
}

/** In a list, at the review and beside it. */
export const READY_FOR_UNDERWRITING = 'Ready for underwriting'

/** A warning, but for what is asked: that is told as a request. */
export const isDoubtful = (violation: Violation): boolean =>
  !isBlocking(violation) && violation.code !== 'asked'

/** Where it is with somebody, or is to go to them, the review is not at its end. */
const REVIEW_NOTES: Partial<Record<ApplicationStatus, string>> = {
  'in-underwriting': 'In review',
  'info-requested': 'To be returned',
  approved: 'To be submitted',
}

/** The step with what is wanted in it; problems are told before it. */
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
  // What is submitted goes with its documents: as long as some are wanted the review is not at its end either.
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

/** The review is where everything is handed back; what has lost its place is asked nowhere else. */
const isAskedIn = (slug: StepSlug, path: string | null): boolean =>
  slug === 'review' || (path !== null && stepOf(path) === slug)
