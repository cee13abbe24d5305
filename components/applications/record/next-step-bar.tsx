import { Check, Clock3, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { LinkButton } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import type { NextStep, RecordPart } from '@/lib/domain/application/next-step'
import { UNDERWRITING_PATH } from '@/lib/domain/application/status'
import { routes } from '@/lib/routes'
import type { ApplicationView } from '@/lib/server/applications/loaders'
import { fieldAddress } from '../review-step-links'
import { BeginRevisionButton, DiscardRevision } from '../revision-buttons'
import { TakeUpButton } from '../withdraw-button'

/** The next step and what is still open. Stays in sight as the page scrolls. */
export function NextStepBar({
  application,
  next,
}: {
  application: Pick<ApplicationView, 'id' | 'update'>
  next: NextStep
}) {
  const { open, otherwise, label, target } = next
  const isIdle = target.to === 'wait' || target.to === 'none'
  const [Icon, ink]: [LucideIcon, string] =
    open.length > 0
      ? [TriangleAlert, 'text-warn-ink']
      : target.to !== 'go' && target.to !== 'none'
        ? [Clock3, 'text-muted']
        : [Check, 'text-good-ink']
  return (
    <section
      aria-label="Next step"
      data-sticky-row=""
      className="sticky top-(--top-bar) z-20 -mx-4 mb-4 flex min-h-12 items-center justify-between gap-x-4 border-y border-line bg-canvas px-4 py-1.5 lg:-mx-6 lg:px-6 print:hidden"
    >
      <p className="flex min-w-0 items-center gap-2 text-sm">
        <Icon className={classNames('size-4 shrink-0', ink)} aria-hidden="true" />
        <span className="line-clamp-2 min-w-0 break-words">
          {isIdle && <span className="font-medium">{label}</span>}
          {isIdle && open.length > 0 && ' · '}
          {open.length > 0 ? <span className="text-warn-ink">{open.join(' · ')}</span> : !isIdle && otherwise}
        </span>
      </p>
      <div className="shrink-0">
        <Action application={application} next={next} />
      </div>
    </section>
  )
}

function Action({
  application,
  next: { label, target },
}: {
  application: Pick<ApplicationView, 'id' | 'update'>
  next: NextStep
}): ReactNode {
  const { id } = application
  switch (target.to) {
    case 'go':
      return (
        <LinkButton
          variant="primary"
          href={target.part ? fieldAddress(id, UNDERWRITING_PATH) : routes.applicationStep(id, target.step)}
        >
          {label}
        </LinkButton>
      )
    case 'here':
      return (
        <a href={partAddress(target.part)} className="button button-primary">
          <span className="button-words">{label}</span>
        </a>
      )
    case 'case':
      return (
        <LinkButton variant="primary" href={routes.underwritingCase(id)}>
          {label}
        </LinkButton>
      )
    case 'revise':
      return (
        <BeginRevisionButton applicationId={id} primary>
          {label}
        </BeginRevisionButton>
      )
    case 'discard':
      return <DiscardRevision application={application} variant="primary" />
    case 'reopen':
      return <TakeUpButton applicationId={id} />
    case 'wait':
    case 'none':
      return null
  }
}

const partAddress = (part: RecordPart) => `#${part}`
