'use client'

import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { FieldFrame } from '@/components/forms/field-frame'
import { TroubleNotice } from '@/components/forms/trouble-notice'
import { useDeskAction } from '@/components/forms/use-desk-action'
import { MerchantPicker } from '@/components/merchants/merchant-picker'
import { Button } from '@/components/ui/button'
import { Panel } from '@/components/ui/panel'
import { readMerchantId, readReceiver, type TypedReceiver } from '@/lib/domain/callbacks/receiver'
import type { ProfileView } from '@/lib/domain/funding/check-batch'
import type { Problem } from '@/lib/domain/values/problem'
import { createReceiverAction } from '@/lib/server/callbacks/receivers/actions'
import type { NewKey } from './new-key-notice'
import { ReceiverFields } from './receiver-fields'
import { focusOnWrong, type UnsavedEdits, useEdit } from './use-edit'

type NewReceiver = TypedReceiver & { profileId: string; merchantId: string }

const unsaved: UnsavedEdits<null, NewReceiver> = new Map()
const NEW = 'receiver.new'
const BLANK: NewReceiver = { label: '', allowed: '', profileId: '', merchantId: '' }
const blank = () => BLANK
const isBlank = (_stored: null, typed: NewReceiver) => Object.values(typed).every((text) => text === '')

/** Whether someone started adding one and left the page. */
export const hasNewReceiver = (): boolean => unsaved.has(NEW)

const problemsOf = (typed: NewReceiver): Problem[] => [
  ...readReceiver(typed).problems,
  ...(typed.profileId === '' ? [{ path: 'profileId', message: 'Choose a profile.' }] : []),
  ...readMerchantId(typed.merchantId).problems,
]

export function NewReceiverForm({
  profiles,
  onMade,
  onDiscard,
}: {
  profiles: readonly ProfileView[]
  onMade: (made: NewKey) => void
  onDiscard: (words: string) => void
}) {
  const edit = useEdit({ id: NEW, unsaved, initial: null, begin: blank, isSame: isBlank })
  const { run, busy, trouble } = useDeskAction(createReceiverAction)
  const form = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<readonly Problem[]>([])
  const id = useId()
  const { typed } = edit

  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  function change(part: Partial<NewReceiver>) {
    setProblems(problems.filter(({ path }) => !Object.hasOwn(part, path)))
    edit.change({ ...typed, ...part })
  }

  const findingsAt = (path: string) =>
    problems
      .filter((problem) => problem.path === path)
      .map(({ message }) => ({ severity: 'error' as const, message }))

  /** Before the form closes, because the kept text belongs to it. */
  const forget = () => flushSync(edit.discard)

  function mark(found: readonly Problem[]) {
    flushSync(() => setProblems(found))
    focusOnWrong(form.current)
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    const found = problemsOf(typed)
    if (found.length > 0) return mark(found)
    const called = await run(typed)
    if (called?.ok) {
      forget()
      const notes = called.data.waits
        ? 'Until another admin approves your list, it accepts the addresses of the other receivers of this profile.'
        : null
      onMade({ ...called.data.value, label: typed.label.trim(), notes })
    } else if (called) mark(called.trouble.fields)
  }

  return (
    <Panel title="New receiver" className="max-w-3xl">
      <form ref={form} onSubmit={submit} noValidate aria-label="New receiver" className="flex flex-col gap-4">
        <ReceiverFields id={id} typed={typed} findingsAt={findingsAt} onChange={change} />
        <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
          <FieldFrame
            path={`${id}-profileId`}
            meta={{ label: 'Funding profile', hint: 'Source of the sales. Cannot be changed later.' }}
            required
            findings={findingsAt('profileId')}
          >
            {(control) => (
              <select
                {...control}
                value={typed.profileId}
                onChange={({ target }) => change({ profileId: target.value })}
                className="control control-select"
              >
                <option value="">Select…</option>
                {profiles.map(({ profileId, label }) => (
                  <option key={profileId} value={profileId}>
                    {label} ({profileId})
                  </option>
                ))}
              </select>
            )}
          </FieldFrame>
          <FieldFrame
            path={`${id}-merchantId`}
            meta={{
              label: 'Merchant ID',
              hint: 'Only if this address is for a single merchant. Cannot be changed later.',
            }}
            findings={findingsAt('merchantId')}
          >
            {(control) => (
              <MerchantPicker
                {...control}
                value={typed.merchantId}
                onChange={(merchantId) => change({ merchantId })}
              />
            )}
          </FieldFrame>
        </div>
        <TroubleNotice trouble={trouble} title="No receiver was created" />
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button type="submit" variant="primary" busy={busy}>
            Create key
          </Button>
          <Button
            variant="ghost"
            onClick={() => {
              forget()
              onDiscard(edit.isChanged ? 'The receiver is discarded.' : '')
            }}
          >
            Discard
          </Button>
        </div>
      </form>
    </Panel>
  )
}
