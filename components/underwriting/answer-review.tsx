'use client'

import { type FormEvent, useId, useRef, useState } from 'react'
import { Option } from '@/components/forms/option'
import { TroubleNotice } from '@/components/forms/trouble-notice'
import { useDeskAction } from '@/components/forms/use-desk-action'
import { Button } from '@/components/ui/button'
import { askedWordsProblem } from '@/lib/domain/underwriting/asked-words'
import { reviewAnswerAction } from '@/lib/server/underwriting/actions'
import type { AnsweredItem } from './answered-items'
import { answerId } from './case-status'
import { focusPart } from './focus-part'
import { ItemAnswer } from './item-answer'
import { type UnsentOfTab, useUnsent } from './use-unsent'

type Verdict = { accepts: boolean; note: string }
type Verdicts = Readonly<Record<string, Verdict>>

const unsent: UnsentOfTab<Verdicts> = new Map()
const isBlank = (verdicts: Verdicts) => Object.keys(verdicts).length === 0

/** Staff's answers: each is accepted or requested again; the others stay as they are. */
export function AnswerReview({
  applicationId,
  requestId,
  items,
}: {
  applicationId: string
  requestId: string
  items: readonly AnsweredItem[]
}) {
  const [verdicts, setVerdicts, unsentText] = useUnsent(
    unsent,
    { applicationId, what: `review-${requestId}` },
    NONE,
    isBlank,
  )
  const { run, busy, trouble } = useDeskAction(reviewAnswerAction)
  const [showsMissing, setShowsMissing] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  const open = items.filter(isOpen)
  const judged = open.flatMap(({ item }) => {
    const verdict = verdicts[item.id]
    return verdict ? [{ itemId: item.id, ...verdict }] : []
  })
  const accepted = judged.filter(({ accepts }) => accepts).map(({ itemId }) => itemId)
  const again = judged.filter(({ accepts }) => !accepts).map(({ itemId, note }) => ({ itemId, note }))

  async function send(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const missing = again.find(({ note }) => askedWordsProblem(note) !== null)
    setShowsMissing(missing !== undefined)
    if (missing) {
      form.current?.querySelector<HTMLElement>(`[name="${CSS.escape(`note ${missing.itemId}`)}"]`)?.focus()
      return
    }
    const called = await run({ applicationId, requestId, accepted, again, textId: unsentText.id() })
    if (!called?.ok) return
    unsentText.sent(() => NONE)
    focusPart('requests')
  }

  return (
    <form ref={form} noValidate onSubmit={(event) => void send(event)} className="mt-2 flex flex-col gap-4">
      <ul className="flex flex-col gap-4">
        {items.map((answered) => (
          <li
            key={answered.item.id}
            id={answerId(answered.item.id)}
            tabIndex={-1}
            className="target:bg-accent-soft"
          >
            <ItemAnswer answered={answered} />
            {isOpen(answered) && (
              <ItemVerdict
                answered={answered}
                verdict={verdicts[answered.item.id] ?? null}
                showsMissing={showsMissing}
                onChange={(verdict) => setVerdicts((now) => ({ ...now, [answered.item.id]: verdict }))}
              />
            )}
          </li>
        ))}
      </ul>
      <TroubleNotice trouble={trouble} title="Couldn’t save the review" />
      <div className="flex flex-wrap items-center gap-3">
        {/* The label says what the button does: accept, request again, or both. */}
        <Button type="submit" variant="primary" busy={busy} disabled={judged.length === 0}>
          {sendLabel(accepted.length, again.length)}
        </Button>
        {again.length > 0 && (
          <p className="text-sm text-muted">
            The case returns to onboarding with the items that you ask again.
          </p>
        )}
      </div>
    </form>
  )
}

const NONE: Verdicts = {}

const isOpen = ({ item: { state } }: AnsweredItem) => state !== 'accepted' && state !== 'withdrawn'

function sendLabel(accepted: number, again: number): string {
  const parts = [
    ...(accepted > 0 ? [`accept ${accepted}`] : []),
    ...(again > 0 ? [`ask ${again} again`] : []),
  ].join(', ')
  return parts === '' ? 'Accept, or ask again' : `${parts.charAt(0).toUpperCase()}${parts.slice(1)}`
}

function ItemVerdict({
  answered: { item },
  verdict,
  showsMissing,
  onChange,
}: {
  answered: AnsweredItem
  verdict: Verdict | null
  showsMissing: boolean
  onChange: (verdict: Verdict) => void
}) {
  const id = useId()
  const note = verdict?.note ?? ''
  const wrong = showsMissing && verdict?.accepts === false ? askedWordsProblem(note) : null
  return (
    <fieldset className="mt-1.5 min-w-0">
      <legend className="sr-only">The answer about {item.label}</legend>
      <div className="flex flex-wrap gap-x-5">
        <Option
          type="radio"
          name={`verdict ${item.id}`}
          label="Accept"
          checked={verdict?.accepts === true}
          onChange={() => onChange({ accepts: true, note })}
        />
        <Option
          type="radio"
          name={`verdict ${item.id}`}
          label="Ask again"
          checked={verdict?.accepts === false}
          onChange={() => onChange({ accepts: false, note })}
        />
      </div>
      {verdict?.accepts === false && (
        <>
          <label htmlFor={id} className="text-sm font-medium">
            What you need
          </label>
          <textarea
            id={id}
            name={`note ${item.id}`}
            rows={2}
            value={note}
            onChange={({ target }) => onChange({ accepts: false, note: target.value })}
            aria-invalid={wrong !== null || undefined}
            aria-describedby={wrong ? `${id}-wrong` : undefined}
            className="control"
          />
          {wrong && (
            <p id={`${id}-wrong`} className="text-sm text-bad-ink">
              {wrong}
            </p>
          )}
        </>
      )}
    </fieldset>
  )
}
