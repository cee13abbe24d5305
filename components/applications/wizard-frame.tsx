'use client'

import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useState } from 'react'
import { PageHeader } from '@/components/shell/page-header'
import { StepList } from '@/components/shell/step-list'
import { Badge, StatusBadge } from '@/components/ui/badge'
import { Button, LinkButton } from '@/components/ui/button'
import { STATUS_TEXTS } from '@/lib/domain/application/status'
import type { StepSlug, StepState } from '@/lib/domain/application/steps'
import { routes } from '@/lib/routes'
import type { ApplicationView } from '@/lib/server/applications/loaders'
import { hasSavedSince } from './kept-savers'
import { KIND_WORDS } from './kind-words'
import { steadyPress } from './steady-press'

/** What the frame needs of an application; the rest of the view stays on the server. */
export type FramedApplication = Pick<
  ApplicationView,
  'id' | 'number' | 'kind' | 'title' | 'status' | 'inRevision' | 'steps' | 'versions'
>

/**
 * The page of one step: what application it is, the steps beside it, and the way on. `beforeLeaving`
 * saves what is not saved yet, and false keeps the person here.
 */
export function WizardFrame({
  application,
  step,
  steps = application.steps,
  saveStatus,
  beforeLeaving,
  children,
}: {
  application: FramedApplication
  step: StepSlug
  steps?: readonly StepState[]
  saveStatus?: ReactNode
  beforeLeaving?: () => Promise<boolean>
  children: ReactNode
}) {
  const router = useRouter()
  const [leavingFor, setLeavingFor] = useState<Route | null>(null)
  const { id, number, kind, title, status, inRevision, versions } = application
  useEffect(() => {
    // The browser's "back" brings a page as it was read, perhaps before the last save: read it again.
    if (hasSavedSince(id, versions)) router.refresh()
  }, [id, router, versions])
  const { label, tone } = STATUS_TEXTS[status]
  const position = steps.findIndex(({ slug }) => slug === step)
  const addressOf = (slug: StepSlug | undefined) => (slug ? routes.applicationStep(id, slug) : null)
  const back = addressOf(steps[position - 1]?.slug)
  const next = addressOf(steps[position + 1]?.slug)

  async function leaveFor(href: Route) {
    setLeavingFor(href)
    const mayLeave = beforeLeaving ? await beforeLeaving() : true
    setLeavingFor(null)
    if (mayLeave) router.push(href)
  }

  return (
    <div {...steadyPress}>
      <PageHeader
        title={
          <>
            <span className="text-muted">A-{number}</span> <bdi>{title}</bdi>
          </>
        }
        back={{ href: routes.applications, label: 'Applications' }}
        badges={
          <>
            <StatusBadge tone={tone}>{label}</StatusBadge>
            <Badge>{KIND_WORDS[kind].name}</Badge>
            {inRevision && <Badge>Update of what the partner has</Badge>}
          </>
        }
      />
      <div className="grid gap-x-8 gap-y-4 lg:grid-cols-[12.5rem_minmax(0,1fr)]">
        <div className="lg:sticky lg:top-[calc(var(--top-bar)+1.25rem)] lg:self-start">
          <StepList
            label="Steps of the application"
            steps={steps.map((entry) => ({
              id: entry.slug,
              label: entry.label,
              href: routes.applicationStep(id, entry.slug),
              ...stepLook(entry),
            }))}
            current={step}
            onNavigate={
              beforeLeaving &&
              ((href, event) => {
                event.preventDefault()
                void leaveFor(href)
              })
            }
          />
        </div>
        <div className="min-w-0">
          <h2 className="sr-only">{steps[position]?.label}</h2>
          {children}
          <div className="sticky bottom-0 z-20 -mx-4 mt-6 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-canvas px-4 py-3 lg:mx-0 lg:px-0 print:hidden">
            <div className="order-last flex w-full gap-2 sm:order-none sm:w-auto">
              {back && (
                <WayButton href={back} busy={leavingFor === back} leaveFor={beforeLeaving && leaveFor}>
                  Back
                </WayButton>
              )}
              {next && (
                <WayButton
                  primary
                  href={next}
                  busy={leavingFor === next}
                  leaveFor={beforeLeaving && leaveFor}
                >
                  Continue
                </WayButton>
              )}
            </div>
            <div className="min-w-0 sm:ms-auto">{saveStatus}</div>
          </div>
        </div>
      </div>
    </div>
  )
}

function WayButton({
  href,
  primary = false,
  busy,
  leaveFor,
  children,
}: {
  href: Route
  primary?: boolean
  busy: boolean
  leaveFor: ((href: Route) => Promise<void>) | undefined
  children: ReactNode
}) {
  const look = { variant: primary ? ('primary' as const) : undefined, className: 'flex-1 sm:flex-none' }
  return leaveFor ? (
    <Button {...look} busy={busy} onClick={() => void leaveFor(href)}>
      {children}
    </Button>
  ) : (
    <LinkButton {...look} href={href} prefetch={false}>
      {children}
    </LinkButton>
  )
}

const stepLook = ({ state, problems, note }: StepState) =>
  state === 'problems'
    ? { state, count: problems }
    : state === 'attention'
      ? { state, note: note ?? 'Open' }
      : { state }
