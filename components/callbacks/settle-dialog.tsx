'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, useId, useState } from 'react'
import { WayOption } from '@/components/forms/way-out'
import { askDesk } from '@/components/shell/ask-desk'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Dialog } from '@/components/ui/dialog'
import {
  closeEventAction,
  reopenEventAction,
  setAmountAction,
  settleEventAction,
  takeBackAmountAction,
} from '@/lib/server/callbacks/callback-actions'
import type { CallbackEventView } from '@/lib/server/callbacks/views'
import { amountWays, readDollars } from './amount-ways'
import { contentsOf } from './conflict-contents'

const MAX_NOTE = 2_000
const OTHER = 'other'

/** What a person decides about an event, each time with words. */
export type Settling = 'conflict' | 'amount' | 'take-back' | 'close' | 'reopen'

type Words = {
  title: string
  description: string
  legend: string
  note: string
  button: string
  failed: string
}

const WORDS: Readonly<Record<Settling, Words>> = {
  conflict: {
    title: 'Which one stands?',
    description: 'Ask the partner if you do not know. Other deliveries stay in the log.',
    legend: 'Which one stands',
    note: 'How do you know?',
    button: 'This one stands',
    failed: 'It was not settled',
  },
  amount: {
    title: 'Set amount',
    description: 'Look at the invoice, or ask the partner.',
    legend: 'Amount',
    note: 'How do you know?',
    button: 'Set amount',
    failed: 'The amount was not set',
  },
  'take-back': {
    title: 'Take back amount',
    description: 'The sale has no amount again, and waits until one is set.',
    legend: '',
    note: 'Why?',
    button: 'Take back amount',
    failed: 'The amount was not taken back',
  },
  close: {
    title: 'Close callback',
    description: 'The callback stays in the log and leaves the list of anomalies.',
    legend: '',
    note: 'Why can it be closed?',
    button: 'Close callback',
    failed: 'It was not closed',
  },
  reopen: {
    title: 'Reopen callback',
    description: 'It counts among the anomalies again.',
    legend: '',
    note: 'Why?',
    button: 'Reopen callback',
    failed: 'It was not reopened',
  },
}

/** One decision about an event, always with words: somebody asks for the reason later. Loaded when it is first opened. */
export default function SettleDialog({
  event,
  what,
  onClose,
}: {
  event: CallbackEventView
  what: Settling
  onClose: () => void
}) {
  const router = useRouter()
  const id = useId()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const words = WORDS[what]
  const ways = waysOf(event, what)
  // Where the page is read anew behind the dialog, what was chosen among other things is chosen no more.
  const basis = JSON.stringify([ways.map(({ way }) => way), event.version])
  const [choice, setChoice] = useState<{ basis: string; way: string } | null>(null)
  const isTypedOnly = what === 'amount' && ways.length === 0
  const chosen = isTypedOnly ? OTHER : choice?.basis === basis ? choice.way : null
  const choose = (way: string) => setChoice({ basis, way })

  async function settle(submitted: FormEvent<HTMLFormElement>) {
    submitted.preventDefault()
    if (busy) return
    const typed = new FormData(submitted.currentTarget)
    const note = String(typed.get('note') ?? '').trim()
    const isChoice = what === 'conflict' || what === 'amount'
    const value = chosen === OTHER ? readDollars(String(typed.get('amount') ?? '')) : Number(chosen)
    if (isChoice && chosen === null) return setProblem('Choose one of them.')
    if (value === null) return setProblem('Enter the amount in dollars, such as 125.00.')
    if (note === '') {
      return setProblem(isChoice ? 'Say in a few words how you know: somebody will ask.' : 'Enter a reason.')
    }
    setBusy(true)
    const { data, problem: found } = await askDesk(() => decide(event, what, note, value))
    setBusy(false)
    if (data?.ok) {
      router.refresh()
      onClose()
      return
    }
    // What is true now is shown behind the words that were typed, which stay.
    if (data?.reason === 'stale') router.refresh()
    setProblem(data?.reason === 'stale' ? STALE : (data?.message ?? found))
  }

  return (
    <Dialog
      open
      onClose={onClose}
      size="medium"
      title={words.title}
      description={<Description event={event} what={what} words={words} />}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" busy={busy}>
            {words.button}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={settle} noValidate className="flex flex-col gap-3">
        {ways.length > 0 && (
          <fieldset className="flex flex-col gap-2">
            <legend className="sr-only">{words.legend}</legend>
            {ways.map(({ way, title, note }) => (
              <WayOption key={way} name="way" way={way} chosen={chosen} title={title} onChoose={choose}>
                {note}
              </WayOption>
            ))}
            {what === 'amount' && (
              <WayOption name="way" way={OTHER} chosen={chosen} title="Another amount" onChoose={choose}>
                {ways.length === 1 ? 'Not this one.' : 'None of these.'}
              </WayOption>
            )}
          </fieldset>
        )}
        {chosen === OTHER && (
          <div className="flex flex-col gap-1">
            <label htmlFor={`${id}-amount`} className="text-sm font-medium">
              Amount in dollars
            </label>
            <input
              id={`${id}-amount`}
              name="amount"
              inputMode="decimal"
              autoComplete="off"
              maxLength={20}
              className="control w-40"
            />
          </div>
        )}
        <div className="flex flex-col gap-1">
          <label htmlFor={`${id}-note`} className="text-sm font-medium">
            {words.note}
          </label>
          <textarea
            id={`${id}-note`}
            name="note"
            rows={3}
            maxLength={MAX_NOTE}
            aria-describedby={`${id}-hint`}
            className="control"
          />
          <p id={`${id}-hint`} className="text-xs text-muted">
            Stays with the callback, and goes into the audit log with your name.
          </p>
        </div>
        {(what === 'amount' || what === 'take-back') && <DraftWarning event={event} />}
        {problem && (
          <Callout tone="bad" title={words.failed} live="alert">
            {problem}
          </Callout>
        )}
      </form>
    </Dialog>
  )
}

