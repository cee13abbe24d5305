import { readPercent, type SplitShare, splitAmount } from './split'

/** A default split as it is kept: cents as digits, so that it can be sent to a browser. */
export type DefaultShare = { merchantId: string; percent?: string; fixedMinor?: string }

/** What a default split makes of a sale, in cents by merchant; null where it cannot be split by it. */
export type ExpectedSplit = ReadonlyMap<string, number>

/** A default split, read once for all sales of its merchant. */
export type PreparedSplit = {
  /** The last one takes the remainder: neither `part` nor `fixed`. */
  shares: { merchantId: string; part: number | null; fixed: number | null }[]
  exact: SplitShare[]
}

/** All of a sale to the merchant itself, where it has no default split. */
export function prepareSplit(owner: string, split: readonly DefaultShare[]): PreparedSplit {
  const given = split.length === 0 ? [{ merchantId: owner }] : split
  return {
    shares: given.map(({ merchantId, percent, fixedMinor }) => ({
      merchantId,
      part: percent === undefined ? null : Number(readPercent(percent) ?? 0n) / 100_000_000,
      fixed: fixedMinor === undefined ? null : Number(fixedMinor),
    })),
    exact: given.map(({ merchantId, percent, fixedMinor }) => ({
      merchantId,
      ...(percent !== undefined && { percent }),
      ...(fixedMinor !== undefined && { fixedMinor: BigInt(fixedMinor) }),
    })),
  }
}

/** A cent may fall either way: a spreadsheet rounds otherwise than we do. */
const TOLERANCE_MINOR = 1

/**
 * Whether amounts by merchant are those of a default split of the sale, to the cent. Quick for those that are, which
 * are most; `splitAmount` has the last word on the others.
 */
export function followsSplit(
  { shares, exact }: PreparedSplit,
  saleMinor: number,
  givenTo: (merchantId: string) => number,
  givenMinor: number,
): boolean {
  let left = saleMinor
  let known = 0
  let follows = true
  for (const { merchantId, part, fixed } of shares) {
    const share = part === null ? (fixed ?? left) : Math.round(saleMinor * part)
    left -= share
    const given = givenTo(merchantId)
    known += given
    if (Math.abs(given - share) > TOLERANCE_MINOR) follows = false
  }
  // What goes to a merchant that the split does not name.
  if (givenMinor - known > TOLERANCE_MINOR) return false
  if (follows) return true
  const expected = expectedSplit(exact, saleMinor)
  if (expected === null) return true
  for (const [merchantId, share] of expected) {
    if (Math.abs(givenTo(merchantId) - share) > TOLERANCE_MINOR) return false
  }
  return true
}

/** Null where the sale is too small for its fixed fees: nothing can be expected of it. */
export function expectedSplit(exact: readonly SplitShare[], saleMinor: number): ExpectedSplit | null {
  const result = splitAmount(BigInt(saleMinor), exact)
  return result.ok
    ? new Map(result.amounts.map(({ merchantId, amountMinor }) => [merchantId, Number(amountMinor)]))
    : null
}
