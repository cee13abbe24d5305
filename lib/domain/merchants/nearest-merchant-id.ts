/**
 * The known merchant ID most likely meant by an unknown one: the same apart from case or letters that look like digits
 * (O and 0, I or l and 1), or else at most two typos away. Null if none is close, or if the ID is known.
 */
export function nearestMerchantId(id: string, known: Iterable<string>): string | null {
  const typed = folded(id)
  // In a short ID, two typos leave too little to recognize.
  const most = id.length < 4 ? 0 : id.length < 6 ? 1 : 2
  let best: { id: string; slips: number } | null = null
  for (const candidate of known) {
    if (candidate === id) return null
    if (best?.slips === 0 || Math.abs(candidate.length - id.length) > most) continue
    const slips = slipsBetween(typed, folded(candidate), best ? best.slips - 1 : most)
    if (slips !== null) best = { id: candidate, slips }
  }
  return best?.id ?? null
}

const folded = (id: string): string => id.trim().toLowerCase().replaceAll('o', '0').replace(/[il]/g, '1')

/** The number of letters missing, added, replaced or swapped with their neighbor; null if more than `most`. */
function slipsBetween(one: string, other: string, most: number): number | null {
  if (most < 0) return null
  if (one === other) return 0
  if (most === 0) return null
  let before: number[] = []
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let a = 1; a <= one.length; a += 1) {
    const next = [a]
    for (let b = 1; b <= other.length; b += 1) {
      const isSame = one[a - 1] === other[b - 1]
      let slips = Math.min(at(row, b) + 1, at(next, b - 1) + 1, at(row, b - 1) + (isSame ? 0 : 1))
      if (a > 1 && b > 1 && one[a - 1] === other[b - 2] && one[a - 2] === other[b - 1])
        slips = Math.min(slips, at(before, b - 2) + 1)
      next.push(slips)
    }
    if (Math.min(...next) > most) return null
    before = row
    row = next
  }
  const slips = at(row, other.length)
  return slips <= most ? slips : null
}

const at = (row: readonly number[], index: number): number => row[index] ?? Number.POSITIVE_INFINITY
