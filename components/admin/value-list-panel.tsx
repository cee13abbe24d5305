'use client'

import { Plus } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { focusOnClick } from '@/components/applications/focus-on-click'
import { newItemId } from '@/components/applications/new-item-id'
import { Findings } from '@/components/forms/field-frame'
import type { Finding } from '@/components/forms/findings'
import { TroubleNotice } from '@/components/forms/trouble-notice'
import { useDeskAction } from '@/components/forms/use-desk-action'
import { Button } from '@/components/ui/button'
import { Panel } from '@/components/ui/panel'
import { mergeOrdered } from '@/lib/domain/settings/merge-ordered'
import {
  cleanListValue,
  listChanges,
  NAMED_ROLES,
  readValueList,
  type ValueList,
} from '@/lib/domain/settings/value-lists'
import { saveListAction } from '@/lib/server/admin/settings/actions'
import { DoneNotice, type StaleFacts, StaleNotice } from './save-notices'
import { focusOnWrong, type UnsavedEdits, useEdit } from './use-edit'
import { FixedRow, type ListRow, ValueRow } from './value-row'

type Values = readonly string[]
type Rows = readonly ListRow[]

const unsaved: UnsavedEdits<Values, Rows> = new Map()

/** A stored value is its own key, so its line stays the same while it is renamed or moved. */
const storedKey = (value: string) => `stored:${value}`
const rowsOf = (values: Values): Rows => values.map((value) => ({ key: storedKey(value), value }))
const valuesOf = (rows: Rows): string[] => rows.map(({ value }) => value)
const isSame = (values: Values, rows: Rows) =>
  values.length === rows.length && values.every((value, index) => rows[index]?.value === value)

const NAMED_KEYS = NAMED_ROLES.map(storedKey)
const NOTHING_LEFT: ReadonlySet<string> = new Set()

/** Interface, "Mer fields": Sponsorship__c is one of three names. */
const SPONSOR_BANKS = 3

