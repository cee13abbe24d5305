'use client'

import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { TroubleNotice } from '@/components/forms/trouble-notice'
import { useDeskAction } from '@/components/forms/use-desk-action'
import { Button } from '@/components/ui/button'
import { Panel } from '@/components/ui/panel'
import { useReady } from '@/components/ui/use-ready'
import type { ApprovedBatch } from '@/lib/domain/funding/batch'
import { type SettingName, settingOf } from '@/lib/domain/settings/settings'
import { counted } from '@/lib/domain/values/counted'
import { saveSettingAction } from '@/lib/server/admin/settings/actions'
import { ApprovesNotice, DoneNotice, proposedWords, type StaleFacts, StaleNotice } from './save-notices'
import { SettingControl } from './setting-control'
import { focusOnWrong, type UnsavedEdits, useEdit } from './use-edit'

type Values = Record<string, unknown>
type Problems = readonly { path: string; message: string }[]

const unsaved: UnsavedEdits<Values, Values> = new Map()

/** The page of a setting, built from its definition. One save for all of it. */
export function SettingForm({
  name,
  stored: initial,
  waits,
  nobodyApproves,
}: {
  name: SettingName
  stored: Values
  /** Whether another admin has to approve a change. */
  waits: boolean
  /** Why no admin can approve it now. */
  nobodyApproves: string | null
}) {
  const setting = settingOf(name)
  const { base, typed, isChanged, ...edit } = useEdit<Values, Values>({
    id: name,
    unsaved,
    initial,
    begin: setting.begin,
    isSame: (stored, now) => setting.isSame(setting.begin(stored), now),
  })
  const { run, busy, trouble, clear } = useDeskAction(saveSettingAction, { unanswered: 'try-again' })
  const [stale, setStale] = useState<StaleFacts | null>(null)
  const [problems, setProblems] = useState<Problems>([])
  const [done, setDone] = useState('')
  const ready = useReady()
  /** Pending batches that this save would approve, shown before it. */
  const [approves, setApproves] = useState<ApprovedBatch[]>([])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    setDone('')
    const read = setting.typed.safeParse(typed)
    const found = read.error?.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
    flushSync(() => setProblems(found ?? []))
    if (!read.success) return focusOnWrong(form)
    const called = await run({
      name,
      base,
      value: read.data,
      ...(approves.length > 0 && { approves: approves.map(({ number }) => number) }),
    })
    const refusal = called?.ok === false ? called.refusal : null
    setApproves(refusal?.reason === 'approves' ? refusal.batches : [])
    if (called?.ok && called.data.waits) {
      edit.discard()
      setStale(null)
      setDone(proposedWords(called.data, nobodyApproves === null))
    } else if (called?.ok) {
      edit.markSaved(read.data, typed)
      setStale(null)
      setDone('Saved.')
    } else if (refusal?.reason === 'stale') {
      const { changedBy, changedAt } = refusal
      const theirs = refusal.theirs as Values
      setStale({ changedBy, changedAt, changes: setting.changes(base, theirs) })
      edit.rebase(theirs, (mine) => setting.merge(setting.begin(base), mine, setting.begin(theirs)))
    }
  }

  function discard(form: HTMLFormElement | null) {
    edit.discard()
    setStale(null)
    setProblems([])
    setApproves([])
    clear()
    setDone('Your changes are discarded.')
    form?.querySelector<HTMLElement>('[type="submit"]')?.focus()
  }

  const panels = Object.groupBy(Object.entries(setting.fields), ([, { panel }]) => panel)
  return (
    <form onSubmit={submit} noValidate aria-label={setting.title} className="flex max-w-3xl flex-col gap-4">
      {stale && (
        <StaleNotice stale={stale} what="page">
          Their changes and yours are below. Yours are not saved yet. Review them, then save.
        </StaleNotice>
      )}
      {/* Disabled until the script runs: a box ticked before would be lost on saving. */}
      <fieldset disabled={!ready} className="flex min-w-0 flex-col gap-4">
        {Object.entries(panels).map(([title, fields = []]) => (
          <Panel key={title} title={title}>
            <div className="flex flex-col gap-3">
              {setting.panels?.[title] && (
                <p className="max-w-prose text-sm text-muted">{setting.panels[title]}</p>
              )}
              {fields.map(([field, definition]) => (
                <SettingControl
                  key={field}
                  name={field}
                  field={definition}
                  typed={typed[field]}
                  findings={findingsIn(problems, field)}
                  onType={(now) => {
                    setDone('')
                    setApproves([])
                    edit.change({ ...typed, [field]: now })
                  }}
                />
              ))}
            </div>
          </Panel>
        ))}
      </fieldset>
      {approves.length > 0 ? (
        <ApprovesNotice batches={approves} />
      ) : (
        <TroubleNotice trouble={trouble?.kind === 'changed' ? null : trouble} title="Couldn’t save" />
      )}
      {nobodyApproves && <p className="max-w-prose text-sm">{nobodyApproves}</p>}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button type="submit" variant="primary" busy={busy}>
          {approves.length > 0
            ? `Save and approve ${counted(approves.length, 'batch', 'batches')}`
            : waits
              ? 'Propose change'
              : 'Save'}
        </Button>
        {isChanged && (
          <>
            <Button variant="ghost" onClick={({ currentTarget }) => discard(currentTarget.form)}>
              Discard changes
            </Button>
            <span className="text-sm text-muted">Not saved yet</span>
          </>
        )}
        <DoneNotice>{done}</DoneNotice>
      </div>
    </form>
  )
}

const findingsIn = (problems: Problems, field: string) =>
  problems
    .filter(({ path }) => path === field || path.startsWith(`${field}.`))
    .map(({ message }) => ({ severity: 'error' as const, message }))
