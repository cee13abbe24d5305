/** Equal for names that people take for one: capitals and blanks make no other merchant. */
const merchantKey = (text: string): string =>
  text.normalize('NFKC').trim().replace(/\s+/gu, ' ').toLowerCase()

/**
 * Finds the merchants that a text names: by an id in whatever capitals, or by a whole name. Nothing that is only near
 * is found; where there are several, nobody can tell which one is meant. Made once for a directory.
 */
export function merchantFinder(
  directory: Iterable<{ merchantId: string; name: string }>,
): (text: string) => string[] {
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

/** The one merchant whose id, name, or a word of it begins with a text, to be suggested; null where several do. */
export function merchantBeginning(
  text: string,
  directory: Iterable<{ merchantId: string; name: string }>,
): string | null {
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

/** The one of these that a text names, by the same rule as in a file; null where there is none, or several. */
export function soleMerchant<Merchant extends { merchantId: string; name: string }>(
  text: string,
  merchants: readonly Merchant[],
): Merchant | null {
  const exact = merchants.find(({ merchantId }) => merchantId === text.trim())
  if (exact) return exact
  const [id, ...others] = merchantFinder(merchants)(text)
  return others.length > 0 ? null : (merchants.find(({ merchantId }) => merchantId === id) ?? null)
}
