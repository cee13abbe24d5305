'use client'

import { ClipboardCheck } from 'lucide-react'
import dynamic from 'next/dynamic'
import { type ReactNode, useState } from 'react'
import { type ActionAnswer, troubleWords } from '@/components/forms/action-answer'
import { usePromptAction } from '@/components/forms/use-prompt-action'
import { useShownEarly } from '@/components/forms/use-shown-early'
import { DataList, ListBox } from '@/components/lists/data-list'
import { sortsOf } from '@/components/lists/list-address'
import { notLoaded } from '@/components/shell/not-loaded'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { type QueueSort, queueOrders } from '@/lib/domain/underwriting/queue-list'
import { routes } from '@/lib/routes'
import { assignCaseAction, claimCaseAction, releaseCaseAction } from '@/lib/server/underwriting/actions'
import type { QueueView } from '@/lib/server/underwriting/loaders'
import type { Underwriter } from '@/lib/server/underwriting/underwriters'
import { QUEUE_TEXTS, queueAddress } from './queue-address'
import { type QueueRow, queueColumns } from './queue-rows'
import { rowsInPlace } from './rows-in-place'

const AssignDialog = dynamic(() => import('./assign-dialog').catch(notLoaded), { loading: () => null })

/** The result of the last action. */
type Told = { tone: 'good' | 'bad'; title: ReactNode; words?: ReactNode; undo?: () => Promise<void> }

type Named = Pick<QueueRow, 'applicationId' | 'number' | 'name'>

/** A case's new assignee. */
type Given = { applicationId: string; underwriter: QueueRow['underwriter'] }

/** No one takes their own work, or the second decision after making the first. */
const mayTake = ({ isOwn, isOthers }: QueueRow): boolean => !isOwn && !isOthers

