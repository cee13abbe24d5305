import { Callout } from '@/components/ui/callout'
import { DateTime } from '@/components/ui/date-time'
import { Money } from '@/components/ui/money'
import { US_DOLLARS } from '@/lib/domain/callbacks/readings'
import { sumHeld } from '@/lib/domain/funding/held'
import { dollarWords } from '@/lib/domain/values/money'
import type { CallbackEventView } from '@/lib/server/callbacks/log/views'
import { unpaidWords } from './funded-words'
import { BatchNumber } from './sale-status'

/** What the partner holds for a sale, by merchant, with the sum beside the sale's amount. */
export function HeldList({ event, mayOpenBatches }: { event: CallbackEventView; mayOpenBatches: boolean }) {
  const { held, amountMinor: saleMinor, currencyCode, batches } = event
  if (!held || held.length === 0) return null
  const sum = sumHeld(held)
  const isKnown = saleMinor !== null && currencyCode === US_DOLLARS
  const isOver = isKnown && sum.amountMinor > saleMinor
  const unpaid = unpaidWords(event)
  return (
    <div className="flex flex-col gap-2 border-t border-line pt-3">
      {isOver && (
        <Callout
          tone="bad"
          title={sum.isCertain ? 'Funded above the sale' : 'Possibly funded above the sale'}
        >
          {sum.isCertain ? 'Funded' : 'Funded with up to'} {dollarWords(sum.amountMinor)} on a sale of{' '}
          {dollarWords(saleMinor)}: {dollarWords(sum.amountMinor - saleMinor)} too much.
        </Callout>
      )}
      {unpaid && <Callout tone="warn" title={unpaid} />}
      <h3 className="text-sm font-medium">Held by the partner</h3>
      <ul aria-label="Funded by merchant" className="flex flex-col gap-2">
        {held.map(({ merchantId, amountMinor, isCertain, batchId, batchNumber, at }) => {
          const batch = batches.find(({ id }) => id === batchId)
          return (
            <li key={merchantId} className="flex flex-col">
              <span className="flex flex-wrap items-baseline justify-between gap-x-3">
                <bdi className="id font-medium">{merchantId}</bdi>
                <span>
                  {!isCertain && <span className="text-sm text-muted">up to </span>}
                  <Money amountMinor={amountMinor} />
                </span>
              </span>
              <span className="flex flex-wrap items-baseline gap-x-1.5 text-sm text-muted">
                {batch ? <BatchNumber batch={batch} mayOpen={mayOpenBatches} /> : `B-${batchNumber}`}
                <DateTime at={at} />
                {!isCertain && <span className="font-medium text-warn-ink">Outcome unknown</span>}
              </span>
            </li>
          )
        })}
      </ul>
      <dl className="grid grid-cols-[1fr_auto] gap-x-3 border-t border-line pt-2 text-sm">
        <dt className="text-muted">Funded in total</dt>
        <dd className={isOver ? 'text-end font-medium text-bad-ink' : 'text-end font-medium'}>
          {!sum.isCertain && 'up to '}
          {dollarWords(sum.amountMinor)}
        </dd>
        <dt className="text-muted">Sale</dt>
        <dd className="text-end">{isKnown ? dollarWords(saleMinor) : 'unknown in US dollars'}</dd>
        {event.leftMinor !== null && (
          <>
            <dt className="text-muted">Left</dt>
            <dd className="text-end font-medium text-warn-ink">{dollarWords(event.leftMinor)}</dd>
          </>
        )}
      </dl>
    </div>
  )
}
