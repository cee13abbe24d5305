'use client'

import { Circle, CircleCheck } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useRef, useState } from 'react'
import { readAnswer, troubleWords } from '@/components/forms/action-answer'
import { useShownEarly } from '@/components/forms/use-shown-early'
import { notLoaded } from '@/components/shell/not-loaded'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { DateTime } from '@/components/ui/date-time'
import type { ChecklistGroup } from '@/lib/domain/underwriting/checklist'
import { counted } from '@/lib/domain/values/counted'
import { confirmEntryAction, confirmGroupAction } from '@/lib/server/underwriting/actions'
import type { CaseView, ConfirmationView } from '@/lib/server/underwriting/loaders'
import { usePapers } from './case-papers'
import { checkId, paperId } from './case-status'
import { groupConfirmation, unopenedOf } from './group-confirmation'
import { RevealAll, RevealValue } from './reveal-value'

type Entry = CaseView['checklist'][number]

const ReasonForm = dynamic(() => import('./check-reason').catch(notLoaded), { loading: () => null })

const GROUP_LABELS: Readonly<Record<ChecklistGroup, string>> = {
  people: 'People and ownership',
  business: 'Business',
  account: 'Bank account',
  screening: 'Screening',
}

/** The documents that prove an entry or a group of entries. */
const papersOf = (entries: readonly Entry[]): string[] => [
  ...new Set(entries.flatMap(({ documents }) => documents?.map(({ id }) => id) ?? [])),
]

