'use client'

import { useId, useOptimistic, useState, useTransition } from 'react'
import { problemOf } from '@/components/shell/ask-desk'
import { DateTime } from '@/components/ui/date-time'
import { tickAction } from '@/lib/server/underwriting/actions'
import type { CaseView } from '@/lib/server/underwriting/loaders'
import { checkId } from './case-standing'

type Entry = CaseView['checklist'][number]

/** What is confirmed before a decision. `whyNot`: why this person cannot confirm anything now. */
export function CaseChecklist({
  applicationId,
  checklist,
  whyNot,
}: {
  applicationId: string
  checklist: readonly Entry[]
  whyNot: string | null
}) {
  const id = useId()
  const [problem, setProblem] = useState<string | null>(null)
  const [, begin] = useTransition()
  const [shown, showAtOnce] = useOptimistic(
    checklist,
    (entries: readonly Entry[], { key, done }: { key: string; done: boolean }) =>
      entries.map((entry) => (entry.key === key ? { ...entry, tick: done ? JUST_NOW : null } : entry)),
  )

  const tick = (key: string, done: boolean) =>
    begin(async () => {
      showAtOnce({ key, done })
      setProblem(await problemOf(() => tickAction({ applicationId, key, done })))
    })

  return (
    <>
      {whyNot !== null && (
        <p id={`${id}-why`} className="border-b border-line px-4 py-2 text-sm text-muted">
          {whyNot}
        </p>
      )}
      {problem && (
        <p role="alert" className="border-b border-line px-4 py-2 text-sm text-bad-ink">
          {problem}
        </p>
      )}
      <ul>
        {shown.map(({ key, text, why, tick: ticked }) => (
          <li
            key={key}
            id={checkId(key)}
            tabIndex={-1}
            className="border-b border-line px-4 py-2.5 last:border-b-0 target:bg-accent-soft"
          >
            <label className="flex gap-2.5">
              <input
                type="checkbox"
                checked={ticked !== null}
                disabled={whyNot !== null}
                aria-describedby={[`${checkId(key)}-why`, whyNot !== null && `${id}-why`]
                  .filter(Boolean)
                  .join(' ')}
                onChange={({ target }) => tick(key, target.checked)}
                className="mt-0.5 size-4 shrink-0"
              />
              <span className="min-w-0 font-medium break-words">
                <bdi>{text}</bdi>
              </span>
            </label>
            <p id={`${checkId(key)}-why`} className="ps-6.5 text-sm text-muted">
              {why}
            </p>
            {ticked && ticked !== JUST_NOW && (
              <p className="ps-6.5 text-xs text-muted">
                <bdi>{ticked.by}</bdi>, <DateTime at={ticked.at} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

/** Until the desk has said by whom and when. */
const JUST_NOW = { by: '', at: '' }
