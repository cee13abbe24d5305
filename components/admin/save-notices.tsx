import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { DateTime } from '@/components/ui/date-time'
import type { ApprovedBatch } from '@/lib/domain/funding/batch'
import type { Waits } from '@/lib/domain/settings/proposal'
import { counted } from '@/lib/domain/values/counted'
import { dollarWords } from '@/lib/domain/values/money'

export type StaleFacts = { changedBy: string; changedAt: string; changes: readonly string[] }

/**
 * Someone else saved first: who, when, and what they changed. `children` says what happened to this person's
 * changes.
 */
export function StaleNotice({
  stale: { changedBy, changedAt, changes },
  what,
  onDiscard,
  children,
}: {
  stale: StaleFacts
  what: string
  onDiscard?: () => void
  children: ReactNode
}) {
  return (
    <Callout
      tone="warn"
      live="alert"
      title={
        <>
          {changedBy} changed this {what} first
        </>
      }
      actions={
        onDiscard && (
          <Button size="small" onClick={onDiscard}>
            Discard my changes
          </Button>
        )
      }
    >
      <p>
        On <DateTime at={changedAt} seconds />:
      </p>
      <ul className="my-1 list-disc ps-5 break-words">
        {changes.map((change) => (
          <li key={change}>
            <bdi>{change}</bdi>
          </li>
        ))}
      </ul>
      <p>{children}</p>
    </Callout>
  )
}

const PROPOSED = {
  joined: 'Added to your earlier proposal.',
  replaced: 'Proposed in place of your earlier values.',
  alone: 'Proposed.',
}

/** After a change that another admin has to approve; the page says for itself where none can now. */
export function proposedWords({ earlier }: Partial<Waits>, canBeApproved = true): string {
  const what = PROPOSED[earlier ?? 'alone']
  if (!canBeApproved) return what
  return `${what} ${earlier === 'joined' ? 'Both count once another admin approves them.' : 'It counts once another admin approves it.'}`
}

const NAMED = 5

/** Before a save: pending batches that it would approve, with their money. */
export function ApprovesNotice({
  batches,
  deed = 'Saving this',
}: {
  batches: readonly ApprovedBatch[]
  deed?: string
}) {
  const sum = batches.reduce((all, { amountMinor }) => all + BigInt(amountMinor), 0n)
  return (
    <Callout
      tone="warn"
      live="alert"
      title={`${deed} approves ${counted(batches.length, 'pending batch', 'pending batches')}, ${dollarWords(sum)}`}
    >
      <p>Under these rules, the approvals given so far are enough to send. Nothing is saved yet.</p>
      <ul className="mt-1 list-disc ps-5">
        {batches.slice(0, NAMED).map(({ number, amountMinor }) => (
          <li key={number}>
            B-{number}, {dollarWords(BigInt(amountMinor))}
          </li>
        ))}
        {batches.length > NAMED && <li>{batches.length - NAMED} more</li>}
      </ul>
    </Callout>
  )
}

/** Always mounted, so that screen readers announce its content when it appears. */
export function DoneNotice({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="text-sm text-good-ink empty:absolute">
      {children}
    </p>
  )
}