/** The checklist of a decision. `whyNot`: why this person cannot confirm entries now. */
export function CaseChecklist({
  applicationId,
  checklist,
  whyNot,
  reveals,
}: {
  applicationId: string
  checklist: readonly Entry[]
  whyNot: string | null
  reveals: boolean
}) {
  const [problem, setProblem] = useState<string | null>(null)
  const [shown, showAtOnce] = useShownEarly(
    checklist,
    (entries: readonly Entry[], { keys, done }: { keys: readonly string[]; done: boolean }) =>
      entries.map((entry) =>
        keys.includes(entry.key) ? { ...entry, confirmation: done ? JUST_NOW : null } : entry,
      ),
  )
  const { showBeside, opened } = usePapers()
  const list = useRef<HTMLDivElement>(null)

  /** The entry that needs a reason, and which of its documents was not opened; '' if it has none. */
  const [asksReason, setAsksReason] = useState<{ key: string; unread: string } | null>(null)
  const [left, setLeft] = useState<ReadonlyMap<string, string>>(new Map())

  /** Entries confirmed on this page, even if its data does not show it yet. */
  const done = useRef(new Set<string>())
  const nextGroup = (after: ChecklistGroup) => {
    const groups = groupsOf(checklist)
    const at = groups.findIndex(({ group }) => group === after)
    return [...groups.slice(at + 1), ...groups.slice(0, at)].find(({ entries }) =>
      groupConfirmation(entries, opened).together.some(({ key }) => !done.current.has(key)),
    )
  }

  // Only the desk knows whether the documents were opened, perhaps after this page was loaded.
  async function confirmOne(key: string, done: boolean, reason = '') {
    const takeBack = showAtOnce({ keys: [key], done })
    const called = await readAnswer(confirmEntryAction({ applicationId, key, done, reason }))
    takeBack(called.ok ? 'with-the-page' : 'at-once')
    if (called.ok) setProblem(null)
    else if (called.refusal?.reason === 'unread') setAsksReason({ key, unread: called.refusal.message })
    else setProblem(troubleWords(called.trouble))
  }

  function change({ key, documents }: Entry, isDone: boolean) {
    const isMissing = isDone && documents?.length === 0
    if (!isDone) done.current.delete(key)
    setAsksReason(isMissing ? { key, unread: '' } : null)
    setProblem(null)
    setLeft(new Map())
    if (!isMissing) void confirmOne(key, isDone)
  }

  /** Confirms the entries of a group one by one, then moves on to the next group and its documents. */
  async function confirm(group: ChecklistGroup, entries: readonly Entry[]) {
    const keys = groupConfirmation(entries, opened).together.map(({ key }) => key)
    setProblem(null)
    setLeft(new Map())
    const ready = groupConfirmation(entries, opened).ready.map(({ key }) => key)
    const takeBack = showAtOnce({ keys: ready, done: true })
    const called = await readAnswer(
      confirmGroupAction({
        applicationId,
        group,
        keys,
        documents: entries.flatMap(
          ({ documents }) => documents?.map(({ id, sha256 }) => ({ id, sha256 })) ?? [],
        ),
      }),
    )
    takeBack(called.ok ? 'with-the-page' : 'at-once')
    if (!called.ok) return setProblem(troubleWords(called.trouble))
    for (const key of called.data.confirmed) done.current.add(key)
    setLeft(new Map(called.data.left.map(({ key, message }) => [key, message])))
    if (called.data.left.length > 0) return
    const next = nextGroup(group)
    showBeside(papersOf(next?.entries ?? []))
    list.current
      ?.querySelector<HTMLElement>(next ? `[data-confirm-group="${next.group}"]` : `[data-group="${group}"]`)
      ?.focus()
  }

  return (
    <div ref={list}>
      {whyNot !== null && <p className="border-b border-line px-4 py-2 text-sm text-muted">{whyNot}</p>}
      {problem && (
        <p role="alert" className="border-b border-line px-4 py-2 text-sm text-bad-ink">
          {problem}
        </p>
      )}
      {groupsOf(shown).map(({ group, entries }) => (
        <section key={group} data-group={group} tabIndex={-1} aria-label={GROUP_LABELS[group]}>
          <GroupHead
            group={group}
            entries={entries}
            mayConfirm={whyNot === null}
            onConfirm={() => void confirm(group, entries)}
          />
          <ul>
            {entries.map((entry) => (
              <CheckEntry
                key={entry.key}
                applicationId={applicationId}
                entry={entry}
                mayConfirm={whyNot === null}
                reveals={reveals}
                left={left.get(entry.key) ?? null}
                unread={asksReason?.key === entry.key ? asksReason.unread : null}
                onChange={(done) => change(entry, done)}
                onReason={(reason) => {
                  setAsksReason(null)
                  if (reason !== null) void confirmOne(entry.key, true, reason)
                }}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** In the order of the entries; each group is contiguous. */
function groupsOf(entries: readonly Entry[]): { group: ChecklistGroup; entries: Entry[] }[] {
  return [...Map.groupBy(entries, ({ group }) => group)].map(([group, its]) => ({ group, entries: its }))
}

function GroupHead({
  group,
  entries,
  mayConfirm,
  onConfirm,
}: {
  group: ChecklistGroup
  entries: readonly Entry[]
  mayConfirm: boolean
  onConfirm: () => void
}) {
  const { show, opened } = usePapers()
  const papers = papersOf(entries)
  const { ready, unopened } = groupConfirmation(entries, opened)
  const [label, onPress] =
    ready.length > 0
      ? [`Confirm ${ready.length}`, onConfirm]
      : [`Open ${counted(unopened.length, 'document')}`, () => show(unopened)]
  const acts = mayConfirm && ready.length + unopened.length > 0
  return (
    <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-sunken px-4 py-1">
      <h3 className="min-w-0 flex-1 text-sm font-semibold">{GROUP_LABELS[group]}</h3>
      {papers.length > 1 && !(acts && ready.length === 0) && (
        <Button size="small" variant="ghost" onClick={() => show(papers)}>
          Open {counted(papers.length, 'document')}
        </Button>
      )}
      {acts && (
        // A single button, so that it keeps the focus when the documents it opened can be confirmed.
        <Button
          size="small"
          data-confirm-group={group}
          aria-label={`${label}: ${GROUP_LABELS[group]}`}
          onClick={onPress}
        >
          {label}
        </Button>
      )}
    </div>
  )
}

function CheckEntry({
  applicationId,
  entry: { key, text, why, documents, facts, doubt, confirmation, others },
  mayConfirm,
  reveals,
  left,
  unread,
  onChange,
  onReason,
}: {
  applicationId: string
  entry: Entry
  mayConfirm: boolean
  reveals: boolean
  /** Why it was not confirmed with its group. */
  left: string | null
  /** The document that was not opened, which needs a reason; '' if there is none to open. */
  unread: string | null
  onChange: (done: boolean) => void
  onReason: (reason: string | null) => void
}) {
  const { opened } = usePapers()
  const box = useRef<HTMLInputElement>(null)
  const unopened = mayConfirm && confirmation === null ? unopenedOf(documents ?? [], opened) : []
  /** The form disappears, so the focus moves to its entry. */
  function endReason(reason: string | null) {
    box.current?.focus({ preventScroll: true })
    onReason(reason)
  }
  const areAccepted = documents !== null && documents.length > 0 && documents.every(isAccepted)
  return (
    <li
      id={checkId(key)}
      tabIndex={-1}
      className="border-b border-line px-4 py-2.5 last:border-b-0 target:bg-accent-soft"
    >
      {mayConfirm ? (
        <label className="flex gap-2.5">
          <input
            ref={box}
            type="checkbox"
            checked={confirmation !== null}
            aria-describedby={`${checkId(key)}-why`}
            onChange={({ target }) => onChange(target.checked)}
            className="mt-0.5 size-4 shrink-0"
          />
          <span className="min-w-0 font-medium break-words">
            <bdi>{text}</bdi>
          </span>
        </label>
      ) : (
        <ShownEntry text={text} isConfirmed={confirmation !== null || others.length > 0} />
      )}
      <div className="ps-6.5">
        <p id={`${checkId(key)}-why`} className="text-sm text-muted">
          {why}
        </p>
        <EntryFacts applicationId={applicationId} facts={facts} reveals={reveals} />
        {doubt !== null && confirmation === null && (
          <p className="text-sm break-words text-warn-ink">
            <bdi>{doubt}</bdi>
          </p>
        )}
        {documents?.length === 0 && confirmation === null && (
          <p className="text-sm text-warn-ink">No supporting document yet.</p>
        )}
        {documents !== null && documents.length > 0 && (
          <p className="flex flex-wrap items-center gap-x-3 text-sm">
            {documents.map(({ id, name }) => (
              <a
                key={id}
                href={`#${paperId(id)}`}
                className="inline-block min-h-6 py-0.5 break-all underline"
              >
                <bdi>{name}</bdi>
              </a>
            ))}
            {unopened.length > 0 && (
              <span className="text-warn-ink">
                {documents.length === 1
                  ? 'Not opened by you'
                  : `${unopened.length} of ${documents.length} not opened by you`}
              </span>
            )}
            {areAccepted && (
              <span className="flex items-center gap-1 text-good-ink">
                <CircleCheck className="size-3.5" aria-hidden="true" />
                {documents.length === 1 ? 'Document accepted' : 'All documents accepted'}
              </span>
            )}
          </p>
        )}
        {left !== null && confirmation === null && (
          <p role="alert" className="text-sm break-words text-warn-ink">
            {left}
          </p>
        )}
        {unread !== null && (
          <ReasonForm text={text} unread={unread} onReason={endReason} onCancel={() => endReason(null)} />
        )}
        {confirmation && confirmation !== JUST_NOW && <Confirmed confirmation={confirmation} />}
        {others.map((other) => (
          <Confirmed key={other.by} confirmation={other} />
        ))}
      </div>
    </li>
  )
}

const isAccepted = ({ verdict }: { verdict: 'accepted' | 'rejected' | null }) => verdict === 'accepted'

/** The values that an entry is about, each with a link to its field. */
function EntryFacts({
  applicationId,
  facts,
  reveals,
}: {
  applicationId: string
  facts: Entry['facts']
  reveals: boolean
}) {
  const secrets = facts.flatMap(({ at, label }) => (at ? [{ ...at, label }] : []))
  const [first] = secrets
  return (
    <div className="my-0.5 flex flex-wrap items-center gap-x-4 gap-y-0.5 text-sm">
      <dl className="contents">
        {facts.map(({ path, label, text, at }) => (
          <div key={path} className="flex min-w-0 items-center gap-x-1.5">
            <dt className="shrink-0 text-muted">
              <a
                href={`#${path}`}
                className="inline-flex min-h-6 items-center hover:underline focus-visible:underline"
              >
                {label}
              </a>
            </dt>
            <dd className="line-clamp-3 min-w-0 break-words">
              {at ? (
                <RevealValue
                  at={{ ...at, applicationId, label }}
                  mask={text}
                  // Several values have one button for all of them.
                  mayReveal={reveals && secrets.length === 1}
                />
              ) : (
                <bdi>{text}</bdi>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {reveals && first && (
        <RevealAll
          of={{ applicationId, section: first.section, itemId: first.itemId, label: first.holder }}
          fields={secrets.map(({ field, label }) => ({ name: field, label }))}
        />
      )}
    </div>
  )
}

/** For people who cannot confirm it now: the entry, and whether someone has. */
function ShownEntry({ text, isConfirmed }: { text: string; isConfirmed: boolean }) {
  const Mark = isConfirmed ? CircleCheck : Circle
  return (
    <p className="flex gap-2.5">
      <Mark
        className={classNames('mt-0.5 size-4 shrink-0', isConfirmed ? 'text-good-ink' : 'text-faint')}
        aria-hidden="true"
      />
      <span className="min-w-0 font-medium break-words">
        <span className="sr-only">{isConfirmed ? 'Confirmed: ' : 'Not confirmed: '}</span>
        <bdi>{text}</bdi>
      </span>
    </p>
  )
}

/** Shown until the desk says by whom and when. */
const JUST_NOW: ConfirmationView = { by: '', at: '', reason: '', but: '' }

function Confirmed({ confirmation: { by, at, reason, but } }: { confirmation: ConfirmationView }) {
  return (
    <p className="text-xs break-words text-muted">
      Confirmed by <bdi>{by}</bdi>, <DateTime at={at} />
      {reason !== '' && (
        <>
          : “<bdi>{reason}</bdi>”
        </>
      )}
      {but !== '' && <span className="text-warn-ink"> · {but}</span>}
    </p>
  )
}
