'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { FieldFrame } from '@/components/forms/field-frame'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { DateTime } from '@/components/ui/date-time'
import { Panel } from '@/components/ui/panel'
import { confirmAbsentAction, recordFoundAction, sendAgainAction } from '@/lib/server/applications/actions'
import type { ApplicationView, AttemptView } from '@/lib/server/applications/loaders'
import type { ResolveResult } from '@/lib/server/applications/resolution'

type Way = 'found' | 'absent' | 'again'
type FoundItem = { section: 'contacts' | 'accounts'; itemId: string; name: string }

/**
 * Where nobody knows whether the partner has it, a person says how it ended: the records were found, there are
 * none, or the same request goes out once more. Where it named no records, only the first is left.
 */
export function ResolveOutcome({
  application,
  attempt,
  items,
}: {
  application: Pick<ApplicationView, 'id' | 'kind' | 'status' | 'opportunityId' | 'resendNeedsSecondPerson'>
  attempt: Pick<AttemptView, 'id' | 'resendAsked'>
  items: readonly FoundItem[]
}) {
  const known = application.opportunityId !== null
  const onlyIds = application.status === 'ids-needed'
  const [way, setWay] = useState<Way | null>(onlyIds ? 'found' : null)
  const { form, send, busy, problems, message } = useResolution(application.id, attempt.id)
  const name = useId()

  return (
    <Panel
      title={onlyIds ? 'Enter the record ids' : 'How did it end?'}
      description="Written down with your name, and final for this attempt."
    >
      <form
        ref={form}
        onSubmit={(event) => void send(event, way)}
        className="flex max-w-3xl flex-col gap-4"
        noValidate
      >
        {!onlyIds && (
          <fieldset className="grid gap-2">
            <legend className="sr-only">How did it end?</legend>
            <WayOption name={name} chosen={way} way="found" title="The partner has it" onChoose={setWay}>
              {known
                ? 'Every change that was sent is there.'
                : 'You found its records there, and have their ids.'}
            </WayOption>
            <WayOption
              name={name}
              chosen={way}
              way="absent"
              title="The partner does not have it"
              onChoose={setWay}
            >
              You looked there or asked its support, and nothing of it exists. It can then be changed and
              submitted again.
            </WayOption>
            <WayOption
              name={name}
              chosen={way}
              way="again"
              title="Send the same request again"
              onChoose={setWay}
            >
              Exactly the same, word for word. If the partner has it after all, its records are made twice.
            </WayOption>
          </fieldset>
        )}
        {way === 'found' && (
          <FoundFields kind={application.kind} known={known} items={items} problems={problems} />
        )}
        {way === 'again' && application.resendNeedsSecondPerson && (
          <SecondPerson asked={attempt.resendAsked} />
        )}
        {way !== null && (
          <FieldFrame
            path="note"
            meta={{ label: NOTE_LABELS[way], hint: 'At least a few words; they stay in the history.' }}
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
        {way !== null && (
          <div>
            <Button type="submit" variant={way === 'again' ? 'danger' : 'primary'} busy={busy}>
              {buttonWords(way, application.resendNeedsSecondPerson, attempt)}
            </Button>
          </div>
        )}
      </form>
    </Panel>
  )
}

const NOTE_LABELS: Record<Way, string> = {
  found: 'Where you found it, or who told you',
  absent: 'Where you looked, or who confirmed it',
  again: 'Why it is sent again',
}

function buttonWords(way: Way, twoPeople: boolean, attempt: Pick<AttemptView, 'resendAsked'>): string {
  if (way === 'found') return 'It is there'
  if (way === 'absent') return 'It is not there'
  return twoPeople && !attempt.resendAsked ? 'Ask for it to be sent again' : 'Send the same request again'
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

/** The ids without which nothing can follow, and below them those of the people and accounts. */
function FoundFields({
  kind,
  known,
  items,
  problems,
}: {
  kind: ApplicationView['kind']
  /** Whether the ids of opportunity and account are known already, from an earlier answer. */
  known: boolean
  items: readonly FoundItem[]
  problems: Problems
}) {
  return (
    <>
      {!known && (
        <div className="grid gap-4 sm:grid-cols-2">
          <IdField
            path="opportunityId"
            label="Opportunity id"
            hint="Begins with 006."
            problems={problems}
            required
          />
          <IdField path="accountId" label="Account id" hint="Begins with 001." problems={problems} required />
        </div>
      )}
      {items.length > 0 && (
        <fieldset className="grid gap-4 sm:grid-cols-2">
          <legend className="mb-2 text-sm text-muted">
            Ids of owners, contacts and accounts.{' '}
            {kind === 'full'
              ? 'Nothing waits for them: they are for talks with the partner.'
              : 'One that is left blank cannot be updated later.'}
          </legend>
          {items.map(({ section, itemId, name }) => (
            <IdField key={itemId} path={`${section}.${itemId}`} label={name} problems={problems} />
          ))}
        </fieldset>
      )}
    </>
  )
}

function IdField({
  path,
  label,
  hint,
  problems,
  required = false,
}: {
  path: string
  label: string
  hint?: string
  problems: Problems
  required?: boolean
}) {
  return (
    <FieldFrame path={path} meta={{ label, hint }} required={required} findings={findingsAt(problems, path)}>
      {(control) => (
        <input
          {...control}
          name={path}
          type="text"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={60}
          className="control font-mono"
        />
      )}
    </FieldFrame>
  )
}

function SecondPerson({ asked }: { asked: AttemptView['resendAsked'] }) {
  if (!asked) {
    return (
      <Callout title="This takes two people">
        You say why, and somebody else looks at it and sends it.
      </Callout>
    )
  }
  return (
    <Callout tone={asked.mine ? 'warn' : 'info'} title={`${asked.mine ? 'You' : asked.by} asked for this`}>
      <p>
        <DateTime at={asked.at} />: <bdi>{asked.reason}</bdi>
      </p>
      {asked.mine && <p>Somebody else must send it.</p>}
    </Callout>
  )
}

type Problems = readonly { field: string; message: string }[]

const findingsAt = (problems: Problems, field: string) =>
  problems
    .filter((problem) => problem.field === field)
    .map(({ message }) => ({ severity: 'error' as const, message }))

const ACTIONS = { found: recordFoundAction, absent: confirmAbsentAction, again: sendAgainAction }

function useResolution(applicationId: string, attemptId: string) {
  const router = useRouter()
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
    const under = (section: string) =>
      Object.fromEntries(
        [...values.keys()]
          .filter((key) => key.startsWith(`${section}.`))
          .map((key) => [key.slice(section.length + 1), text(key)]),
      )
    if (text('note').trim().length < 3) {
      setProblems([{ field: 'note', message: 'Say it in a few words.' }])
      return
    }
    setBusy(true)
    const input = {
      applicationId,
      attemptId,
      note: text('note'),
      reason: text('note'),
      opportunityId: text('opportunityId'),
      accountId: text('accountId'),
      contacts: under('contacts'),
      accounts: under('accounts'),
    }
    const answer = await ACTIONS[way](input).catch(() => null)
    const result = answer?.data
    setBusy(false)
    setProblems(result && !result.ok && result.reason === 'invalid' ? result.problems : [])
    setMessage(wordsOf(result, answer?.serverError?.message))
    if (result?.ok) router.refresh()
  }

  return { form, send, busy, problems, message }
}

function wordsOf(result: ResolveResult | undefined, serverError: string | undefined): string | null {
  if (result?.ok) return null
  if (!result) {
    return (
      serverError ??
      'The desk did not answer. Reload the page and look at the state of the application before you try again.'
    )
  }
  return result.reason === 'invalid' ? 'Some ids cannot be right: see below.' : result.message
}
