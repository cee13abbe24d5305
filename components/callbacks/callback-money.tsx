'use client'

import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { notLoaded } from '@/components/shell/not-loaded'
import { StatusBadge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { DateTime } from '@/components/ui/date-time'
import { Money } from '@/components/ui/money'
import { Panel } from '@/components/ui/panel'
import type { Tone } from '@/components/ui/tone'
import { FUNDING_LABELS, hasMoney } from '@/lib/domain/callbacks/event-labels'
import { type Ineligible, ineligibleReason } from '@/lib/domain/callbacks/ineligible'
import { refusalWords } from '@/lib/domain/funding/failure-advice'
import type { CallbackEventView } from '@/lib/server/callbacks/log/views'
import { unpaidWords } from './funded-words'
import { HeldList } from './held-list'
import { BatchNumber } from './sale-status'

const FundDialog = dynamic(() => import('./fund-dialog').catch(notLoaded), { loading: () => null })
const MarkOutsideDialog = dynamic(() => import('./mark-outside-dialog').catch(notLoaded), {
  loading: () => null,
})

type SentAs = CallbackEventView['batches'][number]['outcome']

const OUTCOMES: Readonly<Record<SentAs, { label: string; tone: Tone }>> = {
  funded: { label: 'Funded', tone: 'good' },
  failed: { label: 'Not funded', tone: 'bad' },
  unknown: { label: 'Outcome unknown', tone: 'warn' },
  withdrawn: { label: 'Withdrawn', tone: 'neutral' },
  'in-batch': { label: 'In the batch', tone: 'progress' },
}

/** What must happen before an unfunded sale can be funded. */
const HELD: Readonly<Partial<Record<Ineligible, string>>> = {
  conflict: 'Resolve the conflict before you fund it.',
  'amount-unknown': 'Set its amount before you fund it.',
  'other-currency': 'Not in US dollars, so it cannot be funded here.',
  'link-amount': 'The amount differs from the payment link. Close the callback before you fund it.',
}

/** A batch named an event that is not an approved sale, and the partner accepted it. */
const FUNDED_NO_SALE: (typeof FUNDING_LABELS)['none'] = {
  label: 'Funded',
  tone: 'bad',
  meaning: 'Not an approved sale, but the partner holds funding amounts for it.',
}

const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** The funding status of a sale, every batch that has or had it, and what can be done. */
export function CallbackMoney({
  event,
  mayOpenBatches,
}: {
  event: CallbackEventView
  mayOpenBatches: boolean
}) {
  const router = useRouter()
  const [opened, setOpened] = useState<'fund' | 'mark' | 'unmark' | null>(null)
  const { n, funding, batches, outside, profileId, mayFund, leftMinor } = event
  const { label, tone, meaning } =
    funding === 'none' && hasMoney(event) ? FUNDED_NO_SALE : FUNDING_LABELS[funding]
  const close = () => setOpened(null)
  const held = ineligibleReason(event)

  return (
    <Panel title="Funding">
      <div className="flex flex-col gap-3">
        <div className="flex flex-col items-start gap-1">
          <StatusBadge tone={leftMinor === null && unpaidWords(event) === null ? tone : 'warn'}>
            {label}
          </StatusBadge>
          <p className="text-sm text-muted">{meaning}</p>
          {leftMinor !== null && (
            <p className="text-sm text-warn-ink">
              <Money amountMinor={leftMinor} /> of the sale is left
              {event.amountSet && (
                <>
                  {' '}
                  by the amount that <bdi>{event.amountSet.by}</bdi> set. If that amount is wrong, change it
                  first
                </>
              )}
              . To fund the rest, correct the amounts in{' '}
              {event.batch ? `B-${event.batch.number}` : 'its batch'}.
            </p>
          )}
          {event.refused && (
            <p className="text-sm text-warn-ink">
              The partner refused it in <BatchNumber batch={event.refused.batch} mayOpen={mayOpenBatches} />:{' '}
              <span className="wrap-anywhere">{refusalWords(event.refused)}</span>. A retry cannot help. Ask
              the partner how its money is paid, and if it was, mark the sale as funded externally.
            </p>
          )}
          {held && HELD[held] && <p className="text-sm text-warn-ink">{HELD[held]}</p>}
        </div>
        {batches.map(
          ({ id, number, absentBy }) =>
            absentBy !== undefined && (
              <p key={id} className="text-sm text-warn-ink">
                Held: unclear. B-{number} sent it and got no answer, and <bdi>{absentBy}</bdi>, who sent it,
                recorded that the partner did not receive it. No second person has confirmed that.
              </p>
            ),
        )}
        <HeldList event={event} mayOpenBatches={mayOpenBatches} />
        {batches.length > 0 && (
          <ul aria-label="Batches" className="flex flex-col gap-1.5 border-t border-line pt-3">
            {batches.map((batch) => (
              <li key={batch.id} className="flex flex-wrap items-center justify-between gap-x-3">
                <BatchNumber batch={batch} mayOpen={mayOpenBatches} />
                <StatusBadge tone={OUTCOMES[batch.outcome].tone}>
                  {batch.status === 'draft' ? 'In the draft' : OUTCOMES[batch.outcome].label}
                </StatusBadge>
                {batch.refusal && (
                  <span className="w-full text-sm text-muted wrap-anywhere">
                    {capitalized(refusalWords(batch.refusal))}.
                  </span>
                )}
              </li>
            ))}
          </ul>
        )}
        {outside && (
          <p className="border-t border-line pt-3 text-sm">
            <bdi className="font-medium">{outside.by}</bdi>, <DateTime at={outside.at} />:{' '}
            <q className="break-words whitespace-pre-line">{outside.note}</q>
          </p>
        )}
        {mayFund && (funding === 'unfunded' || funding === 'outside') && (
          <div className="flex flex-wrap gap-2">
            {held === null && (
              <Button variant={event.refused ? 'secondary' : 'primary'} onClick={() => setOpened('fund')}>
                {event.refused ? 'Fund it all the same…' : 'Fund this…'}
              </Button>
            )}
            {funding === 'unfunded' && (
              <Button onClick={() => setOpened('mark')}>Mark as funded externally…</Button>
            )}
            {funding === 'outside' && (
              <Button onClick={() => setOpened('unmark')}>Undo external funding…</Button>
            )}
          </div>
        )}
      </div>
      {opened === 'fund' && <FundDialog count={1} sales={[n]} profileId={profileId} onClose={close} />}
      {(opened === 'mark' || opened === 'unmark') && (
        <MarkOutsideDialog sales={[n]} how={opened} onClose={close} onDone={() => router.refresh()} />
      )}
    </Panel>
  )
}