/** A list whose values can be renamed, moved, removed and added. */
export function ValueListPanel({ list, initial }: { list: ValueList; initial: Values }) {
  const edit = useEdit({ id: list.name, unsaved, initial, begin: rowsOf, isSame })
  const { base, typed: rows, isChanged } = edit
  const { run, busy, trouble, clear } = useDeskAction(saveListAction, { unanswered: 'try-again' })
  const form = useRef<HTMLFormElement>(null)
  /** Lines that were left: their problems are shown while no one is typing there. */
  const [left, setLeft] = useState(NOTHING_LEFT)
  const [stale, setStale] = useState<StaleFacts | null>(null)
  const [done, setDone] = useState('')
  /** Announces changes of lines to screen readers. */
  const [told, setTold] = useState('')
  const { values, problems } = readValueList(list.name, valuesOf(rows))
  const fixed = list.name === 'roles' ? NAMED_KEYS : []

  function change(next: Rows, words = '') {
    setDone('')
    setTold(words)
    edit.change(next)
  }

  /** Moves, adds or removes lines, and renders at once so that the focus can be set. */
  function changeLines(next: Rows, words: string, focus: (lines: HTMLElement[]) => Focusable) {
    flushSync(() => change(next, words))
    const lines = [...(form.current?.querySelectorAll<HTMLElement>('ol > li') ?? [])]
    const target = focus(lines) ?? form.current?.querySelector<HTMLElement>('[data-add]')
    target?.focus()
  }

  const add = () =>
    changeLines([...rows, { key: `new:${newItemId()}`, value: '' }], '', (lines) =>
      lines.at(-1)?.querySelector('input'),
    )

  function move(row: ListRow, from: number, to: number) {
    const next = rows.toSpliced(from, 1).toSpliced(to, 0, row)
    const way = to < from ? 'up' : 'down'
    changeLines(
      next,
      `“${row.value}” is now ${to + 1} of ${next.length}.`,
      (lines) =>
        lines[to]?.querySelector<HTMLElement>(`[data-move="${way}"]:enabled`) ??
        lines[to]?.querySelector<HTMLElement>('[data-move]:enabled'),
    )
  }

  const remove = (row: ListRow, index: number) =>
    changeLines(
      rows.filter(({ key }) => key !== row.key),
      `“${row.value}” was removed from the list.`,
      (lines) => (lines[index] ?? lines.at(-1))?.querySelector<HTMLElement>('[data-remove]'),
    )

  async function save(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setDone('')
    if (!values) {
      flushSync(() => setLeft(new Set(rows.map(({ key }) => key))))
      return focusOnWrong(form.current)
    }
    const called = await run({ list: list.name, base: [...base], values: [...values] })
    if (!called || (!called.ok && called.refusal?.reason !== 'stale')) return
    flushSync(() => {
      setLeft(NOTHING_LEFT)
      if (called.ok) {
        edit.markSaved(called.data.value, rows)
        setStale(null)
        setDone('Saved.')
      } else if (called.refusal?.reason === 'stale') {
        const { theirs, ...facts } = called.refusal
        setStale({ ...facts, changes: listChanges(base, theirs) })
        edit.rebase(theirs, (mine) => rowsOf(mergeOrdered(base, valuesOf(mine).map(cleanListValue), theirs)))
      }
    })
    // The line in which Enter was pressed may be another one now.
    if (!form.current?.contains(document.activeElement)) {
      form.current?.querySelector<HTMLElement>('[type="submit"]')?.focus()
    }
  }

  function discard() {
    edit.discard()
    setStale(null)
    clear()
    setLeft(NOTHING_LEFT)
    setDone('Your changes are discarded.')
    form.current?.querySelector<HTMLElement>('[type="submit"]')?.focus()
  }

  const findingsAt = (path: string): Finding[] =>
    problems.filter((problem) => problem.path === path).map(({ message }) => ({ severity: 'error', message }))

  return (
    <Panel
      title={list.title}
      description={list.meaning}
      actions={<code className="font-mono text-xs text-muted">{list.partnerName}</code>}
    >
      <form
        ref={form}
        onSubmit={save}
        noValidate
        aria-label={list.title}
        className="flex flex-col gap-3"
        {...focusOnClick}
      >
        {stale && (
          <StaleNotice stale={stale} what="list" onDiscard={isChanged ? discard : undefined}>
            {isChanged
              ? 'The list below has their changes and yours. Yours are not saved yet. Review them, then save.'
              : 'The list below has their changes and yours.'}
          </StaleNotice>
        )}
        {rows.length === 0 ? (
          <p className="rounded-md border border-dashed border-line-strong px-3 py-2.5 text-sm text-muted">
            Empty list: any value is allowed.
          </p>
        ) : (
          <ol className="flex flex-col gap-1.5">
            {rows.map((row, index) =>
              fixed.includes(row.key) ? (
                <FixedRow key={row.key} value={row.value} />
              ) : (
                <ValueRow
                  key={row.key}
                  value={row.value}
                  one={list.one}
                  place={{ index, first: fixed.length, last: rows.length - 1 }}
                  findings={left.has(row.key) ? findingsAt(`${list.name}.${index}`) : []}
                  onType={(value) => {
                    setLeft((keys) => without(keys, row.key))
                    change(rows.map((other) => (other.key === row.key ? { ...row, value } : other)))
                  }}
                  onLeave={() => setLeft((keys) => new Set(keys).add(row.key))}
                  onMove={(to) => move(row, index, to)}
                  onRemove={() => remove(row, index)}
                />
              ),
            )}
          </ol>
        )}
        <Findings path={list.name} findings={findingsAt(list.name)} />
        {list.name === 'sponsorBanks' && rows.length > 0 && rows.length !== SPONSOR_BANKS && (
          <p className="text-sm text-warn-ink">
            The partner knows {SPONSOR_BANKS} sponsor banks; this list has {rows.length}.
          </p>
        )}
        {isChanged && <Pending before={base} after={valuesOf(rows)} />}
        <TroubleNotice trouble={trouble?.kind === 'changed' ? null : trouble} title="Couldn’t save" />
        <div className="flex flex-wrap items-center gap-x-2 gap-y-2">
          <Button data-add="" className="me-auto" onClick={add}>
            <Plus aria-hidden="true" />
            Add {/^[aeiou]/i.test(list.one) ? 'an' : 'a'} {list.one}
          </Button>
          <span role="status" className="sr-only">
            {told}
          </span>
          <DoneNotice>{done}</DoneNotice>
          <span className="flex gap-2">
            {isChanged && (
              <Button variant="ghost" onClick={discard}>
                Discard changes
              </Button>
            )}
            <Button type="submit" variant={isChanged ? 'primary' : 'secondary'} busy={busy}>
              Save
            </Button>
          </span>
        </div>
      </form>
    </Panel>
  )
}

type Focusable = HTMLElement | null | undefined

const without = (keys: ReadonlySet<string>, key: string): ReadonlySet<string> =>
  keys.has(key) ? new Set([...keys].filter((other) => other !== key)) : keys

/** What a save would change, and what it means for drafts. */
function Pending({ before, after }: { before: Values; after: Values }) {
  const now = after.map(cleanListValue).filter((value) => value !== '')
  return (
    <div className="rounded-md bg-sunken px-3 py-2 text-sm">
      <p className="font-medium">Not saved yet</p>
      <ul className="text-muted">
        {listChanges(before, now).map((change) => (
          <li key={change} className="line-clamp-2 break-words">
            <bdi>{change}</bdi>
          </li>
        ))}
      </ul>
      {now.length > 0 && before.some((value) => !now.includes(value)) && (
        <p className="mt-1 max-w-prose text-muted">
          Drafts with a removed or renamed value keep it and show a problem until someone chooses another.
          Submitted applications do not change.
        </p>
      )}
    </div>
  )
}
