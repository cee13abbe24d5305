import { dayWords, type IsoDate } from '@/lib/domain/values/calendar'

/** What a batch of sales is called before a person calls it otherwise: `Unfunded sales until Nov 22, 2026 (500 merchants)`. */
export function salesBatchName({
  until,
  merchants,
}: {
  /** The last day of receipt. */
  until: IsoDate
  /** By name; '' for sales of a whole profile. */
  merchants: readonly string[]
}): string {
  const named = merchants.filter((name) => name !== '')
  const day = dayWords(until)
  const [only] = named
  if (only !== undefined && merchants.length === 1) {
    // Its end says the day, and is not to be cut off.
    const name = [...only].length > 70 ? `${[...only].slice(0, 69).join('')}…` : only
    return `Unfunded sales of ${name} until ${day}`
  }
  return named.length === 0
    ? `Unfunded sales until ${day}`
    : `Unfunded sales until ${day} (${named.length.toLocaleString('en-US')} merchant${named.length === 1 ? '' : 's'})`
}
