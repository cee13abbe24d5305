'use client'

import { ChevronDown, ChevronUp, Plus, Send, X } from 'lucide-react'
import { type FormEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { TroubleNotice } from '@/components/forms/trouble-notice'
import { useDeskAction } from '@/components/forms/use-desk-action'
import { Button } from '@/components/ui/button'
import { askedWordsProblem, MOST_DOCUMENTS, takesCount } from '@/lib/domain/underwriting/asked-words'
import { counted } from '@/lib/domain/values/counted'
import { askApplicantAction } from '@/lib/server/underwriting/actions'
import { type Ask, useAsks } from './case-asks'
import { focusPart } from './focus-part'

/** The items of a request with their words, and a choice of others. Sent to staff as one request. */
export function AskTray({ applicationId }: { applicationId: string }) {
  const { asks, change, text, latest, pick, isOpen, setOpen } = useAsks()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const { run, busy, trouble } = useDeskAction(askApplicantAction)
  const [showsMissing, setShowsMissing] = useState(false)
  const picked = asks?.length ?? 0

  // Whoever picks an item writes its words next. The page keeps its scroll position.
  useLayoutEffect(() => {
    if (latest) focusWords(form.current, latest.place)
  }, [latest])

  if (!asks || (picked === 0 && !isOpen)) return null

  async function send(event: FormEvent) {
    event.preventDefault()
    if (busy || !asks) return
    const missing = asks.find(isMissing)
    setShowsMissing(missing !== undefined)
    if (missing) return focusWords(form.current, missing.place)
    const items = asks.map(({ place, note, count }) => ({ place, note, count }))
    const called = await run({ applicationId, items, textId: text.id() })
    if (!called?.ok) return
    text.sent(() => [])
    setOpen(false)
    focusPart('requests')
  }

  function fold() {
    setOpen(!isOpen)
    if (picked === 0) leave()
  }

  /** The tray disappears with its last item, so the focus moves to the button that opens it. */
  function leave() {
    document.querySelector<HTMLElement>('[data-action="request"]')?.focus({ preventScroll: true })
  }

  function remove(place: string) {
    const at = asks?.findIndex((one) => one.place === place) ?? -1
    const neighbor = asks?.[at + 1] ?? asks?.[at - 1]
    if (neighbor) focusWords(form.current, neighbor.place)
    else {
      setOpen(false)
      leave()
    }
    change((list) => list.filter((one) => one.place !== place))
  }

  const title = picked === 0 ? 'Request for information' : `Request for information (${picked})`
  return (
    <section
      aria-label="Request for information"
      className="flex max-h-[60dvh] flex-col rounded-lg border border-accent-line bg-raised shadow-raised"
    >
      <header className="flex items-center justify-between gap-3 px-4 py-2">
        <h2 className="font-semibold" aria-live="polite">
          {title}
        </h2>
        <Button size="small" variant="ghost" aria-expanded={isOpen} aria-controls={id} onClick={fold}>
          {isOpen ? <ChevronDown aria-hidden="true" /> : <ChevronUp aria-hidden="true" />}
          {picked === 0 ? 'Close' : isOpen ? 'Collapse' : 'Expand'}
        </Button>
      </header>
      <form
        id={id}
        ref={form}
        hidden={!isOpen}
        noValidate
        onSubmit={(event) => void send(event)}
        className="min-h-0 flex-col not-[[hidden]]:flex"
      >
        <ul className="flex min-h-0 flex-col gap-3 overflow-y-auto border-t border-line px-4 py-3 empty:hidden">
          {asks.map((ask) => (
            <AskedPlace
              key={ask.place}
              ask={ask}
              isWrong={showsMissing && isMissing(ask)}
              onChange={(to) =>
                change((list) => list.map((one) => (one.place === ask.place ? { ...one, ...to } : one)))
              }
              onRemove={() => remove(ask.place)}
            />
          ))}
        </ul>
        {isOpen && <PlaceChoice picked={asks} onPick={pick} />}
        {picked > 0 && (
          <div className="flex flex-col gap-2 border-t border-line px-4 py-2.5">
            <TroubleNotice trouble={trouble} title="Request not sent" />
            <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
              <Button type="submit" variant="primary" busy={busy}>
                <Send aria-hidden="true" />
                Send request
              </Button>
              <p className="min-w-0 flex-1 basis-52 text-sm text-muted">
                Onboarding sees each item marked. The clock is paused until they answer.
              </p>
            </div>
          </div>
        )}
      </form>
    </section>
  )
}

type Place = Pick<Ask, 'place' | 'label'>

/**
 * The places that the page offers to ask about, in page order. Read from its buttons, so both ways offer the same
 * places.
 */
function placesOfPage(): Place[] {
  const places = [...document.querySelectorAll<HTMLElement>('[data-ask-place]')].map(
    ({ dataset: { askPlace = '', askLabel = '' } }): [string, Place] => [
      askPlace,
      { place: askPlace, label: askLabel },
    ],
  )
  return [...new Map(places).values()]
}

/**
 * Picks a place without scrolling to it. A button confirms, because arrow keys select every option that they pass.
 */
function PlaceChoice({ picked, onPick }: { picked: readonly Ask[]; onPick: (place: Place) => void }) {
  const id = useId()
  const [places] = useState(placesOfPage)
  const [chosen, setChosen] = useState('')
  const left = places.filter(({ place }) => !picked.some((ask) => ask.place === place))
  const found = left.find(({ place }) => place === chosen)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line px-4 py-2.5">
      <label htmlFor={id} className="text-sm font-medium">
        Ask about
      </label>
      <select
        id={id}
        data-request-choice=""
        value={found?.place ?? ''}
        onChange={({ target }) => setChosen(target.value)}
        className="control control-select w-auto min-w-0 flex-1 basis-40"
      >
        <option value="">Choose a field or document</option>
        {left.map(({ place, label }) => (
          <option key={place} value={place}>
            {label}
          </option>
        ))}
      </select>
      <Button size="small" disabled={!found} onClick={() => found && onPick(found)}>
        <Plus aria-hidden="true" />
        Add
      </Button>
    </div>
  )
}

