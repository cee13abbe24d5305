'use client'

import type { Route } from 'next'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { type ReactNode, type RefObject, startTransition, useEffect, useState } from 'react'
import { SkipToFields } from '@/components/forms/focus-field'
import { leaveFor as leavePage } from '@/components/shell/leave-for'
import { notLoaded } from '@/components/shell/not-loaded'
import { PageHeader } from '@/components/shell/page-header'
import { StepList } from '@/components/shell/step-list'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { KIND_LABELS } from '@/lib/domain/application/kind-labels'
import type { StepSlug, StepState } from '@/lib/domain/application/steps'
import { routes } from '@/lib/routes'
import type { ApplicationView } from '@/lib/server/applications/loaders'
import { ApplicationStatusBadge } from './application-status-badge'
import { focusOnClick } from './focus-on-click'
import { STEP_HEADING } from './review-focus'
import { STEP_ACTION } from './step-action'
import { hasSavedSince } from './tab-savers'

const LeftBehind = dynamic(() => import('./left-behind').then((part) => part.LeftBehind).catch(notLoaded), {
  loading: () => null,
})

/** The step that was last left in this tab. */
let left: { id: string; slug: StepSlug } | null = null

/** What the frame needs of an application; the rest of the view stays on the server. */
export type FramedApplication = Pick<
  ApplicationView,
  | 'id'
  | 'number'
  | 'kind'
  | 'title'
  | 'status'
  | 'statusBeforeRevision'
  | 'isUnchanged'
  | 'steps'
  | 'versions'
>

/**
 * The page of one step: the application's head, the step list, and the bar. `beforeLeaving` saves; if it resolves
 * to false, the person stays. `fields`: the step's form.
 */
export function WizardFrame({
  application,
  step,
  steps = application.steps,
  saveStatus,
  beforeLeaving,
  fields,
  children,
}: {
  application: FramedApplication
  step: StepSlug
  steps?: readonly StepState[]
  saveStatus?: ReactNode
  beforeLeaving?: () => Promise<boolean>
  fields?: RefObject<HTMLElement | null>
  children: ReactNode
}) {
  const router = useRouter()
  const [leavingFor, setLeavingFor] = useState<Route | null>(null)
  const { id, number, kind, title, status, statusBeforeRevision, versions } = application
  useEffect(() => {
    // "Back" restores a page as it was loaded, perhaps before the last save, so it refreshes.
    if (hasSavedSince(id, versions)) router.refresh()
  }, [id, router, versions])
  const position = steps.findIndex(({ slug }) => slug === step)
  const [before] = useState(() => (left?.id === id ? left.slug : null))
  const addressOf = (slug: StepSlug | undefined) => (slug ? routes.applicationStep(id, slug) : null)
  const back = addressOf(steps[position - 1]?.slug)
  const next = addressOf(steps[position + 1]?.slug)

  const leaveFor = (href: Route) => leavePage(() => void leave(href))

  async function leave(href: Route) {
    setLeavingFor(href)
    const mayLeave = beforeLeaving ? await beforeLeaving() : true
    if (!mayLeave) return setLeavingFor(null)
    left = { id, slug: step }
    // Shown as pending until the next step is there.
    startTransition(() => {
      router.push(href)
      setLeavingFor(null)
    })
  }

  return (
    <div className="relative" {...focusOnClick}>
      {fields && <SkipToFields within={fields} />}
      <PageHeader
        title={
          <>
            <Link href={routes.application(id)} className="text-muted hover:text-ink hover:underline">
              A-{number}
            </Link>{' '}
            <bdi>{title}</bdi>
          </>
        }
        back={{ href: routes.applications, label: 'Applications' }}
        badges={
          <>
            <ApplicationStatusBadge application={application} />
            <Badge>{KIND_LABELS[kind].name}</Badge>
            {statusBeforeRevision && status !== 'draft' && <Badge>Pending update</Badge>}
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
            leavingFor={leavingFor && (leavingFor.split('#')[0] as Route)}
            onNavigate={(href, event) => {
              event.preventDefault()
              leaveFor(href)
            }}
          />
        </div>
        <div className="min-w-0">
          <h2 id={STEP_HEADING} tabIndex={-1} className="sr-only">
            {steps[position]?.label}
          </h2>
          {children}
          {/* One line if possible. What does not fit beside the buttons, such as a failed save, is above them. */}
          <div className="sticky bottom-0 z-20 -mx-4 mt-6 flex flex-wrap-reverse items-center gap-x-4 gap-y-2 border-t border-line bg-canvas px-4 py-2 sm:py-3 lg:mx-0 lg:px-0 print:hidden">
            <div className="flex gap-2">
              {back && (
                <Button busy={leavingFor === back} onClick={() => leaveFor(back)}>
                  Back
                </Button>
              )}
              {next && (
                <Button
                  variant="primary"
                  title="Ctrl Enter, or ⌘ Enter"
                  aria-keyshortcuts="Control+Enter Meta+Enter"
                  busy={leavingFor === next}
                  onClick={() => leaveFor(next)}
                >
                  Continue
                </Button>
              )}
            </div>
            <div id={STEP_ACTION} className="contents" />
            {before && <LeftBehind {...{ applicationId: id, steps, before, step, leaveFor }} />}
            <div className="ms-auto min-w-0 empty:hidden">{saveStatus}</div>
          </div>
        </div>
      </div>
    </div>
  )
}

const stepLook = ({ state, problems, note }: StepState) =>
  state === 'problems'
    ? { state, count: problems }
    : state === 'incomplete'
      ? { state, note }
      : state === 'attention'
        ? { state, note: note ?? 'Open' }
        : { state }
