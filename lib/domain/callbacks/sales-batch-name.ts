import { dayWords, type IsoDate } from '@/lib/domain/values/calendar'
import { counted } from '@/lib/domain/values/counted'

/** What a batch of sales is called before a person calls it otherwise: `Unfunded sales until Nov 22, 2026 (500 payees)`. */
export function salesBatchName({
  until,
  merchants,
  paid,
}: {
  /** The last day of receipt. */
  until: IsoDate
  /** Whose sales they are, by name; '' for sales of a whole profile. */
  merchants: readonly string[]
  /** How many get money of them, those of their splits too. */
  paid: number
}): string {
  const day = dayWords(until)
  const [only] = merchants
  if (only && merchants.length === 1) {
    // Its end says the day, and is not to be cut off.
    const name = [...only].length > 70 ? `${[...only].slice(0, 69).join('')}…` : only
    return `Unfunded sales of ${name} until ${day}`
  }
  return paid === 0
    ? `Unfunded sales until ${day}`
    : `Unfunded sales until ${day} (${counted(paid, 'payee')})`
}
