import { readPercent, type SplitShare, splitAmount } from './split'

/** A default split as stored. Fixed amounts are cents as digits, so that it can be sent to the browser. */
export type DefaultShare = { merchantId: string; percent?: string; fixedMinor?: string }

/** The cents that each merchant should get of a sale; null if the split cannot be applied to it. */
export type ExpectedSplit = ReadonlyMap<string, number>

/** A default split, parsed once for all sales of its merchant. */
export type PreparedSplit = {
  /** The last share takes the remainder and has neither `part` nor `fixed`. */
  shares: { merchantId: string; part: number | null; fixed: number | null }[]
  exact: SplitShare[]
}

/** A merchant without a default split should get all of its sale. */
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

/** Spreadsheets round differently, so a difference of one cent is accepted. */
const TOLERANCE_MINOR = 1

/**
 * Whether the amounts match the default split, within a cent. Fast for matches, which are the rule; the rest is
 * decided by the exact `splitAmount`.
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
  // Money for merchants outside the split.
  if (givenMinor - known > TOLERANCE_MINOR) return false
  if (follows) return true
  const expected = expectedSplit(exact, saleMinor)
  if (expected === null) return true
  for (const [merchantId, share] of expected) {
    if (Math.abs(givenTo(merchantId) - share) > TOLERANCE_MINOR) return false
  }
  return true
}

/** Null if the sale is smaller than its fixed fees, so that nothing can be expected. */
export function expectedSplit(exact: readonly SplitShare[], saleMinor: number): ExpectedSplit | null {
  const result = splitAmount(BigInt(saleMinor), exact)
  return result.ok
    ? new Map(result.amounts.map(({ merchantId, amountMinor }) => [merchantId, Number(amountMinor)]))
    : null
}
