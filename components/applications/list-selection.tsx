'use client'

import { X } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useId, useState } from 'react'
import { type ActionAnswer, troubleWords } from '@/components/forms/action-answer'
import { usePress } from '@/components/forms/use-press'
import { notLoaded } from '@/components/shell/not-loaded'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Link } from '@/components/ui/link'
import { counted } from '@/lib/domain/values/counted'
import { routes } from '@/lib/routes'
import type { Assignable } from '@/lib/server/applications/assignment'
import type { RowResult, RowsResult } from '@/lib/server/applications/change-rows'
import {
  assignApplicationsAction,
  takeUpApplicationsAction,
  undoAssignmentsAction,
  undoWithdrawalsAction,
  withdrawApplicationsAction,
} from '@/lib/server/applications/list-actions'
import type { ApplicationListRow } from '@/lib/server/applications/list-loaders'
import type { WithdrawnRows } from './withdraw-dialog'

const WithdrawDialog = dynamic(() => import('./withdraw-dialog').catch(notLoaded), { loading: () => null })

type Change = 'assign' | 'withdraw' | 'take-up' | 'undo-assign' | 'undo-withdraw'
const DONE: Record<Change, string> = {
  assign: 'assigned',
  withdraw: 'withdrawn',
  'take-up': 'reopened',
  'undo-assign': 'assigned back',
  'undo-withdraw': 'restored',
}

/**
 * Actions on the selected rows, and the result for each, since some may be refused. Loaded with the first
 * selection, hence a default export.
 */
export default function SelectionTools({
  chosen,
  people,
  me,
  onSend,
  onChoose,
}: {
  chosen: readonly ApplicationListRow[]
  people: readonly Assignable[]
  me: string
  /** Null for people who may not submit. */
  onSend: ((applicationIds: readonly string[]) => void) | null
  onChoose: (ids: readonly string[]) => void
}) {
  const { busy, press } = usePress()
  const [withdrawing, setWithdrawing] = useState(false)
  const [outcome, setOutcome] = useState<OutcomeProps | null>(null)
  const [to, setTo] = useState(people.some(({ id }) => id === me) ? me : '')
  const id = useId()
  const applicationIds = chosen.map((item) => item.id)
  const ready = chosen.flatMap((item) => (item.ready ? [item.id] : []))
  const withdrawn = chosen.filter(({ status }) => status === 'withdrawn')

  async function run(
    change: Change,
    action: () => Promise<ActionAnswer<RowsResult>>,
    undoOf?: (done: readonly string[]) => Undo,
  ) {
    const called = await press(change, action)
    if (called?.ok) tell(change, called.data, undoOf)
    else if (called) setOutcome({ change, rows: null, problem: troubleWords(called.trouble), undo: null })
  }

  function tell(change: Change, { rows }: WithdrawnRows, undoOf?: (done: readonly string[]) => Undo) {
    const done = rows.flatMap(({ applicationId, problem }) => (problem === null ? [applicationId] : []))
    setOutcome({ change, rows, problem: null, undo: undoOf?.(done) ?? null })
    // Refused rows stay selected: another action may be possible.
    onChoose(rows.filter(({ problem }) => problem !== null).map((row) => row.applicationId))
  }

  /** Remembers each row's state at the press. Rows that already were that way are not undone. */
  function assign() {
    const [rows, given] = [
      chosen.map((item) => ({ applicationId: item.id, from: item.assigneeId })),
      to || null,
    ]
    return run(
      'assign',
      () => assignApplicationsAction({ rows, to: given }),
      (done) => {
        const back = rows.flatMap(({ applicationId, from }) =>
          done.includes(applicationId) && from !== given ? [{ applicationId, from: given, to: from }] : [],
        )
        return back.length === 0
          ? null
          : { change: 'undo-assign', action: () => undoAssignmentsAction({ rows: back }) }
      },
    )
  }

  const undoWithdrawal =
    (drafts: readonly string[]) =>
    (done: readonly string[]): Undo => {
      const back = drafts.filter((draft) => done.includes(draft))
      return back.length === 0
        ? null
        : { change: 'undo-withdraw', action: () => undoWithdrawalsAction({ applicationIds: back }) }
    }

  if (chosen.length === 0 && !outcome) return null
  return (
    // In sight wherever the rows are scrolled, and moves none of them.
    <div className="sticky bottom-2 z-20 order-last flex flex-col gap-2">
      {outcome && (
        <div className="max-h-[40dvh] overflow-y-auto rounded-lg bg-raised shadow-raised">
          <Outcome
            {...outcome}
            busy={busy !== null}
            onUndo={({ change, action }) => void run(change, action)}
            onClose={() => setOutcome(null)}
          />
        </div>
      )}
      {chosen.length > 0 && (
        <section
          aria-label="With the selected applications"
          className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-accent-line bg-raised px-3.5 py-2 shadow-raised"
        >
          <p className="font-medium" aria-live="polite">
            {chosen.length} chosen
          </p>
          {onSend && ready.length > 0 && ready.length < chosen.length && (
            <Button size="small" onClick={() => onChoose(ready)}>
              Select only the {ready.length} ready
            </Button>
          )}
          <div className="flex flex-wrap items-center gap-2">
            <label htmlFor={id} className="text-sm text-muted">
              Assign to
            </label>
            <select
              id={id}
              value={to}
              onChange={({ target }) => setTo(target.value)}
              className="control control-select w-auto max-w-52"
            >
              <option value="">Unassigned</option>
              {people.map((person) => (
                <option key={person.id} value={person.id}>
                  {person.name}
                </option>
              ))}
            </select>
            <Button busy={busy === 'assign'} onClick={() => void assign()}>
              Assign
            </Button>
          </div>
          <div className="flex flex-wrap items-center gap-2">
            {onSend && (
              <Button variant="primary" onClick={() => onSend(applicationIds)}>
                Send…
              </Button>
            )}
            <Button onClick={() => setWithdrawing(true)}>Withdraw…</Button>
            {withdrawn.length > 0 && (
              <Button
                busy={busy === 'take-up'}
                onClick={() => void run('take-up', () => takeUpApplicationsAction({ applicationIds }))}
              >
                Reopen
              </Button>
            )}
          </div>
          <Button variant="ghost" size="small" className="ms-auto" onClick={() => onChoose([])}>
            <X aria-hidden="true" />
            Clear selection
          </Button>
        </section>
      )}
      {withdrawing && (
        <WithdrawDialog
          title={`Withdraw ${applications(chosen.length)}?`}
          applicationIds={applicationIds}
          withdraw={withdrawApplicationsAction}
          onDone={(result) =>
            tell(
              'withdraw',
              result,
              undoWithdrawal(chosen.flatMap((item) => (item.status === 'draft' ? [item.id] : []))),
            )
          }
          onClose={() => setWithdrawing(false)}
        />
      )}
    </div>
  )
}

