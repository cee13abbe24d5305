import { isBlocking, type Violation } from '@/lib/domain/values/violation'

export const STEPS = [
  { slug: 'merchant', label: 'Merchant' },
  { slug: 'contacts', label: 'Owners and contacts' },
  { slug: 'accounts', label: 'Bank accounts' },
  { slug: 'options', label: 'Options' },
  { slug: 'documents', label: 'Documents' },
  { slug: 'review', label: 'Review and submit' },
] as const

export type StepSlug = (typeof STEPS)[number]['slug']

export type StepState = {
  slug: StepSlug
  label: string
  state: 'not-looked-at' | 'incomplete' | 'problems' | 'complete'
  /** Blocking violations other than values that are merely missing. */
  problems: number
}

export const isStepSlug = (slug: string | undefined): slug is StepSlug =>
  STEPS.some((step) => step.slug === slug)

/** The step on which a violation's path is mended; what belongs to no step is shown at the review. */
export function stepOf(path: string): StepSlug {
  const first = path.split('.')[0]
  return isStepSlug(first) ? first : 'review'
}

/** What the step list shows. A warning alone leaves a step complete; the review waits for all the others. */
export function stepStates(violations: readonly Violation[], looked: ReadonlySet<StepSlug>): StepState[] {
  const blocking = violations.filter(isBlocking)
  return STEPS.map(({ slug, label }) => {
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
    return { slug, label, state, problems }
  })
}
