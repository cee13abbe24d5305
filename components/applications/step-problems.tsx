'use client'

import { ChevronDown } from 'lucide-react'
import { AboutLinks } from '@/components/forms/about-links'
import { focusField } from '@/components/forms/focus-field'
import { classNames } from '@/components/ui/class-names'
import { type FieldCatalogue, labelIn, type PersonName } from '@/lib/domain/application/fields'
import { inTheWay } from '@/lib/domain/application/steps'
import { counted } from '@/lib/domain/values/counted'
import type { Violation } from '@/lib/domain/values/violation'

/**
 * What is missing or wrong on a step that was visited before, in a line that unfolds. Entries focus their fields.
 */
export function StepProblems({
  violations,
  fields,
  people,
}: {
  violations: readonly Violation[]
  fields: FieldCatalogue
  people: readonly PersonName[]
}) {
  const { wrong, missing } = inTheWay(violations)
  const doubtful = violations.filter(({ severity }) => severity === 'warning')
  return (
    <details className="group mb-5 rounded-lg border border-line bg-surface">
      <summary className="flex min-h-10 items-center gap-x-3 rounded-lg px-3.5 py-2 text-sm">
        <span className="flex flex-1 flex-wrap gap-x-3 gap-y-0.5">
          {wrong.length > 0 && (
            <span className="font-semibold text-bad-ink">{counted(wrong.length, 'problem', 'problems')}</span>
          )}
          {missing.length > 0 && (
            <span className="font-semibold">
              {counted(missing.length, 'answer', 'answers')} still missing
            </span>
          )}
          {doubtful.length > 0 && (
            <span className="font-semibold text-warn-ink">
              {counted(doubtful.length, 'warning', 'warnings')}
            </span>
          )}
        </span>
        <ChevronDown className="size-4 text-muted group-open:rotate-180" aria-hidden="true" />
      </summary>
      <ul className="max-h-72 overflow-y-auto border-t border-line px-3.5 py-2">
        {[...wrong, ...missing, ...doubtful].map(({ path, message, severity, code, about }) => (
          <li
            key={`${path} ${message}`}
            className="flex flex-wrap items-baseline gap-x-2 text-sm wrap-anywhere"
          >
            <a
              href={`#${path}`}
              className="inline-block py-1 underline decoration-1 underline-offset-2 hover:decoration-2"
              onClick={(event) => {
                if (focusField(path)) event.preventDefault()
              }}
            >
              <bdi>{labelIn(fields, path, people)}</bdi>
            </a>
            <span
              className={classNames(
                'min-w-0',
                severity === 'warning'
                  ? 'text-warn-ink'
                  : code === 'required'
                    ? 'text-muted'
                    : 'text-bad-ink',
              )}
            >
              {message} <AboutLinks about={about} />
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