const applications = (count: number) => counted(count, 'application')

/** Undoes the last action while its result is shown. The server refuses if something changed since. */
type Undo = { change: Change; action: () => Promise<ActionAnswer<RowsResult>> } | null

type OutcomeProps = { change: Change; undo: Undo } & (
  | { rows: readonly RowResult[]; problem: null }
  | { rows: null; problem: string }
)

/** How many were changed, and why the others were not. */
function Outcome({
  change,
  rows,
  problem,
  undo,
  busy,
  onUndo,
  onClose,
}: OutcomeProps & { busy: boolean; onUndo: (undo: NonNullable<Undo>) => void; onClose: () => void }) {
  const actions = (
    <>
      {undo && (
        <Button size="small" busy={busy} onClick={() => onUndo(undo)}>
          Undo
        </Button>
      )}
      <Button size="small" onClick={onClose}>
        Close
      </Button>
    </>
  )
  if (rows === null) {
    return (
      <Callout tone="bad" live="alert" title={`Nothing was ${DONE[change]}`} actions={actions}>
        {problem}
      </Callout>
    )
  }
  const refused = rows.filter(({ problem }) => problem !== null)
  const done = rows.length - refused.length
  return (
    <Callout
      tone={refused.length === 0 ? 'good' : 'warn'}
      live="status"
      title={
        refused.length === 0
          ? `${applications(done)} ${DONE[change]}`
          : `${done} of ${rows.length} were ${DONE[change]}; ${refused.length} stayed as ${refused.length === 1 ? 'it was' : 'they were'}`
      }
      actions={actions}
    >
      {refused.length > 0 && (
        <ul className="flex flex-col gap-0.5">
          {refused.map((row) => (
            <li key={row.applicationId}>
              <RefusedName row={row} /> {row.problem}
            </li>
          ))}
        </ul>
      )}
    </Callout>
  )
}

function RefusedName({ row: { applicationId, number, name } }: { row: RowResult }) {
  if (number === null) return null
  return (
    <>
      <Link href={routes.application(applicationId)} className="underline underline-offset-2">
        A-{number}
      </Link>
      {name && (
        <>
          {' '}
          <bdi>{name}</bdi>
        </>
      )}
      :
    </>
  )
}
