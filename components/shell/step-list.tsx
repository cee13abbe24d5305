'use client'

import { Check, ChevronDown, LoaderCircle } from 'lucide-react'
import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { useOfferedSteps } from './page-steps'

export type StepState =
  | { state: 'not-visited' }
  | { state: 'incomplete'; note: string | null }
  | { state: 'problems'; count: number }
  | { state: 'attention'; note: string }
  | { state: 'complete' }

export type Step = { id: string; label: string; href: Route } & StepState

/**
 * The steps of a form, which can be visited in any order. Beside the form on wide screens; on narrow ones a line,
 * "Step 2 of 6", that unfolds.
 */
export function StepList({
  label,
  steps,
  current,
  leavingFor,
  onNavigate,
}: {
  label: string
  steps: readonly Step[]
  current: string
  /** The step that is being opened. */
  leavingFor: Route | null
  /** Called before a step is opened; if it prevents the event, the caller navigates. */
  onNavigate?: StepNavigation
}) {
  const router = useRouter()
  useOfferedSteps({
    steps,
    current,
    go: (href) => {
      let prevented = false
      const preventDefault = () => {
        prevented = true
      }
      onNavigate?.(href, { preventDefault })
      if (!prevented) router.push(href)
    },
  })
  const position = steps.findIndex(({ id }) => id === current)
  const here = steps[position]
  return (
    <nav aria-label={label} className="print:hidden">
      <div className="hidden lg:block">
        <Steps {...{ steps, current, leavingFor, onNavigate }} />
      </div>
      {/* Keyed by step, so that following a link folds the list. */}
      <details key={current} className="group rounded-lg border border-line bg-surface lg:hidden">
        <summary className="flex min-h-11 items-center gap-3 rounded-lg px-3 py-2">
          {here && <Mark {...here} number={position + 1} />}
          <span className="min-w-0 flex-1">
            <span className="block text-xs text-muted">
              Step {position + 1} of {steps.length}
            </span>
            <span className="block truncate font-semibold">{here?.label}</span>
          </span>
          <ChevronDown className="size-4 text-muted group-open:rotate-180" aria-hidden="true" />
        </summary>
        <div className="border-t border-line p-1.5">
          <Steps {...{ steps, current, leavingFor, onNavigate }} />
        </div>
      </details>
    </nav>
  )
}

type StepNavigation = (href: Route, event: { preventDefault: () => void }) => void

function Steps({
  steps,
  current,
  leavingFor,
  onNavigate,
}: {
  steps: readonly Step[]
  current: string
  leavingFor: Route | null
  onNavigate: StepNavigation | undefined
}) {
  return (
    <ol className="flex flex-col gap-0.5">
      {steps.map((step, i) => {
        const here = step.id === current
        return (
          <li key={step.id}>
            <Link
              href={step.href}
              // A step shows what was saved a moment ago, so prefetching it would be outdated.
              onNavigate={onNavigate && ((event) => onNavigate(step.href, event))}
              aria-current={here ? 'step' : undefined}
              aria-busy={step.href === leavingFor || undefined}
              className={classNames(
                'flex items-center gap-3 rounded-md px-2.5 py-2',
                here ? 'bg-surface shadow-[inset_0_0_0_1px_var(--color-line)]' : 'hover:bg-sunken',
              )}
            >
              <Mark {...step} number={i + 1} isPending={step.href === leavingFor} />
              <span className="min-w-0">
                <span className={classNames('block leading-4.5', here ? 'font-semibold' : 'font-medium')}>
                  {step.label}
                </span>
                <span
                  className={classNames(
                    'block text-xs',
                    step.state === 'problems'
                      ? 'text-bad-ink'
                      : step.state === 'attention'
                        ? 'text-warn-ink'
                        : 'text-muted',
                  )}
                >
                  {stateText(step)}
                </span>
              </span>
            </Link>
          </li>
        )
      })}
    </ol>
  )
}

function stateText(step: StepState): string {
  switch (step.state) {
    case 'not-visited':
      return 'Not started'
    case 'incomplete':
      return step.note === null ? 'Incomplete' : `Incomplete · ${step.note}`
    case 'problems':
      return step.count === 1 ? '1 problem' : `${step.count} problems`
    case 'attention':
      return step.note
    case 'complete':
      return 'Complete'
  }
}

const MARKS: Record<StepState['state'], string> = {
  'not-visited': 'border-dashed border-line-strong text-muted',
  incomplete: 'border-line-strong bg-surface text-ink',
  problems: 'border-bad bg-bad-soft text-bad-ink',
  attention: 'border-warn-line bg-warn-soft text-warn-ink',
  complete: 'border-good-line bg-good-soft text-good-ink',
}

function Mark({ state, number, isPending = false }: StepState & { number: number; isPending?: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'grid size-6 shrink-0 place-items-center rounded-full border text-xs font-semibold',
        MARKS[state],
      )}
    >
      {isPending ? (
        <LoaderCircle className="size-3.5 animate-spin" />
      ) : state === 'complete' ? (
        <Check className="size-3.5" />
      ) : state === 'problems' ? (
        '!'
      ) : (
        number
      )}
    </span>
  )
}
