'use client'

import { Plus, RotateCw, Send, Trash2 } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { FieldFrame, Findings } from '@/components/forms/field-frame'
import { Button } from '@/components/ui/button'
import { Panel } from '@/components/ui/panel'
import { sendCallbackAction } from '@/lib/server/sandbox/actions'
import type { ControlProfile } from '@/lib/server/sandbox/controls'
import { ControlNotice } from './control-notice'
import { type EventField, plausibleEvent } from './plausible-event'
import { ProfileSelect } from './profile-select'
import { useControl } from './use-control'

type Row = EventField & { key: number }

/** Sends an event with exactly these fields. `event`: a plausible one to start with. */
export function CallbackForm({
  profiles,
  event,
  onSent,
}: {
  profiles: readonly ControlProfile[]
  event: readonly EventField[]
  onSent: () => void
}) {
  const lastKey = useRef(0)
  const withKeys = (fields: readonly EventField[]): Row[] =>
    fields.map((field) => {
      lastKey.current += 1
      return { ...field, key: lastKey.current }
    })
  const [rows, setRows] = useState(() => withKeys(event))
  const [profileId, setProfileId] = useState(profiles[0]?.profileId ?? '')
  const [times, setTimes] = useState('1')
  const [done, setDone] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const control = useControl(sendCallbackAction)
  const wrong = control.findings('fields')
  const chosen = profiles.find((profile) => profile.profileId === profileId)

  async function submit(submitted: FormEvent) {
    submitted.preventDefault()
    setDone('')
    const fields = rows.map(({ name, value }) => ({ name, value }))
    const result = await control.run({ profileId, times, fields })
    if (!result.ok || !result.data) return
    setDone(queuedWords(result.data))
    onSent()
  }

  const change = (key: number, part: Partial<EventField>) =>
    setRows((before) => before.map((row) => (row.key === key ? { ...row, ...part } : row)))

  /** The focus moves to the row that takes its place, or to the last. */
  function remove(index: number) {
    setRows((before) => before.filter((_, at) => at !== index))
    requestAnimationFrame(() => {
      const buttons = list.current?.querySelectorAll<HTMLElement>('button') ?? []
      const next = buttons[Math.min(index, buttons.length - 1)]
      ;(next ?? list.current)?.focus()
    })
  }

  function add() {
    setRows((before) => [...before, ...withKeys([{ name: '', value: '' }])])
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('li:last-child input')?.focus())
  }

  return (
    <Panel title="Send an event" description="Sent exactly as entered to the profile’s response address.">
      <form
        ref={control.form}
        onSubmit={submit}
        noValidate
        aria-label="Send an event"
        className="flex flex-col gap-3"
      >
        <div className="grid grid-cols-[minmax(0,1fr)_8rem] gap-3">
          <ProfileSelect
            path="callback.profile"
            profiles={profiles}
            value={profileId}
            onChange={setProfileId}
            hint={
              chosen?.responseUrl === null
                ? 'The profile has no response address. The event waits until it has one.'
                : undefined
            }
          />
          <FieldFrame
            path="callback.times"
            meta={{ label: 'Times', required: true }}
            findings={control.findings('times')}
          >
            {(props) => (
              <input
                {...props}
                type="text"
                inputMode="numeric"
                autoComplete="off"
                value={times}
                onChange={({ target }) => setTimes(target.value)}
                className="control text-end"
              />
            )}
          </FieldFrame>
        </div>
        <fieldset className="min-w-0">
          <legend className="mb-1 text-sm font-medium">Fields ({rows.length})</legend>
          <ul ref={list} tabIndex={-1} className="flex flex-col gap-1 focus-visible:outline-none">
            {rows.map(({ key, name, value }, index) => (
              <li key={key} className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] gap-1">
                <input
                  type="text"
                  aria-label={`Name of field ${index + 1}`}
                  autoComplete="off"
                  autoCapitalize="none"
                  spellCheck={false}
                  value={name}
                  aria-invalid={(wrong.length > 0 && isWrongName(rows, index)) || undefined}
                  aria-describedby={wrong.length > 0 ? 'callback.fields-findings' : undefined}
                  onChange={({ target }) => change(key, { name: target.value })}
                  className="control font-mono text-xs"
                />
                <input
                  type="text"
                  aria-label={`Value of ${name || `field ${index + 1}`}`}
                  autoComplete="off"
                  autoCapitalize="none"
                  spellCheck={false}
                  value={value}
                  onChange={({ target }) => change(key, { value: target.value })}
                  className="control"
                />
                <Button
                  variant="ghost"
                  className="w-8.5 px-0! pointer-coarse:w-11"
                  aria-label={`Remove ${name || `field ${index + 1}`}`}
                  title="Remove"
                  onClick={() => remove(index)}
                >
                  <Trash2 aria-hidden="true" />
                </Button>
              </li>
            ))}
          </ul>
          {rows.length === 0 && (
            <p className="text-sm text-muted">No fields. The event is sent with an empty body.</p>
          )}
          <Findings path="callback.fields" findings={wrong} />
          <div className="mt-2 flex flex-wrap gap-2">
            <Button size="small" onClick={add}>
              <Plus aria-hidden="true" />
              Add a field
            </Button>
            <Button size="small" onClick={() => setRows(withKeys(plausibleEvent(new Date(), Math.random)))}>
              <RotateCw aria-hidden="true" />
              Another sale
            </Button>
          </div>
          <p className="mt-2 text-xs text-muted">
            Sending it twice makes a repeat; the same tran_id with other content makes a conflict.
          </p>
        </fieldset>
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" variant="primary" busy={control.busy}>
            <Send aria-hidden="true" />
            Send
          </Button>
          {!control.problem && (
            <ControlNotice
              problem={null}
              done={
                done && (
                  <>
                    {done}{' '}
                    <a href="#events" className="rounded-sm underline underline-offset-2 lg:hidden">
                      See it
                    </a>
                  </>
                )
              }
            />
          )}
        </div>
        {control.problem && <ControlNotice problem={control.problem} />}
      </form>
    </Panel>
  )
}

/** A field without a name, or with a name that an earlier row has. */
const isWrongName = (rows: readonly Row[], index: number): boolean => {
  const { name = '' } = rows[index] ?? {}
  return name === '' || rows.findIndex((row) => row.name === name) < index
}

const queuedWords = ({ queued, first }: { queued: number; first: number | null }): string =>
  queued === 1
    ? `On its way${first === null ? '' : ` as event ${first}`}.`
    : `${queued} events are on their way${first === null ? '' : `, from number ${first} on`}.`
