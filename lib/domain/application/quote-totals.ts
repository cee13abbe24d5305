import { grouped } from '@/lib/domain/values/money'
import type { LineItemDraft } from './full-sections'

/** What the items of one billing frequency come to; `frequency` is '' where none is given. */
export type QuoteTotal = { frequency: string; dollars: string }

const PRICE = 'Unit_Price__c'
const QUANTITY = 'Quantity__c'
const FREQUENCY = 'Billing_Frequency__c'

/** Fees go down to a hundredth of a cent. */
const DECIMALS = 4

/**
 * The sum of price times quantity for each billing frequency, in the order in which they come. The interface does not say
 * which fields a line item has: of the names that our templates use, those with a readable price count, once where no
 * quantity is given. `unpriced`: items that are in no sum. Null where all are.
 */
export function quoteTotals(
  items: readonly Pick<LineItemDraft, 'members'>[],
): { totals: QuoteTotal[]; unpriced: number } | null {
  const sums = new Map<string, bigint>()
  let priced = 0
  for (const { members } of items) {
    const textOf = (name: string) => members.find((member) => member.name.trim() === name)?.value.trim() ?? ''
    const price = unitsOf(textOf(PRICE))
    const quantity = textOf(QUANTITY) === '' ? '1' : textOf(QUANTITY)
    if (price === null || !/^\d{1,9}$/.test(quantity)) continue
    priced += 1
    const frequency = textOf(FREQUENCY)
    sums.set(frequency, (sums.get(frequency) ?? 0n) + price * BigInt(quantity))
  }
  if (priced === 0) return null
  const totals = [...sums].map(([frequency, units]) => ({ frequency, dollars: dollarsOf(units) }))
  return { totals, unpriced: items.length - priced }
}

/** `9.95` → 99500n; null for what is no plain amount. */
function unitsOf(text: string): bigint | null {
  const [, whole, part = ''] = /^\$?(\d{1,12})(?:\.(\d{1,4}))?$/.exec(text) ?? []
  return whole === undefined ? null : BigInt(whole + part.padEnd(DECIMALS, '0'))
}

/** `99500n` → `9.95`, `1,249.00`, with two decimals at least. */
function dollarsOf(units: bigint): string {
  const digits = String(units).padStart(DECIMALS + 1, '0')
  const whole = digits.slice(0, -DECIMALS)
  return `${grouped(whole)}.${digits.slice(-DECIMALS).replace(/0{1,2}$/, '')}`
}
