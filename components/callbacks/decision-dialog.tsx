'use client'

import { type ReactNode, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useWatch } from 'react-hook-form'
import { ActionDialog } from '@/components/dialogs/action-dialog'
import { ChoicesInput, NoteInput, TextInput } from '@/components/dialogs/action-fields'
import type { ActionFormOptions } from '@/components/dialogs/use-action-form'
import { Callout } from '@/components/ui/callout'
import { decideEventInput, resolveConflictInput } from '@/lib/domain/callbacks/inputs'
import {
  closeEventAction,
  countAsSaleAction,
  reopenEventAction,
  resolveConflictAction,
  setAmountAction,
  takeBackAmountAction,
  takeBackSaleAction,
} from '@/lib/server/callbacks/log/actions'
import type { CallbackEventView } from '@/lib/server/callbacks/log/views'
import { amountChoices, readSaleCents } from './amount-choices'
import { type AmountForm, amountForm, centsOf, OTHER } from './amount-form'
import { contentsOf } from './conflict-contents'
import { fundedWords } from './funded-words'

/** The decisions about an event; each needs a reason. */
export type Decision = 'conflict' | 'amount' | 'take-back' | 'count' | 'uncount' | 'close' | 'reopen'

type Words = {
  title: string
  description: string
  note: string
  button: string
  failed: string
}

const WORDS: Readonly<Record<Decision, Words>> = {
  conflict: {
    title: 'Choose the correct delivery',
    description: 'Ask the partner if you are not sure. The other deliveries stay in the log.',
    note: 'How do you know?',
    button: 'Use this one',
    failed: 'Couldn’t resolve the conflict',
  },
  amount: {
    title: 'Set amount',
    description: 'Look at the invoice, or ask the partner.',
    note: 'How do you know?',
    button: 'Set amount',
    failed: 'The amount was not set',
  },
  'take-back': {
    title: 'Remove amount',
    description: 'The sale has no amount until you set one.',
    note: 'Why?',
    button: 'Remove amount',
    failed: 'Couldn’t remove the amount',
  },
  count: {
    title: 'Count as a sale',
    description: 'Ask the partner what it was. Approvers see that you counted it, and you cannot approve it.',
    note: 'How do you know that it is a sale?',
    button: 'Count as a sale',
    failed: 'It was not counted as a sale',
  },
  uncount: {
    title: 'Not a sale',
    description: 'The callback can no longer be funded and is an anomaly again.',
    note: 'Why?',
    button: 'Not a sale',
    failed: 'It still counts as a sale',
  },
  close: {
    title: 'Close callback',
    description: 'The callback stays in the log and leaves the list of anomalies.',
    note: 'Why can it be closed?',
    button: 'Close callback',
    failed: 'It was not closed',
  },
  reopen: {
    title: 'Reopen callback',
    description: 'It is an anomaly again.',
    note: 'Why?',
    button: 'Reopen callback',
    failed: 'It was not reopened',
  },
}

type Props = { event: CallbackEventView; onClose: () => void }

/**
 * The dialog for one decision about an event. It asks for a reason, because someone will later. Loaded when first
 * opened.
 */
export default function DecisionDialog({ what, ...props }: Props & { what: Decision }) {
  switch (what) {
    case 'conflict':
      return <ConflictDialog {...props} />
    case 'amount':
      return <AmountDialog {...props} />
    default:
      return <PlainDialog {...props} what={what} />
  }
}

const ACTIONS = {
  'take-back': takeBackAmountAction,
  count: countAsSaleAction,
  uncount: takeBackSaleAction,
  close: closeEventAction,
  reopen: reopenEventAction,
} as const

/** The state of the event that the person saw. */
const decisionOn = ({ n, deliveries, version }: CallbackEventView) => ({ n, deliveries, version, note: '' })

const PlainDialog = ({ event, what, onClose }: Props & { what: keyof typeof ACTIONS }) => (
  <Question
    event={event}
    what={what}
    schema={decideEventInput}
    values={decisionOn(event)}
    action={ACTIONS[what]}
    onDone={onClose}
    onClose={onClose}
  />
)

function ConflictDialog({ event, onClose }: Props) {
  const choices = conflictChoices(event)
  return (
    <Question
      event={event}
      what="conflict"
      schema={resolveConflictInput}
      values={decisionOn(event)}
      action={resolveConflictAction}
      onDone={onClose}
      onClose={onClose}
    >
      <ChoicesInput
        name="contentN"
        label="Correct delivery"
        options={choices}
        basis={basisOf(event, choices)}
      />
    </Question>
  )
}

