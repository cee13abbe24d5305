'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, useId, useState } from 'react'
import { WayOption } from '@/components/forms/way-out'
import { askDesk } from '@/components/shell/ask-desk'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Dialog } from '@/components/ui/dialog'
import { settleEventAction } from '@/lib/server/callbacks/callback-actions'
import type { CallbackEventView } from '@/lib/server/callbacks/views'
import { amountWays, readDollars } from './amount-ways'
import { contentsOf } from './conflict-contents'

const MAX_NOTE = 2_000
const OTHER = 'other'

/** Which content of a conflict stands, how much an amount is, or that what is odd may stay as it is. */
export type Settling = 'conflict' | 'amount' | 'look'

const WORDS: Readonly<
  Record<Settling, { title: string; description: string; legend: string; button: string }>
> = {
  conflict: {
    title: 'Which one stands?',
    description: 'Ask the partner if you do not know. The others stay in the log, and count no more.',
    legend: 'Which one stands',
    button: 'This one stands',
  },
  amount: {
    title: 'How much is it?',
    description: 'Look at the invoice, or ask the partner.',
    legend: 'How much it is',
    button: 'That is the amount',
  },
  look: {
    title: 'Is it in order as it is?',
    description: 'What is odd about it stays named in the log, and waits for nobody any more.',
    legend: '',
    button: 'It is in order',
  },
}

/** Settles an event, always with words: somebody asks for the reason later. Loaded when it is first opened. */
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
  const { title, description, legend, button } = WORDS[what]
  const ways =
    what === 'conflict' ? conflictWays(event) : what === 'amount' ? amountWays(event.amountText) : []
  // Where the page is read anew behind the dialog, what was chosen among other things is chosen no more.
  const basis = JSON.stringify([ways.map(({ way }) => way), event.settled?.at])
  const [choice, setChoice] = useState<{ basis: string; way: string } | null>(null)
  const chosen = choice?.basis === basis ? choice.way : null
  const choose = (way: string) => setChoice({ basis, way })

  async function settle(submitted: FormEvent<HTMLFormElement>) {
    submitted.preventDefault()
    if (busy) return
    const typed = new FormData(submitted.currentTarget)
    const note = String(typed.get('note') ?? '').trim()
    const amountMinor = chosen === OTHER ? readDollars(String(typed.get('amount') ?? '')) : Number(chosen)
    if (what !== 'look' && chosen === null) return setProblem('Choose one of them.')
    if (amountMinor === null) return setProblem('Enter the amount in dollars, such as 125.00.')
    if (note === '') return setProblem('Say in a few words how you know: somebody will ask.')
    setBusy(true)
    const { data, problem: found } = await askDesk(() =>
      settleEventAction({
        n: event.n,
        deliveries: event.deliveries,
        settledAt: event.settled?.at ?? null,
        ...(what === 'conflict' && { contentN: Number(chosen) }),
        ...(what === 'amount' && { amountMinor }),
        note,
      }),
    )
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
      title={title}
      description={
        what === 'amount' ? (
          <>
            It came as “<bdi className="break-all">{event.amountText}</bdi>”. {description}
          </>
        ) : (
          description
        )
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" busy={busy}>
            {button}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={settle} noValidate className="flex flex-col gap-3">
        {what !== 'look' && (
          <fieldset className="flex flex-col gap-2">
            <legend className="sr-only">{legend}</legend>
            {ways.map(({ way, title, note }) => (
              <WayOption key={way} name="way" way={way} chosen={chosen} title={title} onChoose={choose}>
                {note}
              </WayOption>
            ))}
            {what === 'amount' && (
              <WayOption name="way" way={OTHER} chosen={chosen} title="Another amount" onChoose={choose}>
                Neither of these.
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
            How do you know?
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
            Stays with the sale, and goes into the audit log with your name.
          </p>
        </div>
        {problem && (
          <Callout tone="bad" title="It was not settled" live="alert">
            {problem}
          </Callout>
        )}
      </form>
    </Dialog>
  )
}

const STALE =
  'Another content came in, or somebody was quicker, since you opened this. What stands here now is how it is: look at it, and choose again.'

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
