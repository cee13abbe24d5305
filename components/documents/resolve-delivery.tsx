'use client'

import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { FieldFrame } from '@/components/forms/field-frame'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { DateTime } from '@/components/ui/date-time'
import { Dialog } from '@/components/ui/dialog'
import { deliveryAbsentAction, deliveryFoundAction } from '@/lib/server/documents/actions'
import type { DeliveryAttempt, DocumentItem } from '@/lib/server/documents/data'
import type { ResolveDeliveryResult } from '@/lib/server/documents/resolution'

type Way = 'found' | 'absent'
type Problems = readonly { field: string; message: string }[]

/** Where nobody knows whether the partner has a document, a person says how it ended: it has it, or it goes out again. */
export function ResolveDelivery({
  document,
  attempt,
  onClose,
  onChanged,
}: {
  document: DocumentItem
  attempt: DeliveryAttempt
  onClose: () => void
  onChanged: () => Promise<void>
}) {
  const [way, setWay] = useState<Way | null>(null)
  const name = useId()
  const { form, send, busy, problems, message } = useResolution(document.id, attempt.id, onChanged, onClose)
  return (
    <Dialog
      open
      onClose={onClose}
      size="medium"
      title="How did it end?"
      description="Written down with your name, and final for this sending."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {way !== null && (
            <Button
              type="submit"
              form={`${name}-form`}
              variant={way === 'absent' ? 'danger' : 'primary'}
              busy={busy}
            >
              {way === 'found' ? 'It is there' : 'It is not there: send it again'}
            </Button>
          )}
        </>
      }
    >
      <p className="font-medium break-words">
        <bdi>{document.name}</bdi>
      </p>
      <p className="mb-3 text-sm text-muted">
        Sent <DateTime at={attempt.at} seconds />. {attempt.message}
      </p>
      <form
        ref={form}
        id={`${name}-form`}
        onSubmit={(event) => void send(event, way)}
        className="flex flex-col gap-4"
        noValidate
      >
        <fieldset className="grid gap-2">
          <legend className="sr-only">How did it end?</legend>
          <WayOption name={name} way="found" chosen={way} title="The partner has it" onChoose={setWay}>
            You found it among the attachments of the opportunity there.
          </WayOption>
          <WayOption
            name={name}
            way="absent"
            chosen={way}
            title="The partner does not have it: send it again"
            onChoose={setWay}
          >
            You looked there or asked its support. If it has it after all, it will have it twice.
          </WayOption>
        </fieldset>
        {way === 'found' && (
          <FieldFrame
            path="attachmentId"
            meta={{ label: 'Attachment id', hint: 'As the partner shows it; begins with 00P.' }}
            findings={findingsAt(problems, 'attachmentId')}
          >
            {(control) => (
              <input
                {...control}
                name="attachmentId"
                type="text"
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
                maxLength={60}
                className="control font-mono"
              />
            )}
          </FieldFrame>
        )}
        {way !== null && (
          <FieldFrame
            path="note"
            meta={{
              label:
                way === 'found'
                  ? 'Where you found it, or who told you'
                  : 'Where you looked, or who confirmed it',
              hint: 'At least a few words; they stay in the history.',
            }}
            required
            findings={findingsAt(problems, 'note')}
          >
            {(control) => (
              <textarea {...control} name="note" rows={3} maxLength={2_000} className="control" />
            )}
          </FieldFrame>
        )}
        {message && (
          <Callout tone="bad" title="Nothing was changed" live="alert">
            {message}
          </Callout>
        )}
      </form>
    </Dialog>
  )
}

function WayOption({
  name,
  way,
  chosen,
  title,
  onChoose,
  children,
}: {
  name: string
  way: Way
  chosen: Way | null
  title: string
  onChoose: (way: Way) => void
  children: ReactNode
}) {
  return (
    <label className="flex gap-3 rounded-md border border-line px-3 py-2.5 has-checked:border-accent has-checked:bg-accent-soft">
      <input
        type="radio"
        name={name}
        value={way}
        checked={chosen === way}
        onChange={() => onChoose(way)}
        className="mt-0.5"
      />
      <span>
        <span className="block font-medium">{title}</span>
        <span className="block text-sm text-muted">{children}</span>
      </span>
    </label>
  )
}

const findingsAt = (problems: Problems, field: string) =>
  problems
    .filter((problem) => problem.field === field)
    .map(({ message }) => ({ severity: 'error' as const, message }))

const ACTIONS = { found: deliveryFoundAction, absent: deliveryAbsentAction }

function useResolution(
  documentId: string,
  attemptId: string,
  onChanged: () => Promise<void>,
  onDone: () => void,
) {
  const [busy, setBusy] = useState(false)
  const [problems, setProblems] = useState<Problems>([])
  const [message, setMessage] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    // Once they are on the page: the first field that is wrong gets the focus.
    if (problems.length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [problems])

  async function send(event: FormEvent<HTMLFormElement>, way: Way | null) {
    event.preventDefault()
    if (busy || way === null) return
    const values = new FormData(event.currentTarget)
    const text = (name: string) => String(values.get(name) ?? '')
    if (text('note').trim().length < 3) {
      setProblems([{ field: 'note', message: 'Say it in a few words.' }])
      return
    }
    setBusy(true)
    const input = { documentId, attemptId, note: text('note'), attachmentId: text('attachmentId') }
    const answer = await ACTIONS[way](input).catch(() => null)
    const result = answer?.data
    await onChanged()
    setBusy(false)
    setProblems(result && !result.ok && result.reason === 'invalid' ? result.problems : [])
    setMessage(wordsOf(result, answer?.serverError?.message))
    if (result?.ok) onDone()
  }

  return { form, send, busy, problems, message }
}

function wordsOf(result: ResolveDeliveryResult | undefined, serverError: string | undefined): string | null {
  if (result?.ok) return null
  if (result) return result.reason === 'invalid' ? null : result.message
  return serverError ?? 'The desk did not answer. Look at the list before you try again.'
}
