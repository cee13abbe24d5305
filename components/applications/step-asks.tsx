'use client'

import { Circle, CircleCheck, Upload } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type FormEvent, type MouseEvent, useCallback, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { focusField } from '@/components/forms/focus-field'
import { TroubleLine } from '@/components/forms/trouble-notice'
import { useDeskAction } from '@/components/forms/use-desk-action'
import { Button, LinkButton } from '@/components/ui/button'
import { DateTime } from '@/components/ui/date-time'
import { Link } from '@/components/ui/link'
import { LONGEST_ASKED } from '@/lib/domain/underwriting/asked-words'
import type { ApplicationView, AskView } from '@/lib/server/applications/loaders'
import { answerAskAction } from '@/lib/server/underwriting/actions'
import { idOf } from '../underwriting/save-unsent'
import { UnsentProvider, useUnsentTexts } from '../underwriting/unsent-context'
import { type UnsentOfTab, useUnsent } from '../underwriting/use-unsent'
import { fieldAddress } from './review-step-links'

const ofTab: UnsentOfTab<string> = new Map()

/** The field of an unsaved answer on this page, which no one else can see. */
export const unsavedAnswer = () => document.querySelector<HTMLElement>('[data-unsaved]')

/** Where an unfinished answer is stored. */
const placeOf = (applicationId: string, { id }: AskView) => ({ applicationId, what: `answer-${id}` })

/**
 * Our underwriters' requests at the place where they are answered. Each is ticked off once its value changed, a
 * document was added, or it was answered in words.
 */
export function StepAsks({
  applicationId,
  asks,
  unsent: texts,
  mayAnswer,
  title = true,
}: {
  applicationId: string
  asks: readonly AskView[]
  /** Includes answers that this person started and did not save. */
  unsent: ApplicationView['unsent']
  mayAnswer: boolean
  /** False if the surroundings already have this title. */
  title?: boolean
}) {
  const id = useId()
  const [first] = asks
  if (!first) return null
  const done = asks.filter(({ isDone }) => isDone).length
  const list = (
    <UnsentProvider unsent={texts}>
      <ul aria-labelledby={title ? id : undefined} className="flex flex-col gap-2.5">
        {asks.map((ask) => (
          <Ask key={ask.id} applicationId={applicationId} ask={ask} mayAnswer={mayAnswer} />
        ))}
      </ul>
    </UnsentProvider>
  )
  if (!title) return list
  return (
    <section
      aria-labelledby={id}
      className="rounded-lg border border-warn-line bg-surface px-4 py-3 print:hidden"
    >
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 id={id} className="font-semibold">
          {asks.length === 1
            ? 'Underwriting asks for 1 thing here'
            : `Underwriting asks for ${asks.length} things here`}
        </h3>
        <p role="status" className={done === asks.length ? 'text-sm text-good-ink' : 'text-sm text-warn-ink'}>
          {done} of {asks.length} answered
        </p>
      </div>
      {list}
      <p className="mt-2 text-sm text-muted">
        <bdi>{first.by}</bdi>, <DateTime at={first.at} />
      </p>
    </section>
  )
}

