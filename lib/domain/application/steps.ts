import { isBlocking, type Violation } from '@/lib/domain/values/violation'
import { sectionsOf } from './draft'
import type { ApplicationKind } from './kind'

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
  state: 'not-looked-at' | 'incomplete' | 'problems' | 'complete'
  /** Blocking violations other than values that are merely missing. */
  problems: number
}

export const isStepSlug = (slug: string | undefined): slug is StepSlug =>
  slug !== undefined && Object.hasOwn(STEP_LABELS, slug)

/** The step on which a violation's path is mended; what belongs to no step is shown at the review. */
export function stepOf(path: string): StepSlug {
  const first = path.split('.')[0]
  return isStepSlug(first) ? first : 'review'
}

/** What the step list shows. A warning alone leaves a step complete; the review waits for all the others. */
export function stepStates(
  kind: ApplicationKind,
  violations: readonly Violation[],
  looked: ReadonlySet<StepSlug>,
): StepState[] {
  const blocking = violations.filter(isBlocking)
  return stepsOf(kind).map((slug) => {
    const here = blocking.filter(({ path }) => stepOf(path) === slug)
    const problems = here.filter(({ code }) => code !== 'required').length
    const open = slug === 'review' ? blocking : here
    const state = !looked.has(slug)
      ? 'not-looked-at'
      : problems > 0
        ? 'problems'
        : open.length > 0
          ? 'incomplete'
          : 'complete'
    return { slug, label: STEP_LABELS[slug], state, problems }
  })
}
