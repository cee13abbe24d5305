import type { NamedMerchant } from './look-alike'
import { nearestMerchantId } from './nearest-merchant-id'

/** Equal for names that people take for one: capitals and blanks make no other merchant. */
const merchantKey = (text: string): string =>
  text.normalize('NFKC').trim().replace(/\s+/gu, ' ').toLowerCase()

/**
 * Finds the merchants that a text names: by an id in whatever capitals, or by a whole name. Nothing that is only near
 * is found; where there are several, nobody can tell which one is meant. Made once for a directory.
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

/** Of fewer letters too many names begin with them. */
const SHORTEST_PART = 4

/** The one merchant whose id, name, or a word of it begins with a text; null where several do. */
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

/** Of fewer letters one slip leaves too little to be told by. */
const SHORTEST_NEAR = 5

/** The merchant that a text most likely means, which is no id or name of one; null where nobody can tell. */
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
 * Merchants to ask about where a text fits none: whose id is near, or whose id, name, or a word of it begins with the
 * text but for one slip of the hand. `blubird`: Bluebird Coffee.
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

/** A letter too many, left out, exchanged, or swapped with its neighbor; never the first, which people get right. */
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

/** The one of these that a text names, by the same rule as in a file; null where there is none, or several. */
export function soleMerchant<Merchant extends NamedMerchant>(
  text: string,
  merchants: readonly Merchant[],
): Merchant | null {
  const exact = merchants.find(({ merchantId }) => merchantId === text.trim())
  if (exact) return exact
  const [id, ...others] = merchantFinder(merchants)(text)
  return others.length > 0 ? null : (merchants.find(({ merchantId }) => merchantId === id) ?? null)
}
