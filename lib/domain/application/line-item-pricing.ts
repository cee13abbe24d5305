import { parseDecimal } from '@/lib/domain/values/decimal'
import type { LineItemDraft } from './full-sections'

/**
 * Finds quantity, price and frequency among a line item's fields. The interface does not show these fields, so they
 * are recognized by the names that staff and templates give them.
 */
export const PRICING_ROLES = ['quantity', 'price', 'frequency'] as const
export type PricingRole = (typeof PRICING_ROLES)[number]

type Member = { name: string; value: string }

const ROLES: readonly [role: PricingRole | 'product', name: RegExp][] = [
  ['quantity', /^(quantity|qty)$/],
  ['price', /^((unit|list|sales)?price|amount|fee|rate)$/],
  ['frequency', /^(billing)?frequency$/],
  ['product', /^product(name)?$/],
]

/**
 * The role of a field by its name, however it is spelled: `Unit_Price__c`, `unitPrice`. Null for any other field.
 */
export function roleOf(name: string): PricingRole | 'product' | null {
  const bare = name
    .trim()
    .replace(/__c$/i, '')
    .replace(/[^a-z]/gi, '')
    .toLowerCase()
  return ROLES.find(([, pattern]) => pattern.test(bare))?.[0] ?? null
}

/** The position of the first field of each role, if there is one. */
export function placesOf(members: readonly Member[]): Partial<Record<PricingRole | 'product', number>> {
  const places: Partial<Record<PricingRole | 'product', number>> = {}
  for (const [place, { name }] of members.entries()) {
    const role = roleOf(name)
    if (role !== null) places[role] ??= place
  }
  return places
}

const memberText = (members: readonly Member[], role: PricingRole): string =>
  members[placesOf(members)[role] ?? -1]?.value.trim() ?? ''

/** Price and quantity are both in millionths. */
const MILLIONTHS_TO_CENTS = 10_000_000_000n

/**
 * Price times quantity in whole cents, half a cent rounded away from zero. A missing quantity is one. Null if no
 * price is known.
 */
export function lineTotalMinor({ members }: { members: readonly Member[] }): bigint | null {
  const price = parseDecimal(memberText(members, 'price'))
  const quantity = parseDecimal(memberText(members, 'quantity') || '1')
  if (price === null || quantity === null) return null
  const product = price * quantity
  const half = product < 0n ? -MILLIONTHS_TO_CENTS / 2n : MILLIONTHS_TO_CENTS / 2n
  return (product + half) / MILLIONTHS_TO_CENTS
}

/** In the order of the totals. Other frequencies follow under their own names. */
const FREQUENCIES: readonly [words: string, known: RegExp][] = [
  ['One-time', /^(onetime|once|single)$/],
  ['Per transaction', /^(per)?transaction$/],
  ['Daily', /^(daily|perday)$/],
  ['Weekly', /^(weekly|perweek)$/],
  ['Monthly', /^(monthly|permonth|month)$/],
  ['Quarterly', /^(quarterly|perquarter)$/],
  ['Yearly', /^(yearly|annual|annually|peryear)$/],
]

/** A missing frequency is not assumed to be one-time. */
export const NO_FREQUENCY = 'No frequency'

export function frequencyWords(typed: string): string {
  const text = typed.trim().replace(/\s+/g, ' ')
  const bare = text.replace(/[^a-z]/gi, '').toLowerCase()
  if (text === '') return NO_FREQUENCY
  return FREQUENCIES.find(([, known]) => known.test(bare))?.[0] ?? text
}

export type FrequencyTotal = { frequency: string; items: number; totalMinor: bigint }

/** The line items' totals by frequency. `unpriced` counts those without a readable price, which are in no total. */
export function sumPricing(items: readonly Pick<LineItemDraft, 'members'>[]): {
  totals: FrequencyTotal[]
  unpriced: number
} {
  const sums = new Map<string, FrequencyTotal>()
  let unpriced = 0
  for (const item of items) {
    const totalMinor = lineTotalMinor(item)
    if (totalMinor === null) {
      unpriced += 1
      continue
    }
    const frequency = frequencyWords(memberText(item.members, 'frequency'))
    const key = frequency.toLowerCase()
    const sum = sums.get(key) ?? { frequency, items: 0, totalMinor: 0n }
    sums.set(key, { ...sum, items: sum.items + 1, totalMinor: sum.totalMinor + totalMinor })
  }
  return { totals: [...sums.values()].sort((a, b) => rankOf(a) - rankOf(b)), unpriced }
}

function rankOf({ frequency }: FrequencyTotal): number {
  if (frequency === NO_FREQUENCY) return FREQUENCIES.length + 1
  const known = FREQUENCIES.findIndex(([words]) => words === frequency)
  return known < 0 ? FREQUENCIES.length : known
}

/** A price of zero that was typed: it would be sent. */
export const isZeroPrice = ({ name, value }: Member): boolean =>
  roleOf(name) === 'price' && parseDecimal(value) === 0n