function focusWords(form: HTMLFormElement | null, place: string): void {
  const words = form?.querySelector<HTMLElement>(`[name="${CSS.escape(place)}"]`)
  words?.focus({ preventScroll: true })
  // Scrolls within the list; the tray itself is in sight.
  words?.scrollIntoView({ block: 'nearest' })
}

const COUNTS = Array.from({ length: MOST_DOCUMENTS }, (_, index) => index + 1)

const isMissing = ({ note }: Ask): boolean => askedWordsProblem(note) !== null

function AskedPlace({
  ask: { place, label, note, count = 1 },
  isWrong,
  onChange,
  onRemove,
}: {
  ask: Ask
  isWrong: boolean
  onChange: (to: Partial<Pick<Ask, 'note' | 'count'>>) => void
  onRemove: () => void
}) {
  const id = useId()
  return (
    <li>
      <div className="flex items-center justify-between gap-2">
        <label htmlFor={id} className="min-w-0 text-sm font-medium break-words">
          <bdi>{label}</bdi>
        </label>
        {takesCount(place) && (
          <select
            aria-label={`How many: ${label}`}
            value={count}
            onChange={({ target }) => onChange({ count: Number(target.value) })}
            className="control control-select ms-auto w-auto"
          >
            {COUNTS.map((number) => (
              <option key={number} value={number}>
                {counted(number, 'document')}
              </option>
            ))}
          </select>
        )}
        <Button
          size="small"
          variant="ghost"
          className="px-1"
          aria-label={`Do not ask about ${label}`}
          title="Remove"
          onClick={onRemove}
        >
          <X aria-hidden="true" />
        </Button>
      </div>
      <textarea
        id={id}
        name={place}
        data-request-words=""
        rows={2}
        value={note}
        onChange={({ target }) => onChange({ note: target.value })}
        placeholder="What is wrong, and what you need"
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-wrong` : undefined}
        className="control"
      />
      {isWrong && (
        <p id={`${id}-wrong`} className="mt-0.5 text-sm text-bad-ink">
          {askedWordsProblem(note)}
        </p>
      )}
    </li>
  )
}
