import type { NamedMerchant } from './look-alike'
import { nearestMerchantId } from './nearest-merchant-id'

/** Equal for names that people would consider the same: case and blanks make no difference. */
const merchantKey = (text: string): string =>
  text.normalize('NFKC').trim().replace(/\s+/gu, ' ').toLowerCase()

/**
 * Finds the merchants that a text names: by ID in any case, or by full name. Does not find similar names. More than one
 * result means that the text is ambiguous. Build it once per directory.
 */
export function merchantFinder(directory: Iterable<NamedMerchant>): (text: string) => string[] {
  const ids = new Map<string, Set<string>>()
  for (const { merchantId, name } of directory) {
    for (const key of [merchantKey(merchantId), merchantKey(name)]) {
      const known = ids.get(key)
      if (known) known.add(merchantId)
      else ids.set(key, new Set([merchantId]))
    }
  }
  return (text) => {
    const key = merchantKey(text)
    return key === '' ? [] : [...(ids.get(key) ?? [])].sort()
  }
}

/** With fewer letters, too many names match. */
const SHORTEST_PART = 4

/** The only merchant whose ID, name, or a word of it starts with the text; null if there are several. */
function merchantBeginning(text: string, directory: Iterable<NamedMerchant>): string | null {
  const key = merchantKey(text)
  if (key.length < SHORTEST_PART) return null
  let found: string | null = null
  for (const { merchantId, name } of directory) {
    if (!merchantKey(merchantId).startsWith(key) && !` ${merchantKey(name)}`.includes(` ${key}`)) continue
    if (found !== null) return null
    found = merchantId
  }
  return found
}

/** With fewer letters, one typo leaves too little to recognize. */
const SHORTEST_NEAR = 5

/** The most likely merchant for a text that is no exact ID or name; null if it is ambiguous. */
export function meantMerchant(text: string, directory: readonly NamedMerchant[]): string | null {
  const nearest =
    nearestMerchantId(
      text,
      directory.map(({ merchantId }) => merchantId),
    ) ?? merchantBeginning(text, directory)
  if (nearest !== null) return nearest
  const [near, ...others] = nearMerchants(text, directory)
  return near && others.length === 0 ? near.merchantId : null
}

/**
 * Suggestions for a text that matches no merchant: those with a similar ID, or whose ID, name, or a word of it starts
 * with the text apart from one typo. `blubird`: Bluebird Coffee.
 */
export function nearMerchants<Merchant extends NamedMerchant>(
  text: string,
  directory: readonly Merchant[],
): Merchant[] {
  const key = merchantKey(text)
  if (key.length < SHORTEST_NEAR) return []
  const nearest = nearestMerchantId(
    text,
    directory.map(({ merchantId }) => merchantId),
  )
  const begins = (name: string): boolean => {
    for (let at = 0; at >= 0; at = name.indexOf(' ', at) + 1 || -1)
      if (beginsButForASlip(name, at, key)) return true
    return false
  }
  return directory.filter(
    ({ merchantId, name }) =>
      merchantId === nearest || begins(merchantKey(merchantId)) || begins(merchantKey(name)),
  )
}

/**
 * Allows one letter added, missing, replaced or swapped with its neighbor, but not the first, which people get right.
 */
function beginsButForASlip(name: string, start: number, key: string): boolean {
  let same = 0
  while (same < key.length && name[start + same] === key[same]) same += 1
  if (same === key.length) return true
  if (same === 0) return false
  const at = start + same
  const goesOn = (from: number, left: number) => name.startsWith(key.slice(same + left), at + from)
  return (
    goesOn(0, 1) ||
    goesOn(1, 0) ||
    goesOn(1, 1) ||
    (name[at] === key[same + 1] && name[at + 1] === key[same] && goesOn(2, 2))
  )
}

/** The only merchant that a text names, by the same rule as in a file; null if there is none, or several. */
export function soleMerchant<Merchant extends NamedMerchant>(
  text: string,
  merchants: readonly Merchant[],
): Merchant | null {
  const exact = merchants.find(({ merchantId }) => merchantId === text.trim())
  if (exact) return exact
  const [id, ...others] = merchantFinder(merchants)(text)
  return others.length > 0 ? null : (merchants.find(({ merchantId }) => merchantId === id) ?? null)
}
