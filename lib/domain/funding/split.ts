import { type Millionths, parseDecimal } from '@/lib/domain/values/decimal'
import { groupedCents } from '@/lib/domain/values/money'

/**
 * A merchant's share: a percentage as text (`33.33`) or cents. The last share may have neither and takes the
 * remainder.
 */
export type SplitShare = { merchantId: string; percent?: string; fixedMinor?: bigint }
export type SplitAmount = { merchantId: string; amountMinor: bigint }

/** `index`: the share with the problem; null for all of them. */
export type SplitProblem = { index: number | null; message: string }
export type SplitResult = { ok: true; amounts: SplitAmount[] } | { ok: false; problems: SplitProblem[] }

/** So large that no fixed share exceeds it. Whether an actual sale is large enough is checked when it is split. */
export const ANY_SALE_MINOR = 10n ** 16n

/** 100%, in millionths of a percent. */
const WHOLE: Millionths = 100_000_000n

/**
 * Splits an amount in cents: fixed amounts as given, percentages of the total to the nearest cent, the remainder to
 * the last merchant. The parts always add up to the total.
 */
export function splitAmount(totalMinor: bigint, shares: readonly SplitShare[]): SplitResult {
  const problems = checkShares(totalMinor, shares)
  if (problems.length > 0) return { ok: false, problems }
  const given = shares.slice(0, -1)
  const parts = withoutExcess(
    totalMinor,
    given,
    given.map((share) => partOf(totalMinor, share)),
  )
  const left = totalMinor - sum(parts)
  if (left < 0n) {
    return {
      ok: false,
      problems: [
        {
          index: null,
          message: `The shares total ${groupedCents(totalMinor - left)}, and there are only ${groupedCents(totalMinor)} to split. Reduce one.`,
        },
      ],
    }
  }
  return {
    ok: true,
    amounts: shares.map(({ merchantId }, index) => ({ merchantId, amountMinor: parts[index] ?? left })),
  }
}

function checkShares(totalMinor: bigint, shares: readonly SplitShare[]): SplitProblem[] {
  if (shares.length === 0) return [{ index: null, message: 'Add a merchant to split it over.' }]
  if (totalMinor < 0n) return [{ index: null, message: 'An amount below zero cannot be split.' }]
  const problems = shares.flatMap((share, index) =>
    shareProblems(share, index === shares.length - 1).map((message) => ({ index, message })),
  )
  for (const [index, { merchantId }] of shares.entries()) {
    if (merchantId !== '' && shares.findIndex((share) => share.merchantId === merchantId) < index) {
      problems.push({ index, message: 'This merchant already has a share. Combine the two.' })
    }
  }
  return problems.length > 0 ? problems : checkSum(totalMinor, shares)
}

function shareProblems({ merchantId, percent, fixedMinor }: SplitShare, isLast: boolean): string[] {
  const problems = merchantId === '' ? ['Enter the merchant ID.'] : []
  if (percent !== undefined && fixedMinor !== undefined) {
    return [...problems, 'Enter a percentage or an amount, not both.']
  }
  if (percent !== undefined && readPercent(percent) === null) {
    return [...problems, 'Enter a percentage from 0 to 100 with a point, such as 2.9.']
  }
  if (fixedMinor !== undefined && fixedMinor < 0n) return [...problems, 'Enter an amount of zero or more.']
  return percent === undefined && fixedMinor === undefined && !isLast
    ? [...problems, 'Enter a percentage or an amount. Only the last merchant gets the remainder.']
    : problems
}

/** A last share that is given must equal what the others leave. */
function checkSum(totalMinor: bigint, shares: readonly SplitShare[]): SplitProblem[] {
  const last = shares.at(-1)
  if (!last || (last.percent === undefined && last.fixedMinor === undefined)) return []
  const percents = shares.map(({ percent }) => (percent === undefined ? null : readPercent(percent)))
  const message = percents.every((percent) => percent !== null)
    ? sum(percents) === WHOLE
      ? null
      : 'The percentages do not add up to 100.'
    : sum(shares.map((share) => partOf(totalMinor, share))) === totalMinor
      ? null
      : `The shares do not add up to ${groupedCents(totalMinor)}.`
  return message === null
    ? []
    : [
        {
          index: null,
          message: `${message} Change one, or leave the last one blank to give it the remainder.`,
        },
      ]
}

const partOf = (totalMinor: bigint, { percent, fixedMinor }: SplitShare): bigint =>
  fixedMinor ?? (totalMinor * (readPercent(percent ?? '') ?? 0n) + WHOLE / 2n) / WHOLE

/** If rounding alone makes the parts exceed the total, takes the excess from the last percentage share. */
function withoutExcess(totalMinor: bigint, shares: readonly SplitShare[], parts: bigint[]): bigint[] {
  const excess = sum(parts) - totalMinor
  const exact = sum(
    shares.map(({ percent, fixedMinor }) =>
      fixedMinor === undefined ? totalMinor * (readPercent(percent ?? '') ?? 0n) : fixedMinor * WHOLE,
    ),
  )
  if (excess <= 0n || exact > totalMinor * WHOLE) return parts
  const last = shares.findLastIndex(
    ({ fixedMinor }, at) => fixedMinor === undefined && (parts[at] ?? 0n) >= excess,
  )
  return parts.map((part, at) => (at === last ? part - excess : part))
}

/** `33.33` in millionths of a percent; null unless it is a percentage from 0 to 100. */
export function readPercent(text: string): Millionths | null {
  const percent = parseDecimal(text)
  return percent === null || percent < 0n || percent > WHOLE ? null : percent
}

const sum = (parts: readonly bigint[]): bigint => parts.reduce((total, part) => total + part, 0n)
