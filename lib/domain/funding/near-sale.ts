/**
 * A sale of the log that a transaction ID may have been meant for. `isSlip`: one slip of the hand away, as IDs in a row
 * are of each other: it says what may be meant where something is wrong, and not that something is. `merchantId`: whose
 * it is, where the log knows.
 */
export type NearSale = { id: string; amountMinor: number | null; isSlip?: true; merchantId?: string }

/** Of a shorter ID one slip leaves too little to be told by; a longer one is no ID that somebody typed. */
const [SHORTEST, LONGEST] = [5, 40]

/**
 * Every ID that is one slip of the hand away: a character exchanged, left out, put in, or two neighbors swapped.
 * Characters are taken for others of their kind: digits for digits, capitals for capitals.
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

/** `o` for 0, `i` and `l` for 1. */
const LIKE_DIGITS: Readonly<Record<string, string>> = { o: '0', i: '1', l: '1' }

/**
 * `SBX-C-20237`: itself in lower case, and with one to three zeros more or fewer before its last digits; `SBX-C-O20237`
 * with digits for letters that look like them among the last ones.
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
 * Which of these was most likely meant: the only one, else the only one of the amount that is given. IDs in a row are
 * all near each other, so that nothing else tells them apart.
 */
export function meantSale(near: readonly NearSale[], givenMinor: number): NearSale | undefined {
  const fitting = near.length === 1 ? near : near.filter(({ amountMinor }) => amountMinor === givenMinor)
  return fitting.length === 1 ? fitting[0] : undefined
}

/** The sale of somebody who is paid that has exactly the amount, for the ID of one of somebody who is not. */
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