function Ask({ applicationId, ask, mayAnswer }: { applicationId: string; ask: AskView; mayAnswer: boolean }) {
  const { path, label, note, isDone, answer, added, files } = ask
  const place = placeOf(applicationId, ask)
  const texts = useUnsentTexts()
  const [writes, setWrites] = useState(ofTab.has(idOf(place)) || texts[place.what] !== undefined)
  // Only a press moves the focus; an answer started earlier just shows open.
  const [wasPressed, setWasPressed] = useState(false)
  const item = useRef<HTMLLIElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  /** Closing the form returns the focus to its opener if the focus was in the form. */
  function closeForm() {
    const hadFocus = item.current?.contains(document.activeElement)
    flushSync(() => setWrites(false))
    if (hadFocus) opener.current?.focus()
  }
  const Mark = isDone ? CircleCheck : Circle
  const fileAt = mayAnswer && !isDone && path?.startsWith('documents.') ? path : null
  const focusHere = (event: MouseEvent) => {
    if (path !== null && focusField(path)) event.preventDefault()
  }
  return (
    <li ref={item} className="flex gap-2.5 text-sm">
      <Mark
        className={`mt-0.5 size-4 shrink-0 ${isDone ? 'text-good-ink' : 'text-warn-ink'}`}
        aria-hidden="true"
      />
      <div className="min-w-0 flex-1">
        <p className="break-words">
          {path === null ? (
            <bdi className="font-medium">{label}</bdi>
          ) : (
            <Link
              href={fieldAddress(applicationId, path)}
              className="font-medium underline decoration-1 underline-offset-2 hover:decoration-2"
              onClick={focusHere}
            >
              <bdi>{label}</bdi>
            </Link>
          )}{' '}
          <span className={isDone ? 'text-good-ink' : 'text-warn-ink'}>
            {isDone ? 'Answered' : added ? `${added.filled} of ${added.of} added` : 'Open'}
          </span>
        </p>
        <p className="break-words whitespace-pre-line">
          <bdi>{note}</bdi>
        </p>
        {files.length > 0 && (
          <p className="mt-0.5 break-words text-muted">
            Added: <bdi>{files.join(', ')}</bdi>
          </p>
        )}
        {answer !== '' && !writes && (
          <p className="mt-0.5 break-words whitespace-pre-line text-muted">
            Your answer: <bdi>{answer}</bdi>
          </p>
        )}
        {fileAt !== null && (
          <LinkButton
            size="small"
            href={fieldAddress(applicationId, fileAt)}
            className="me-2 mt-1"
            onClick={focusHere}
          >
            <Upload aria-hidden="true" />
            Upload
            <span className="sr-only"> for {label}</span>
          </LinkButton>
        )}
        {mayAnswer &&
          (writes ? (
            <AnswerForm applicationId={applicationId} ask={ask} takesFocus={wasPressed} onDone={closeForm} />
          ) : (
            <Button
              ref={opener}
              size="small"
              variant="ghost"
              className={fileAt ? 'mt-1' : '-ms-2 mt-0.5'}
              onClick={() => {
                setWasPressed(true)
                setWrites(true)
              }}
            >
              {answer === '' ? 'Answer in words' : 'Change the answer'}
              <span className="sr-only">: {label}</span>
            </Button>
          ))}
      </div>
    </li>
  )
}

function AnswerForm({
  applicationId,
  ask,
  takesFocus,
  onDone,
}: {
  applicationId: string
  ask: AskView
  takesFocus: boolean
  onDone: () => void
}) {
  const { id: itemId, label, answer } = ask
  const router = useRouter()
  const words = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (takesFocus) words.current?.focus()
  }, [takesFocus])
  const isUnchanged = useCallback((written: string) => written === answer, [answer])
  const [text, setText, unsentText] = useUnsent(ofTab, placeOf(applicationId, ask), answer, isUnchanged)
  const { run, busy, trouble } = useDeskAction(answerAskAction)

  async function save(event: FormEvent) {
    event.preventDefault()
    // This form is inside the step's form.
    event.stopPropagation()
    const called = await run({ applicationId, itemId, answer: text, textId: unsentText.id() })
    if (!called?.ok) return
    unsentText.sent(() => answer)
    onDone()
    router.refresh()
  }

  return (
    <form noValidate onSubmit={(event) => void save(event)} className="mt-1 flex max-w-2xl flex-col gap-2">
      <textarea
        ref={words}
        id={`answer-${itemId}`}
        data-unsaved={(text.trim() !== '' && text.trim() !== answer) || undefined}
        aria-label={`Answer: ${label}`}
        rows={2}
        value={text}
        maxLength={LONGEST_ASKED}
        onChange={({ target }) => setText(() => target.value)}
        className="control scroll-mt-20"
      />
      <TroubleLine trouble={trouble} />
      <div className="flex gap-2">
        <Button type="submit" size="small" busy={busy}>
          Save answer
        </Button>
        <Button
          size="small"
          variant="ghost"
          onClick={() => {
            setText(() => answer)
            onDone()
          }}
        >
          Cancel
        </Button>
      </div>
    </form>
  )
}
