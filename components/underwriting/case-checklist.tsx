'use client'

import { Circle, CircleCheck } from 'lucide-react'
import { type FormEvent, useEffect, useId, useOptimistic, useRef, useState, useTransition } from 'react'
import { readAnswer, troubleWords } from '@/components/forms/action-answer'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { DateTime } from '@/components/ui/date-time'
import { LONGEST_ASKED, SHORTEST_ASKED } from '@/lib/domain/underwriting/asked-words'
import { tickAction } from '@/lib/server/underwriting/actions'
import type { CaseView, TickView } from '@/lib/server/underwriting/loaders'
import { checkId, paperId } from './case-status'

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
  const [problem, setProblem] = useState<string | null>(null)
  const [, begin] = useTransition()
  const [shown, showAtOnce] = useOptimistic(
    checklist,
    (entries: readonly Entry[], { key, done }: { key: string; done: boolean }) =>
      entries.map((entry) => (entry.key === key ? { ...entry, tick: done ? JUST_NOW : null } : entry)),
  )

  /** Of which entry, and what of its documents was not opened; '' where there is none. */
  const [asksReason, setAsksReason] = useState<{ key: string; unread: string } | null>(null)

  // Whether its documents were opened only the desk knows: they may have been since this page was made.
  const tick = (key: string, done: boolean, reason = '') =>
    begin(async () => {
      showAtOnce({ key, done })
      const called = await readAnswer(tickAction({ applicationId, key, done, reason }))
      if (called.ok) setProblem(null)
      else if (called.refusal?.reason === 'unread') setAsksReason({ key, unread: called.refusal.message })
      else setProblem(troubleWords(called.trouble))
    })

  function change({ key, documents }: Entry, done: boolean) {
    const isMissing = done && documents?.length === 0
    setAsksReason(isMissing ? { key, unread: '' } : null)
    setProblem(null)
    if (!isMissing) tick(key, done)
  }

  return (
    <>
      {whyNot !== null && <p className="border-b border-line px-4 py-2 text-sm text-muted">{whyNot}</p>}
      {problem && (
        <p role="alert" className="border-b border-line px-4 py-2 text-sm text-bad-ink">
          {problem}
        </p>
      )}
      <ul>
        {shown.map((entry) => {
          const { key, text, why, documents, tick: ticked, others } = entry
          return (
            <li
              key={key}
              id={checkId(key)}
              tabIndex={-1}
              className="border-b border-line px-4 py-2.5 last:border-b-0 target:bg-accent-soft"
            >
              {whyNot === null ? (
                <label className="flex gap-2.5">
                  <input
                    type="checkbox"
                    checked={ticked !== null}
                    aria-describedby={`${checkId(key)}-why`}
                    onChange={({ target }) => change(entry, target.checked)}
                    className="mt-0.5 size-4 shrink-0"
                  />
                  <span className="min-w-0 font-medium break-words">
                    <bdi>{text}</bdi>
                  </span>
                </label>
              ) : (
                <ShownEntry text={text} isConfirmed={ticked !== null || others.length > 0} />
              )}
              <div className="ps-6.5">
                <p id={`${checkId(key)}-why`} className="text-sm text-muted">
                  {why}
                </p>
                {documents?.length === 0 && ticked === null && (
                  <p className="text-sm text-warn-ink">No supporting document yet.</p>
                )}
                {documents?.map(({ id, name }) => (
                  <a
                    key={id}
                    href={`#${paperId(id)}`}
                    className="me-3 inline-block text-sm break-all underline"
                  >
                    <bdi>{name}</bdi>
                  </a>
                ))}
                {asksReason?.key === key && (
                  <ReasonForm
                    text={text}
                    unread={asksReason.unread}
                    onReason={(reason) => {
                      setAsksReason(null)
                      tick(key, true, reason)
                    }}
                    onCancel={() => setAsksReason(null)}
                  />
                )}
                {ticked && ticked !== JUST_NOW && <Confirmed tick={ticked} />}
                {others.map((other) => (
                  <Confirmed key={other.by} tick={other} />
                ))}
              </div>
            </li>
          )
        })}
      </ul>
    </>
  )
}

/** For whoever cannot confirm it now: what it is, and whether somebody has. */
function ShownEntry({ text, isConfirmed }: { text: string; isConfirmed: boolean }) {
  const Mark = isConfirmed ? CircleCheck : Circle
  return (
    <p className="flex gap-2.5">
      <Mark
        className={classNames('mt-0.5 size-4 shrink-0', isConfirmed ? 'text-good-ink' : 'text-faint')}
        aria-hidden="true"
      />
      <span className="min-w-0 font-medium break-words">
        <span className="sr-only">{isConfirmed ? 'Confirmed: ' : 'Not confirmed: '}</span>
        <bdi>{text}</bdi>
      </span>
    </p>
  )
}

/** Until the desk has said by whom and when. */
const JUST_NOW: TickView = { by: '', at: '', reason: '', isUnread: false }

function Confirmed({ tick: { by, at, reason, isUnread } }: { tick: TickView }) {
  return (
    <p className="text-xs break-words text-muted">
      Confirmed by <bdi>{by}</bdi>, <DateTime at={at} />
      {reason !== '' && (
        <>
          : “<bdi>{reason}</bdi>”
        </>
      )}
      {isUnread && <span className="text-warn-ink"> · document not opened</span>}
    </p>
  )
}

/** Why something is confirmed without the document that proves it, or unread. */
function ReasonForm({
  text,
  unread,
  onReason,
  onCancel,
}: {
  text: string
  /** What was not opened, in words; '' where there is no document. */
  unread: string
  onReason: (reason: string) => void
  onCancel: () => void
}) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [reason, setReason] = useState('')
  const [showsMissing, setShowsMissing] = useState(false)
  useEffect(() => input.current?.focus(), [])

  function confirm(event: FormEvent) {
    event.preventDefault()
    if (reason.trim().length >= SHORTEST_ASKED) return onReason(reason)
    setShowsMissing(true)
    input.current?.focus()
  }
  return (
    <form noValidate onSubmit={confirm} className="mt-1.5 flex max-w-xl flex-col gap-1.5">
      {unread !== '' && (
        <p role="alert" className="text-sm break-words text-warn-ink">
          {unread}
        </p>
      )}
      <label htmlFor={id} className="text-sm font-medium">
        {unread === ''
          ? 'Reason for confirming without a document'
          : 'Reason for confirming without opening it'}
        <span className="sr-only">: {text}</span>
      </label>
      <input
        id={id}
        ref={input}
        type="text"
        value={reason}
        maxLength={LONGEST_ASKED}
        autoComplete="off"
        aria-invalid={showsMissing || undefined}
        aria-describedby={showsMissing ? `${id}-missing` : undefined}
        onChange={({ target }) => setReason(target.value)}
        className="control"
      />
      {showsMissing && (
        <p id={`${id}-missing`} className="text-sm text-bad-ink">
          {unread === ''
            ? 'Enter a reason, or ask for the document.'
            : 'Enter a reason, or open the document.'}
        </p>
      )}
      <div className="flex gap-2">
        <Button type="submit" size="small">
          Confirm with this reason
        </Button>
        <Button size="small" variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
