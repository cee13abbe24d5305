import { dayWords, type IsoDate } from '@/lib/domain/values/calendar'
import { counted } from '@/lib/domain/values/counted'

/** The suggested name for a batch of sales: `Unfunded sales until Nov 22, 2026 (500 payees)`. */
export function salesBatchName({
  until,
  merchants,
  paid,
}: {
  /** The last day of receipt. */
  until: IsoDate
  /** The names of the merchants of the sales; '' for sales of a whole profile. */
  merchants: readonly string[]
  /** The number of payees, including those of splits. */
  paid: number
}): string {
  const day = dayWords(until)
  const [only] = merchants
  if (only && merchants.length === 1) {
    // Cuts the merchant's name, because the day at the end must stay.
    const name = [...only].length > 70 ? `${[...only].slice(0, 69).join('')}…` : only
    return `Unfunded sales of ${name} until ${day}`
  }
  return paid === 0
    ? `Unfunded sales until ${day}`
    : `Unfunded sales until ${day} (${counted(paid, 'payee')})`
}