/** The cases of a queue, with this person's actions on each. */
export function QueueBoard({ view, sort }: { view: QueueView; sort: QueueSort }) {
  const { queue, items, people, hoursAllowed, mayWork, me } = view
  /** The cases that this person assigned here, and to whom. */
  const [given, setGiven] = useState<ReadonlyMap<string, QueueRow['underwriter']>>(new Map())
  const [standing, setStanding] = useState({ items, sort, rows: items as readonly QueueRow[] })
  if (standing.items !== items) {
    const isSorted = JSON.stringify(sort) !== JSON.stringify(standing.sort)
    setStanding({ items, sort, rows: isSorted ? items : rowsInPlace(standing.rows, items, given) })
  }
  const { rows } = standing
  const [shown, showAtOnce] = useShownEarly(rows, (rows, { applicationId, underwriter }: Given) =>
    rows.map((row) => (row.applicationId === applicationId ? { ...row, underwriter } : row)),
  )
  const { busy, press } = usePromptAction(showAtOnce)
  const [pressed, setPressed] = useState<string | null>(null)
  const [told, setTold] = useState<Told | null>(null)
  const [assigning, setAssigning] = useState<QueueRow | null>(null)

  async function run(to: Given, action: () => Promise<ActionAnswer<unknown>>, done: Told, undone: string) {
    if (!busy) {
      setPressed(to.applicationId)
      setGiven(new Map(given).set(to.applicationId, to.underwriter))
    }
    const called = await press(to, action)
    if (called === null) return
    if (!called.ok) {
      setGiven(given)
      // The refused action may have refreshed the queue, without the case that someone else took.
      setStanding((now) => ({ ...now, rows: rowsInPlace(now.rows, now.items, given) }))
    }
    setTold(called.ok ? done : { tone: 'bad', title: undone, words: troubleWords(called.trouble) })
  }

  const claim = ({ applicationId, number, name }: Named): Promise<void> =>
    run(
      { applicationId, underwriter: { id: me, name: '' } },
      () => claimCaseAction({ applicationId }),
      {
        tone: 'good',
        title: `A-${number} is yours`,
        words: (
          <Link href={routes.underwritingCase(applicationId)} className="font-medium underline">
            Open the case of <bdi>{name}</bdi>
          </Link>
        ),
        undo: () => release({ applicationId, number, name }),
      },
      `A-${number} was not claimed`,
    )

  const release = ({ applicationId, number, name }: Named): Promise<void> =>
    run(
      { applicationId, underwriter: null },
      () => releaseCaseAction({ applicationId }),
      {
        tone: 'good',
        title: `A-${number} was released`,
        words: 'Its clock keeps running.',
        undo: () => claim({ applicationId, number, name }),
      },
      `A-${number} was not released`,
    )

  /** Only its new assignee can release a case that no one had. */
  function undoOfAssigning(assigned: QueueRow, to: { id: string }): Pick<Told, 'undo'> {
    const { applicationId, number, underwriter } = assigned
    if (underwriter?.id === to.id) return {}
    if (underwriter === null) return to.id === me ? { undo: () => release(assigned) } : {}
    return {
      undo: () =>
        run(
          { applicationId, underwriter },
          () => assignCaseAction({ applicationId, from: to.id, to: underwriter.id }),
          {
            tone: 'good',
            title: (
              <>
                A-{number} is assigned to {underwriter.id === me ? 'you' : <bdi>{underwriter.name}</bdi>}{' '}
                again
              </>
            ),
          },
          `A-${number} was not assigned back`,
        ),
    }
  }

  const assign = (assigned: QueueRow, to: Underwriter): Promise<void> =>
    run(
      { applicationId: assigned.applicationId, underwriter: to },
      () =>
        assignCaseAction({
          applicationId: assigned.applicationId,
          from: assigned.underwriter?.id ?? null,
          to: to.id,
        }),
      {
        tone: 'good',
        title: (
          <>
            A-{assigned.number} is assigned to {to.id === me ? 'you' : <bdi>{to.name}</bdi>}
          </>
        ),
        ...undoOfAssigning(assigned, to),
      },
      `A-${assigned.number} was not assigned`,
    )

  const actionsOf = mayWork
    ? (item: QueueRow) => (
        <div className="flex items-center gap-1.5 md:justify-end">
          {item.underwriter === null && mayTake(item) && (
            <Button
              size="small"
              aria-label={`Claim A-${item.number}`}
              busy={busy && pressed === item.applicationId}
              onClick={() => void claim(item)}
            >
              Claim
            </Button>
          )}
          {item.underwriter?.id === me && (
            <Button
              size="small"
              aria-label={`Release A-${item.number}`}
              busy={busy && pressed === item.applicationId}
              onClick={() => void release(item)}
            >
              Release
            </Button>
          )}
          <Button
            size="small"
            variant="ghost"
            aria-label={`Assign A-${item.number}`}
            onClick={() => setAssigning(item)}
          >
            Assign…
          </Button>
        </div>
      )
    : null

  return (
    <div className="flex flex-col gap-3">
      {told && (
        <Callout
          tone={told.tone}
          title={told.title}
          live={told.tone === 'bad' ? 'alert' : 'status'}
          actions={
            told.undo && (
              <Button size="small" busy={busy} onClick={() => void told.undo?.()}>
                Undo
              </Button>
            )
          }
        >
          {told.words}
        </Callout>
      )}
      <ListBox>
        {rows.length === 0 ? (
          <EmptyState icon={<ClipboardCheck />} title={QUEUE_TEXTS[queue].none}>
            {QUEUE_TEXTS[queue].meaning}
          </EmptyState>
        ) : (
          <DataList
            label="Cases"
            rows={shown}
            columns={queueColumns(view, actionsOf)}
            rowKey={({ applicationId }) => applicationId}
            sortOf={sortsOf(queueOrders, { sort, cursor: null }, (next) => queueAddress(queue, next.sort))}
          />
        )}
      </ListBox>
      {rows.length > 0 && (
        <p className="text-sm text-muted">
          Time with us runs from the day a case is sent until its decision and is paused while onboarding has
          the case. A case is overdue after {hoursAllowed} hours.
        </p>
      )}
      {assigning && (
        <AssignDialog
          assigned={assigning}
          people={people.filter(({ id }) => id !== me || mayTake(assigning))}
          me={me}
          onClose={() => setAssigning(null)}
          onAssign={(to) => void assign(assigning, to)}
        />
      )}
    </div>
  )
}
