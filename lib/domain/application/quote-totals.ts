import { grouped } from '@/lib/domain/values/money'
import type { LineItemDraft } from './full-sections'

/** The total of one billing frequency; `frequency` is '' if none is given. */
export type QuoteTotal = { frequency: string; dollars: string }

const PRICE = 'Unit_Price__c'
const QUANTITY = 'Quantity__c'
const FREQUENCY = 'Billing_Frequency__c'

/** Fees have up to four decimals. */
const DECIMALS = 4

/**
 * Price times quantity, summed by billing frequency in the order of the items. The interface does not show the
 * fields of a line item, so this reads the names that our templates use; a missing quantity is one. `unpriced`
 * counts items without a readable price. Null if no item has a price.
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

/** `9.95` → 99500n; null if it is not a plain amount. */
function unitsOf(text: string): bigint | null {
  const [, whole, part = ''] = /^\$?(\d{1,12})(?:\.(\d{1,4}))?$/.exec(text) ?? []
  return whole === undefined ? null : BigInt(whole + part.padEnd(DECIMALS, '0'))
}

/** `99500n` → `9.95`, `1,249.00`, with at least two decimals. */
function dollarsOf(units: bigint): string {
  const digits = String(units).padStart(DECIMALS + 1, '0')
  const whole = digits.slice(0, -DECIMALS)
  return `${grouped(whole)}.${digits.slice(-DECIMALS).replace(/0{1,2}$/, '')}`
}
