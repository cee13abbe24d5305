/**
 * A logged sale that a transaction ID may have been meant for. `isSlip`: the IDs differ by one typing slip.
 * Consecutive IDs do too, so it suggests a correction but does not prove an error. `merchantId`: the sale's merchant,
 * if the log knows it.
 */
export type NearSale = { id: string; amountMinor: number | null; isSlip?: true; merchantId?: string }

/** Shorter IDs have too many neighbors; no one types a longer one. */
const [SHORTEST, LONGEST] = [5, 40]

/**
 * All IDs one typing slip away: a character replaced, dropped or added, or two neighbors swapped. Characters are
 * replaced within their kind: digits, capital letters, small letters.
 */
export function nearIds(id: string): string[] {
  if (id.length < SHORTEST || id.length > LONGEST) return []
  const near = new Set<string>()
  for (let at = 0; at <= id.length; at += 1) {
    const [before, here, after] = [id.slice(0, at), id.charAt(at), id.slice(at + 1)]
    const next = id.charAt(at + 1)
    if (here) near.add(before + after)
    if (next) near.add(before + next + here + id.slice(at + 2))
    for (const other of kindOf(here)) near.add(before + other + after)
    for (const put of kindOf(id.charAt(at - 1)) + kindOf(here)) near.add(before + put + here + after)
  }
  near.delete(id)
  return [...near]
}

const KINDS = ['0123456789', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz']

const kindOf = (character: string): string =>
  (character && KINDS.find((kind) => kind.includes(character))) || ''

const MOST_ZEROS = 3

/** Letters that are easily read as digits. */
const LIKE_DIGITS: Readonly<Record<string, string>> = { o: '0', i: '1', l: '1' }

/**
 * For `SBX-C-20237`: its lower case, with up to three zeros more or fewer before the last digits. For `SBX-C-O20237`:
 * also with digits in place of similar letters at the end.
 */
export function likeIds(id: string): string[] {
  const lower = id.toLowerCase()
  const asDigits = lower.replace(/(?=[oil\d]*\d)[oil\d]+$|[oil]+$/, (end) =>
    end.replace(/[oil]/g, (letter) => LIKE_DIGITS[letter] ?? letter),
  )
  return [...new Set([...likeZeros(lower), ...likeZeros(asDigits)])]
}

function likeZeros(lower: string): string[] {
  const [, before = '', zeros = '', rest = ''] = /^(.*?)(0*)(\d+)$/s.exec(lower) ?? []
  if (rest === '') return [lower]
  const counts = Array.from({ length: 2 * MOST_ZEROS + 1 }, (_, index) => zeros.length + index - MOST_ZEROS)
  return counts.filter((count) => count >= 0).map((count) => `${before}${'0'.repeat(count)}${rest}`)
}

/**
 * The sale that was most likely meant: the only one, or the only one with the given amount. Consecutive IDs all
 * resemble each other, so only the amount tells them apart.
 */
export function meantSale(near: readonly NearSale[], givenMinor: number): NearSale | undefined {
  const fitting = near.length === 1 ? near : near.filter(({ amountMinor }) => amountMinor === givenMinor)
  return fitting.length === 1 ? fitting[0] : undefined
}

/**
 * For the ID of a sale whose merchant is paid nothing: the one similar sale of a payee that has exactly this amount.
 */
export function meantSaleOf(
  near: readonly NearSale[],
  paid: readonly { merchantId: string }[],
  givenMinor: number,
): NearSale | undefined {
  const fitting = near.filter(
    (sale) =>
      sale.amountMinor === givenMinor && paid.some(({ merchantId }) => merchantId === sale.merchantId),
  )
  return fitting.length === 1 ? fitting[0] : undefined
}
