import { atAGlance } from '@/lib/domain/values/unseen'

/** A merchant by what people recognize. */
export type NamedMerchant = { merchantId: string; name: string }

/** Another merchant that could be mistaken for this one, because of its ID or its name. */
export type LookAlike = NamedMerchant & { by: 'id' | 'name' }

/** More than a person would compare. */
const MOST_TOLD = 5

/** In shorter names, one letter makes a real difference: Ash and Ask. */
const SHORTEST_NEAR = 8

/**
 * Finds merchants that could be mistaken for one another: IDs that differ only in case, dashes, or letters that look
 * like digits (O and 0, I or l and 1, S and 5), or names that differ by one typo. The cost of a lookup does not grow
 * with the directory.
 */
export function lookAlikeFinder(
  directory: Iterable<NamedMerchant>,
): (merchant: NamedMerchant) => LookAlike[] {
  const byId = new Map<string, NamedMerchant[]>()
  const byName = new Map<string, NamedMerchant[]>()
  for (const merchant of directory) {
    put(byId, foldedId(merchant.merchantId), merchant)
    for (const key of nameKeys(merchant.name)) put(byName, key, merchant)
  }
  return ({ merchantId, name }) => {
    const found = new Map<string, LookAlike>()
    const take = (others: readonly NamedMerchant[] | undefined, by: LookAlike['by']) => {
      for (const other of others ?? []) {
        if (other.merchantId === merchantId || found.has(other.merchantId)) continue
        found.set(other.merchantId, { merchantId: other.merchantId, name: other.name, by })
      }
    }
    take(byId.get(foldedId(merchantId)), 'id')
    for (const key of nameKeys(name)) take(byName.get(key), 'name')
    return [...found.values()].slice(0, MOST_TOLD)
  }
}

/** `HARBOR-LANE-02 (Harbor Lane Books)`, followed by the others. */
export const lookAlikeWords = (others: readonly NamedMerchant[]): string =>
  others.map(({ merchantId, name }) => `${merchantId} (${name})`).join(', ')

/** The similar merchants that no person has yet said are different. */
export const notToldApart = (found: readonly LookAlike[], differsFrom: readonly string[]): LookAlike[] =>
  found.filter(({ merchantId }) => !differsFrom.includes(merchantId))

const put = (map: Map<string, NamedMerchant[]>, key: string, merchant: NamedMerchant): void => {
  const there = map.get(key)
  if (there) there.push(merchant)
  else map.set(key, [merchant])
}

const foldedId = (id: string): string => {
  const plain = id.toLowerCase().replace(/[^\p{L}\p{N}|]/gu, '')
  return plain.replaceAll('o', '0').replace(/[il|]/g, '1').replaceAll('s', '5')
}

/** Words that do not distinguish one name from another. */
const LEGAL = new Set(['the', 'and', 'inc', 'llc', 'ltd', 'co', 'company', 'corp', 'corporation'])

/**
 * Two names are similar if they share a key. A name's keys are its letters, and its letters with one left out, so a
 * typo in one letter still leaves a key in common. Numbers must match exactly: Store 1 is not Store 2.
 */
function nameKeys(name: string): string[] {
  const words = atAGlance(name)
    .replace(/['’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !LEGAL.has(word))
  const all = words.join('')
  if (all === '') return []
  const letters = all.replace(/\p{N}/gu, '')
  const numbers = all.replace(/[^\p{N}]/gu, '')
  const keys = new Set([`${numbers} ${letters}`])
  if (letters.length >= SHORTEST_NEAR) {
    for (let at = 0; at < letters.length; at += 1)
      keys.add(`${numbers} ${letters.slice(0, at)}${letters.slice(at + 1)}`)
  }
  return [...keys]
}
