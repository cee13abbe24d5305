import {
  ANY_SALE_MINOR,
  readPercent,
  type SplitProblem,
  type SplitShare,
  splitAmount,
} from '@/lib/domain/funding/split'
import { dollarWords } from '@/lib/domain/values/money'
import type { StoredShare } from './merchant'
import { nearestMerchantId } from './nearest-merchant-id'

/** More payees than any agreement has. Each is a line in a funding request. */
export const MAX_SHARES = 20

export const splitShares = (split: readonly StoredShare[]): SplitShare[] =>
  split.map(({ merchantId, percent, fixedMinor }) => ({
    merchantId,
    ...(percent !== undefined && { percent }),
    ...(fixedMinor !== undefined && { fixedMinor: BigInt(fixedMinor) }),
  }))

export const storedShares = (shares: readonly SplitShare[]): StoredShare[] =>
  shares.map(({ merchantId, percent, fixedMinor }) => ({
    merchantId,
    ...(percent !== undefined && { percent }),
    ...(fixedMinor !== undefined && { fixedMinor: String(fixedMinor) }),
  }))

/** A split that gives everything to the merchant itself is stored as no split. */
export const normalSplit = (merchantId: string, split: readonly StoredShare[]): StoredShare[] =>
  split.length === 1 && split[0]?.merchantId === merchantId ? [] : [...split]

/**
 * The problems of a default split: it must follow `splitAmount`, the last payee takes the remainder, and every payee
 * must be in the directory. An empty split is valid: the merchant gets all of each sale.
 */
export function checkDefaultSplit(
  merchantId: string,
  split: readonly StoredShare[],
  isKnown: (merchantId: string) => boolean,
  known: Iterable<string> = [],
): SplitProblem[] {
  if (split.length === 0) return []
  if (split.length > MAX_SHARES)
    return [{ index: null, message: `A split has at most ${MAX_SHARES} payees. Remove some.` }]
  const last = split.at(-1)
  if (last?.percent !== undefined || last?.fixedMinor !== undefined)
    return [{ index: split.length - 1, message: 'The last payee takes the remainder. Remove its share.' }]
  const unreadable = split.flatMap(({ fixedMinor }, index) =>
    fixedMinor === undefined || /^\d{1,12}$/.test(fixedMinor)
      ? []
      : [{ index, message: 'Enter an amount in dollars, such as 0.30.' }],
  )
  if (unreadable.length > 0) return unreadable
  const percents = split.map(({ percent }) => readPercent(percent ?? '0') ?? 0n)
  if (percents.reduce((sum, percent) => sum + percent, 0n) > 100_000_000n)
    return [{ index: null, message: 'The percentages come to more than 100. Lower one of them.' }]
  const result = splitAmount(ANY_SALE_MINOR, splitShares(split))
  if (!result.ok) return result.problems
  return split.flatMap(({ merchantId: payee }, index) => {
    if (payee === merchantId || isKnown(payee)) return []
    const meant = nearestMerchantId(payee, known)
    return [
      {
        index,
        message: `${payee} is not in the merchant directory.${meant ? ` Did you mean ${meant}?` : ' Add it first, or correct the ID.'}`,
      },
    ]
  })
}

/** `PLATFORM-FEE 2.9%, remainder to BLUEBIRD-01`; the merchant's own share is "this merchant". */
export function splitWords(merchantId: string, split: readonly StoredShare[]): string {
  const nameOf = (payee: string) => (payee === merchantId ? 'this merchant' : payee)
  if (split.length === 0) return 'All to this merchant'
  if (split.length === 1) return `All to ${nameOf(split[0]?.merchantId ?? '')}`
  return split
    .map(({ merchantId: payee, percent, fixedMinor }) =>
      percent !== undefined
        ? `${percent}% to ${nameOf(payee)}`
        : fixedMinor !== undefined
          ? `${dollarWords(fixedMinor)} to ${nameOf(payee)}`
          : `remainder to ${nameOf(payee)}`,
    )
    .join(', ')
}

/**
 * Reads a split as written in a file: `PLATFORM-FEE:2.9%;FEE-2:0.30;self`. `self` is the merchant of the row; the last
 * payee takes the remainder.
 */
export function readSplitText(
  merchantId: string,
  text: string,
): { split: StoredShare[]; problem: string | null } {
  if (text.trim() === '') return { split: [], problem: null }
  const split: StoredShare[] = []
  for (const part of text.split(';')) {
    const at = part.lastIndexOf(':')
    const payee = (at < 0 ? part : part.slice(0, at)).trim()
    const share = at < 0 ? '' : part.slice(at + 1).trim()
    const percent = /^(\d{1,3}(?:\.\d{1,6})?)\s*%$/.exec(share)?.[1]
    const fixed = /^\$?\s*(\d{1,9})(?:\.(\d{1,2}))?$/.exec(share)
    if (payee === '' || (at >= 0 && percent === undefined && !fixed))
      return {
        split: [],
        problem: `“${part.trim()}” is not a share. Write PLATFORM-FEE:2.9% or PLATFORM-FEE:0.30, separated by semicolons, and the payee of the remainder last.`,
      }
    split.push({
      merchantId: payee.toLowerCase() === 'self' ? merchantId : payee,
      ...(percent !== undefined && { percent }),
      ...(fixed && { fixedMinor: String(BigInt(`${fixed[1]}${(fixed[2] ?? '').padEnd(2, '0')}`)) }),
    })
  }
  return { split: normalSplit(merchantId, split), problem: null }
}