function AmountDialog({ event, onClose }: Props) {
  const [doubt, setDoubt] = useState<{ cents: number; words: string } | null>(null)
  const choices = amountChoices(amountTexts(event), event.linkAmountMinor)
  return (
    <Question
      event={event}
      what="amount"
      schema={amountForm}
      values={{ ...decisionOn(event), amount: '', ...(choices.length === 0 && { choice: OTHER }) }}
      action={({ choice, amount, ...decision }) => {
        const amountMinor = centsOf({ ...decision, choice, amount })
        return setAmountAction({ ...decision, amountMinor, isMeant: doubt?.cents === amountMinor })
      }}
      onDone={onClose}
      onRefused={({ reason, message }, typed) => {
        const isDoubt = reason === 'implausible'
        setDoubt(isDoubt ? { cents: centsOf(typed), words: message } : null)
        return isDoubt
      }}
      onClose={onClose}
    >
      {choices.length > 0 && (
        <ChoicesInput<number | typeof OTHER>
          name="choice"
          label="Amount"
          options={[
            ...choices,
            {
              value: OTHER,
              title: 'Another amount',
              note: choices.length === 1 ? 'Not this one.' : 'None of these.',
            },
          ]}
          basis={basisOf(event, choices)}
        />
      )}
      <AmountTyped doubt={doubt} />
    </Question>
  )
}

/** The box for another amount, and a warning if the chosen amount looks implausible. */
function AmountTyped({ doubt }: { doubt: { cents: number; words: string } | null }) {
  const [choice, amount] = useWatch<Pick<AmountForm, 'choice' | 'amount'>, ['choice', 'amount']>({
    name: ['choice', 'amount'],
  })
  const cents = choice === OTHER ? readSaleCents(amount) : choice
  return (
    <>
      {choice === OTHER && <TextInput name="amount" label="Amount in dollars" className="w-40" />}
      {doubt !== null && doubt.cents === cents && (
        <Callout tone="warn" title="Check this amount" live="alert">
          {doubt.words} If it is right, set it anyway: approvers will see both.
        </Callout>
      )}
    </>
  )
}

/** The frame that all of these dialogs share. */
function Question<In extends FieldValues, Out extends FieldValues, T>({
  event,
  what,
  children,
  ...question
}: ActionFormOptions<In, Out, T> & Props & { what: Decision; children?: ReactNode }) {
  const words = WORDS[what]
  return (
    <ActionDialog
      {...question}
      size="medium"
      title={words.title}
      description={<Description event={event} what={what} words={words} />}
      confirm={words.button}
      failed={words.failed}
    >
      {children}
      <NoteInput
        name="note"
        label={words.note}
        hint="Saved with the callback and, with your name, in the audit log."
      />
      {(what === 'amount' || what === 'take-back') && <DraftWarning event={event} />}
      {what === 'close' && <FundedWarning event={event} />}
    </ActionDialog>
  )
}

/** A choice made among other options, or for another version of the event, is cleared. */
const basisOf = ({ version }: CallbackEventView, choices: readonly { value: number }[]): string =>
  JSON.stringify([version, choices.map(({ value }) => value)])

function Description({ event, what, words }: { event: CallbackEventView; what: Decision; words: Words }) {
  const came = what === 'amount' ? amountTexts(event).filter((text) => text.trim() !== '') : []
  if (came.length === 0) return words.description
  return (
    <>
      Received as{' '}
      {came.map((text, at) => (
        <span key={text}>
          {at > 0 && ' and as '}“<bdi className="break-all">{text}</bdi>”
        </span>
      ))}
      . {words.description}
    </>
  )
}

/** Changing a sale does not change a draft with it, so the person has to check the draft. */
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

/** Closing a callback moves no money: what was funded stays funded. */
function FundedWarning({ event }: { event: CallbackEventView }) {
  const words = fundedWords(event)
  if (words === null) return null
  return (
    <Callout tone="warn" title={words}>
      Closing it changes nothing at the partner. If it was not a sale, correct the batch first.
    </Callout>
  )
}

/** The distinct amount texts of the current content. */
const amountTexts = ({ deliveryList }: CallbackEventView): string[] => [
  ...new Set(
    deliveryList
      .find(({ stands }) => stands)
      ?.fields.filter(({ name }) => name === 'tran_amount')
      .map(({ text }) => text),
  ),
]

/** Each content once, described by how it differs from the others. */
const conflictChoices = (event: CallbackEventView) =>
  contentsOf(event).map(({ n, stands, texts }) => ({
    value: n,
    title: `Delivery ${n}${stands ? ', current' : ''}`,
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
