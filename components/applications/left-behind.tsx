'use client'

import type { Route } from 'next'
import { Link } from '@/components/ui/link'
import type { StepSlug, StepState } from '@/lib/domain/application/steps'
import { counted } from '@/lib/domain/values/counted'
import { routes } from '@/lib/routes'
import { fieldAddress } from './review-step-links'

/** Tells in a step's bar that the step just left has problems: its entry in the step list may be out of sight. */
export function LeftBehind({
  applicationId,
  steps,
  before,
  step,
  leaveFor,
}: {
  applicationId: string
  steps: readonly StepState[]
  before: StepSlug
  step: StepSlug
  leaveFor: (href: Route) => void
}) {
  const behind = steps.find(({ slug }) => slug === before && slug !== step)
  // The review lists everything anyway.
  if (!behind || step === 'review') return null
  const { slug, label, problems, doubts, at } = behind
  if (problems + doubts === 0) return null
  const href = at === null ? routes.applicationStep(applicationId, slug) : fieldAddress(applicationId, at)
  const found = [
    ...(problems > 0 ? [counted(problems, 'problem')] : []),
    ...(doubts > 0 ? [counted(doubts, 'warning')] : []),
  ].join(' and ')
  return (
    <p role="status" className={`text-sm ${problems > 0 ? 'text-bad-ink' : 'text-warn-ink'}`}>
      <Link
        href={href}
        className="font-medium underline decoration-1 underline-offset-2 hover:decoration-2"
        onNavigate={(event) => {
          event.preventDefault()
          leaveFor(href)
        }}
      >
        {found}
      </Link>{' '}
      in {label}.
    </p>
  )
}
