'use client'

import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { DateTime } from '@/components/ui/date-time'
import { FIELD_LABELS } from '@/lib/domain/funding/columns'
import { counted } from '@/lib/domain/values/counted'
import type { Conflict } from './line-edits'
import type { Reloaded } from './lines-state'

/** If there are more conflicts, they are decided together. */
const SHOWN_CONFLICTS = 5
const SHOWN_ROWS = 8

/** What the server puts in place of the reader's own name. */
const OWN_WINDOW = 'You, in another window,'

/**
 * A change by someone else, or by the same person in another window: what it brought in, and which conflicts must be
 * decided before this page can save.
 */
export default function EditedElsewhere({
  conflicts,
  reloaded,
  onDecide,
  onDismiss,
}: {
  conflicts: readonly Conflict[]
  reloaded: Reloaded | null
  /** Decides one conflict, or all (null). */
  onDecide: (conflict: Conflict | null, keep: 'mine' | 'theirs') => void
  onDismiss: () => void
}) {
  const isOwn = reloaded?.by === OWN_WINDOW
  const who = isOwn ? 'You' : (reloaded?.by ?? 'Someone else')
  const title = isOwn ? 'Edited in another window' : 'Edited by someone else'
  const when = reloaded?.at && (
    <>
      {' '}
      at <DateTime at={reloaded.at} />
    </>
  )
  if (conflicts.length > 0) {
    return (
      <Callout
        tone="warn"
        live="alert"
        title={title}
        actions={
          <>
            <Button size="small" variant="primary" onClick={() => onDecide(null, 'mine')}>
              {isOwn ? 'Keep this window’s version' : 'Keep my version'}
            </Button>
            <Button size="small" onClick={() => onDecide(null, 'theirs')}>
              {isOwn ? 'Use the other window’s version' : 'Use their version'}
            </Button>
          </>
        }
      >
        <p>
          {who} changed {counted(conflicts.length, 'cell')} {isOwn ? 'in another window ' : ''}that you
          changed
          {isOwn ? ' here' : ''} too{when}. Your changes {isOwn ? 'here ' : ''}are not saved until you choose.
          All other rows are up to date.
        </p>
        <ul className="mt-2 flex flex-col gap-1.5">
          {conflicts.slice(0, SHOWN_CONFLICTS).map((conflict) => (
            <li key={keyOf(conflict)} className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span>{whereOf(conflict)}</span>
              <Button size="small" onClick={() => onDecide(conflict, 'mine')}>
                {isOwn ? 'Here' : 'Mine'}: {mineOf(conflict)}
              </Button>
              <Button size="small" onClick={() => onDecide(conflict, 'theirs')}>
                {isOwn ? 'Other window' : 'Theirs'}: {theirsOf(conflict)}
              </Button>
            </li>
          ))}
          {conflicts.length > SHOWN_CONFLICTS && <li>and {conflicts.length - SHOWN_CONFLICTS} more</li>}
        </ul>
      </Callout>
    )
  }
  if (!reloaded) return null
  const { rows } = reloaded
  return (
    <Callout
      tone="info"
      live="status"
      title={title}
      actions={
        <Button size="small" onClick={onDismiss}>
          Dismiss
        </Button>
      }
    >
      {who} changed this batch{isOwn && ' in another window'}
      {when}. The amounts below are up to date: {rows.length === 1 ? 'row' : 'rows'}{' '}
      {rows.slice(0, SHOWN_ROWS).join(', ')}
      {rows.length > SHOWN_ROWS && ` and ${(rows.length - SHOWN_ROWS).toLocaleString('en-US')} more`} changed.
    </Callout>
  )
}

const keyOf = (conflict: Conflict): string =>
  `${conflict.kind} ${conflict.row} ${conflict.kind === 'cell' ? conflict.field : ''}`

const whereOf = (conflict: Conflict): string =>
  conflict.kind === 'cell' ? `Row ${conflict.row}, ${FIELD_LABELS[conflict.field]}` : `Row ${conflict.row}`

const mineOf = (conflict: Conflict): string =>
  conflict.kind === 'cell' ? conflict.mine || 'empty' : conflict.kind === 'i-removed' ? 'removed' : 'changed'

const theirsOf = (conflict: Conflict): string =>
  conflict.kind === 'cell'
    ? conflict.theirs || 'empty'
    : conflict.kind === 'i-removed'
      ? 'changed'
      : 'removed'
