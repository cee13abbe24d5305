'use client'

import { useRouter } from 'next/navigation'
import { useId, useState } from 'react'
import {
  confirmedIn,
  NoteBox,
  type Problems,
  RecordIdBox,
  ResolutionOption,
  textIn,
  useResolution,
} from '@/components/forms/resolution-form'
import { TroubleNotice } from '@/components/forms/trouble-notice'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { DateTime } from '@/components/ui/date-time'
import { Panel } from '@/components/ui/panel'
import { confirmAbsentAction, recordFoundAction, sendAgainAction } from '@/lib/server/applications/actions'
import type { ApplicationView, AttemptView } from '@/lib/server/applications/loaders'

type Way = 'found' | 'absent' | 'again'
type FoundItem = { section: 'contacts' | 'accounts'; itemId: string; name: string }

/**
 * For an unknown outcome, a person says how it ended: the records were found, there are none, or the same request
 * is sent again. If the answer named no records, only the first is possible.
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
  const router = useRouter()
  const name = useId()

  const ask = (values: FormData) => {
    const open = { applicationId: application.id, attemptId: attempt.id }
    const note = textIn(values, 'note')
    if (way === 'absent') return confirmAbsentAction({ ...open, note })
    if (way === 'again') return sendAgainAction({ ...open, reason: note })
    return recordFoundAction({
      ...open,
      note,
      opportunityId: textIn(values, 'opportunityId'),
      accountId: textIn(values, 'accountId'),
      contacts: textsUnder(values, 'contacts'),
      accounts: textsUnder(values, 'accounts'),
      anyway: confirmedIn(values),
    })
  }

  const { form, send, busy, problems, trouble } = useResolution(ask, (done) => {
    if (done) router.refresh()
  })

  return (
    <Panel
      title={onlyIds ? 'Enter the record IDs' : 'Resolve outcome'}
      description="Written down with your name, and final for this attempt."
    >
      <form
        ref={form}
        onSubmit={(event) => void send(event)}
        className="flex max-w-3xl flex-col gap-4"
        noValidate
      >
        {!onlyIds && (
          <fieldset className="grid gap-2">
            <legend className="sr-only">Outcome</legend>
            <ResolutionOption
              name={name}
              chosen={way}
              way="found"
              title="The partner has it"
              onChoose={setWay}
            >
              {known
                ? 'Every change that was sent is there.'
                : 'You found its records there, and have their IDs.'}
            </ResolutionOption>
            <ResolutionOption
              name={name}
              chosen={way}
              way="absent"
              title="The partner does not have it"
              onChoose={setWay}
            >
              You looked there or asked its support, and it does not exist there. It can then be changed and
              submitted again.
              {application.resendNeedsSecondPerson && ' The sender cannot confirm this alone.'}
            </ResolutionOption>
            <ResolutionOption
              name={name}
              chosen={way}
              way="again"
              title="Send the same request again"
              onChoose={setWay}
            >
              Exactly the same, word for word. If the partner has it after all, its records are made twice.
            </ResolutionOption>
          </fieldset>
        )}
        {way === 'found' && (
          <FoundFields kind={application.kind} known={known} items={items} problems={problems} />
        )}
        {way === 'again' && application.resendNeedsSecondPerson && (
          <SecondPerson asked={attempt.resendAsked} />
        )}
        {way !== null && <NoteBox name="note" label={NOTE_LABELS[way]} problems={problems} />}
        <TroubleNotice trouble={trouble} />
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
  if (way === 'found') return 'Confirm: records exist'
  if (way === 'absent') return 'Confirm: no records'
  return twoPeople && !attempt.resendAsked ? 'Ask for it to be sent again' : 'Send the same request again'
}

/** The IDs that everything else depends on, and below them those of contacts and accounts. */
function FoundFields({
  kind,
  known,
  items,
  problems,
}: {
  kind: ApplicationView['kind']
  /** Whether an earlier answer already gave the IDs of opportunity and account. */
  known: boolean
  items: readonly FoundItem[]
  problems: Problems
}) {
  return (
    <>
      {!known && (
        <div className="grid gap-4 sm:grid-cols-2">
          <RecordIdBox
            name="opportunityId"
            label="Opportunity ID"
            hint="Begins with 006."
            problems={problems}
            required
          />
          <RecordIdBox
            name="accountId"
            label="Account ID"
            hint="Begins with 001."
            problems={problems}
            required
          />
        </div>
      )}
      {items.length > 0 && (
        <fieldset className="grid gap-4 sm:grid-cols-2">
          <legend className="mb-2 text-sm text-muted">
            Ids of owners, contacts and accounts.{' '}
            {kind === 'full'
              ? 'Nothing waits for them: they are for talks with the partner.'
              : 'One that is left blank can be entered later; until then that one cannot be updated.'}
          </legend>
          {items.map(({ section, itemId, name }) => (
            <RecordIdBox key={itemId} name={`${section}.${itemId}`} label={name} problems={problems} />
          ))}
        </fieldset>
      )}
    </>
  )
}

function SecondPerson({ asked }: { asked: AttemptView['resendAsked'] }) {
  if (!asked) {
    return (
      <Callout title="This takes two people">You say why, and someone else looks at it and sends it.</Callout>
    )
  }
  return (
    <Callout tone={asked.mine ? 'warn' : 'info'} title={`${asked.mine ? 'You' : asked.by} asked for this`}>
      <p>
        <DateTime at={asked.at} />: <bdi>{asked.reason}</bdi>
      </p>
      {asked.mine && <p>Someone else must send it.</p>}
    </Callout>
  )
}

/** The texts of a section's fields, by the rest of the field name: the item's ID. */
const textsUnder = (values: FormData, section: string) =>
  Object.fromEntries(
    [...values.keys()]
      .filter((key) => key.startsWith(`${section}.`))
      .map((key) => [key.slice(section.length + 1), textIn(values, key)]),
  )