const STALE =
  'Another content came in, or somebody was quicker, since you opened this. What stands here now is how it is: look at it, and choose again.'

/** `value`: the delivery that stands, or cents. */
function decide(event: CallbackEventView, what: Settling, note: string, value: number) {
  const decision = { n: event.n, deliveries: event.deliveries, version: event.version, note }
  if (what === 'conflict') return settleEventAction({ ...decision, contentN: value })
  if (what === 'amount') return setAmountAction({ ...decision, amountMinor: value })
  if (what === 'take-back') return takeBackAmountAction(decision)
  return what === 'close' ? closeEventAction(decision) : reopenEventAction(decision)
}

function Description({ event, what, words }: { event: CallbackEventView; what: Settling; words: Words }) {
  const came = what === 'amount' ? amountTexts(event).filter((text) => text.trim() !== '') : []
  if (came.length === 0) return words.description
  return (
    <>
      It came as{' '}
      {came.map((text, at) => (
        <span key={text}>
          {at > 0 && ' and as '}“<bdi className="break-all">{text}</bdi>”
        </span>
      ))}
      . {words.description}
    </>
  )
}

/** A draft is not changed with the sale: whoever works on it has to look. */
function DraftWarning({ event: { batches } }: { event: CallbackEventView }) {
  const drafts = batches.filter(({ status, outcome }) => status === 'draft' && outcome === 'in-batch')
  if (drafts.length === 0) return null
  return (
    <Callout
      tone="warn"
      title={`${drafts.map(({ number }) => `B-${number}`).join(', ')} ${drafts.length === 1 ? 'has' : 'have'} this sale`}
    >
      The draft keeps its own amounts. Check them afterwards.
    </Callout>
  )
}

/** The texts of the amount in the content that stands, each once. */
const amountTexts = ({ deliveryList }: CallbackEventView): string[] => [
  ...new Set(
    deliveryList
      .find(({ stands }) => stands)
      ?.fields.filter(({ name }) => name === 'tran_amount')
      .map(({ text }) => text),
  ),
]

const waysOf = (event: CallbackEventView, what: Settling) => {
  if (what === 'conflict') return conflictWays(event)
  return what === 'amount' ? amountWays(amountTexts(event), event.linkAmountMinor) : []
}

/** Each content once, told by what it has that the others have not. */
const conflictWays = (event: CallbackEventView) =>
  contentsOf(event).map(({ n, stands, texts }) => ({
    way: String(n),
    title: `Delivery ${n}${stands ? ', shown at present' : ''}`,
    note: (
      <span className="block break-words">
        {texts.map(({ name, text }) => (
          <span key={name} className="block">
            <code>{name}</code>{' '}
            {text === null ? <i>is not in it</i> : <bdi className="break-all">{shortened(text)}</bdi>}
          </span>
        ))}
      </span>
    ),
  }))

const shortened = (text: string): string => (text.length > 120 ? `${text.slice(0, 120)}…` : text || '(empty)')
