'use client'

import { CircleAlert } from 'lucide-react'
import type { Route } from 'next'
import Link from 'next/link'
import { type MouseEvent, useEffect, useRef } from 'react'
import { classNames } from '@/components/ui/class-names'
import type { Violation } from '@/lib/domain/values/violation'
import { focusField } from './focus-field'

/**
 * Where a violation is mended: the step that heads its group, the item it is about ("Owner 2: Ana
 * Lopez"), and the address of the page that has the field, unless that is this page.
 */
export type ViolationPlace = { step: string; item?: string; href?: Route }

/**
 * All problems at once, by step. Takes the focus when it appears; give it a new `key` for every attempt,
 * so that it does so again. An entry focuses its field, or goes to the page that has it.
 */
export function ErrorSummary({
  violations,
  placeOf,
  title,
}: {
  violations: readonly Violation[]
  placeOf: (violation: Violation) => ViolationPlace
  title?: string
}) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.focus()
  }, [])

  if (violations.length === 0) return null
  const errors = violations.filter(({ severity }) => severity === 'error')
  const tone = errors.length > 0 ? 'bad' : 'warn'
  const steps = Map.groupBy(violations, (violation) => placeOf(violation).step)

  return (
    <div
      ref={box}
      tabIndex={-1}
      className={classNames(
        'rounded-lg border-2 bg-surface px-4 py-3.5',
        tone === 'bad' ? 'border-bad' : 'border-warn-line',
      )}
    >
      <div role="alert">
        <h2
          className={classNames(
            'flex items-center gap-2 text-lg font-semibold',
            tone === 'bad' ? 'text-bad-ink' : 'text-warn-ink',
          )}
        >
          <CircleAlert className="size-4.5 shrink-0" aria-hidden="true" />
          {title ?? summaryTitle(errors.length, violations.length - errors.length)}
        </h2>
        <div className="mt-2 flex flex-col gap-3">
          {[...steps].map(([step, found]) => (
            <section key={step}>
              <h3 className="text-sm font-semibold">{step}</h3>
              <ul className="mt-0.5">
                {found.map((violation) => (
                  <li key={`${violation.path} ${violation.message}`}>
                    <Entry violation={violation} place={placeOf(violation)} />
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </div>
    </div>
  )
}

function Entry({ violation, place }: { violation: Violation; place: ViolationPlace }) {
  const link = {
    className: classNames(
      'inline-block py-1 text-sm leading-4.5 underline decoration-1 underline-offset-2 hover:decoration-2',
      violation.severity === 'error' ? 'text-bad-ink' : 'text-warn-ink',
    ),
    onClick: (event: MouseEvent) => {
      if (focusField(violation.path)) event.preventDefault()
    },
    children: [
      violation.severity === 'warning' && 'Warning: ',
      place.item && `${place.item}: `,
      violation.message,
    ],
  }
  return place.href ? <Link href={place.href} {...link} /> : <a href={`#${violation.path}`} {...link} />
}

function summaryTitle(errors: number, warnings: number): string {
  if (errors === 1) return 'There is 1 problem'
  if (errors > 1) return `There are ${errors} problems`
  return warnings === 1 ? 'There is 1 thing to look at' : `There are ${warnings} things to look at`
}
