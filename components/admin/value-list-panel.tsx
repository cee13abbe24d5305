'use client'

import { Plus } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { steadyPress } from '@/components/applications/steady-press'
import { Findings } from '@/components/forms/field-frame'
import { Button } from '@/components/ui/button'
import { Panel } from '@/components/ui/panel'
import { listChanges, NAMED_ROLES, readValueList, type ValueList } from '@/lib/domain/settings/value-lists'
import { weave } from '@/lib/domain/settings/weave'
import { saveListAction } from '@/lib/server/admin/settings/actions'
import { DoneNotice, FailureNotice, type StaleFacts, StaleNotice } from './save-notices'
import { type KeptEdits, useEdit } from './use-edit'
import { useSave } from './use-save'
import { type ListRow, ValueRow } from './value-row'

type Values = readonly string[]
type Rows = readonly ListRow[]

const kept: KeptEdits<Values, Rows> = new Map()

/** A stored value is its own key: its line stays the same one while it is renamed or moved. */
const storedKey = (value: string) => `stored:${value}`
const rowsOf = (values: Values): Rows => values.map((value) => ({ key: storedKey(value), value }))
const valuesOf = (rows: Rows): string[] => rows.map(({ value }) => value)
const isSame = (values: Values, rows: Rows) =>
  values.length === rows.length && values.every((value, index) => rows[index]?.value === value)

const NAMED_KEYS = NAMED_ROLES.map(storedKey)

/** One list: its values in their order, each to be renamed, moved or removed, and new ones to be added. */
export function ValueListPanel({ list, brought }: { list: ValueList; brought: Values }) {
  const edit = useEdit({ id: list.name, kept, brought, begin: rowsOf, isSame })
  const { base, typed: rows, isChanged } = edit
  const { form, busy, failure, refuse, run } = useSave()
  /** The lines that were left: what is wrong with a line is said once nobody is typing in it. */
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [stale, setStale] = useState<StaleFacts | null>(null)
  const [done, setDone] = useState('')
  const added = useRef(0)
  const { problems } = readValueList(list.name, valuesOf(rows))
  const fixed = list.name === 'roles' ? NAMED_KEYS : []

  function change(next: Rows, words = '') {
    setDone(words)
    edit.change(next)
  }

  function move(from: number, to: number) {
    const next = [...rows]
    const [row] = next.splice(from, 1)
    if (!row) return
    next.splice(to, 0, row)
    change(next, `“${row.value}” is now ${to + 1} of ${next.length}.`)
  }

  async function save(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setDone('')
    if (problems.length > 0) {
      setLeft(new Set(rows.map(({ key }) => key)))
      refuse()
      return
    }
    const result = await run(() =>
      saveListAction({ list: list.name, base: [...base], values: valuesOf(rows) }),
    )
    if (result?.ok) {
      edit.settle(result.value)
      setStale(null)
      setDone('Saved. It counts at once.')
    } else if (result?.reason === 'stale') {
      const { theirs, ...facts } = result
      setStale({ ...facts, changes: listChanges(base, theirs) })
      edit.rebase(theirs, rowsOf(weave(base, valuesOf(rows), theirs)))
    }
  }

  function discard() {
    edit.discard()
    setStale(null)
    setLeft(new Set())
    setDone('Your changes are discarded.')
  }

  const findingsAt = (path: string) =>
    problems.filter((problem) => problem.path === path).map(({ message }) => ({ severity: 'error' as const, message }))
  const article = /^[aeiou]/i.test(list.one) ? 'an' : 'a'

  return (
    <Panel
      title={list.title}
      description={list.meaning}
      actions={<code className="font-mono text-xs text-faint">{list.partnerName}</code>}
    >
      <form
        ref={form}
        onSubmit={save}
        noValidate
        aria-label={list.title}
        className="flex flex-col gap-3"
        {...steadyPress}
      >
        {stale && (
          <StaleNotice stale={stale} what="list" onDiscard={isChanged ? discard : undefined}>
            {isChanged
              ? 'Their change and yours are both in the list below. Yours is not saved yet: look it over, and save.'
              : 'That is all you had changed yourself: the list below is as they saved it.'}
          </StaleNotice>
        )}
        {rows.length === 0 ? (
          <p className="rounded-md border border-dashed border-line-strong px-3 py-2.5 text-sm text-muted">
            The list is empty, which means that anything is allowed: the desk accepts any text for this field.
          </p>
        ) : (
          <ol className="flex flex-col gap-1.5">
            {rows.map((row, index) => (
              <ValueRow
                key={row.key}
                row={row}
                one={list.one}
                place={{ index, first: fixed.length, last: rows.length - 1 }}
                isFixed={fixed.includes(row.key)}
                findings={left.has(row.key) ? findingsAt(`${list.name}.${index}`) : []}
                onType={(value) => {
                  setLeft((keys) => new Set([...keys].filter((key) => key !== row.key)))
                  change(rows.map((other) => (other.key === row.key ? { ...row, value } : other)))
                }}
                onLeave={() => setLeft((keys) => new Set([...keys, row.key]))}
                onMove={(to) => move(index, to)}
                onRemove={() => change(rows.filter(({ key }) => key !== row.key))}
              />
            ))}
          </ol>
        )}
        <Findings path={list.name} findings={findingsAt(list.name)} />
        <div>
          <Button
            size="small"
            data-add=""
            onClick={() => {
              added.current += 1
              change([...rows, { key: `new:${added.current}`, value: '', isNew: true }])
            }}
          >
            <Plus aria-hidden="true" />
            Add {article} {list.one}
          </Button>
        </div>
        {list.name === 'sponsorBanks' && rows.length > 0 && rows.length !== SPONSOR_BANKS && (
          <p className="text-sm text-warn-ink">
            The partner knows {SPONSOR_BANKS} sponsor banks; this list has {rows.length}.
          </p>
        )}
        {isChanged && <Pending before={base} after={valuesOf(rows)} />}
        <FailureNotice failure={failure} />
        <div className="flex flex-wrap items-center gap-3 border-t border-line pt-3">
          <Button type="submit" variant={isChanged ? 'primary' : 'secondary'} busy={busy}>
            Save
          </Button>
          {isChanged && <Button onClick={discard}>Discard changes</Button>}
          <DoneNotice>{done}</DoneNotice>
        </div>
      </form>
    </Panel>
  )
}

/** Interface, "Mer fields": Sponsorship__c is one of three names. */
const SPONSOR_BANKS = 3

/** What a save would change, and what that means for drafts. */
function Pending({ before, after }: { before: Values; after: Values }) {
  const changes = listChanges(before, after.filter((value) => value.trim() !== ''))
  const removed = before.some((value) => !after.includes(value))
  return (
    <div className="text-sm text-muted">
      <p className="font-medium text-ink">Not saved yet</p>
      {changes.map((change) => (
        <p key={change} className="break-words">
          <bdi>{change}</bdi>
        </p>
      ))}
      {removed && (
        <p className="mt-1 max-w-prose">
          Drafts that have a removed value keep it, and get a problem at that field until somebody chooses
          another. A renamed value is a removed one to them. What was sent to the partner does not change.
        </p>
      )}
    </div>
  )
}
