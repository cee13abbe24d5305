import { hasMoney } from '@/lib/domain/callbacks/event-labels'
import { sumHeld } from '@/lib/domain/funding/held'
import { dollarWords } from '@/lib/domain/values/money'
import type { CallbackEventView } from '@/lib/server/callbacks/log/views'

/** `Funded $105.64 in B-1014`; null if nothing was funded, at the partner or elsewhere. */
export function fundedWords(event: Pick<CallbackEventView, 'held' | 'funding'>): string | null {
  const held = (event.held ?? []).filter(({ amountMinor }) => amountMinor > 0)
  if (held.length === 0 && !hasMoney(event)) return null
  if (held.length === 0) return event.funding === 'outside' ? 'Funded externally' : 'Funded'
  const { amountMinor, isCertain } = sumHeld(held)
  const batches = [...new Set(held.map(({ batchNumber }) => `B-${batchNumber}`))].join(' and ')
  const dollars = dollarWords(amountMinor)
  return `${isCertain ? `Funded ${dollars}` : `Outcome unknown: funded with up to ${dollars}`} in ${batches}`
}

/**
 * `BLUEBIRD-01, whose sale it is, got none of it.`, if all of a sale's money went to other merchants. Null if the sale
 * has no merchant or no money.
 */
export function unpaidWords({
  held,
  merchantId,
}: Pick<CallbackEventView, 'held' | 'merchantId'>): string | null {
  const paid = (held ?? []).filter(({ amountMinor }) => amountMinor > 0)
  if (merchantId === '' || paid.length === 0 || paid.some((one) => one.merchantId === merchantId)) return null
  return `${merchantId}, whose sale it is, got none of it.`
}
