import { Money } from '@/components/ui/money'
import { US_DOLLARS } from '@/lib/domain/callbacks/readings'
import { groupedCents } from '@/lib/domain/values/money'
import type { CallbackListItem } from '@/lib/server/callbacks/log/views'

/** An event's amount with its currency, or the received text if the amount is not known. */
export function SaleAmount({
  sale: { amountMinor, amountText, currencyCode },
}: {
  sale: Pick<CallbackListItem, 'amountMinor' | 'amountText' | 'currencyCode'>
}) {
  if (amountMinor !== null && currencyCode === US_DOLLARS) return <Money amountMinor={amountMinor} />
  if (amountMinor !== null) {
    return (
      <span>
        {groupedCents(BigInt(amountMinor))} <bdi className="text-2xs text-faint">{currencyCode}</bdi>
      </span>
    )
  }
  if (amountText === '') return <span className="text-faint">no amount</span>
  return (
    <q className="text-warn-ink wrap-anywhere" title="As received: the amount is ambiguous">
      {amountText}
    </q>
  )
}
