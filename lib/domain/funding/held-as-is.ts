import type { LineProblem } from './line-problem'

/**
 * Separates transactions that were funded before and stay unchanged. In a corrected file that is imported again they
 * are nearly all, and would hide the few that change. A single one stays in the list.
 */
export function partHeldAsIs(problems: readonly LineProblem[]): {
  heldAsIs: number
  others: readonly LineProblem[]
} {
  // A changed payee can leave the sum the same.
  const moved = new Set(problems.flatMap(({ row, code }) => (code === 'payee-changed' ? [row] : [])))
  const others = problems.filter(
    ({ row, code, amounts }) =>
      code !== 'already-funded' ||
      amounts?.isUncertain === true ||
      amounts?.heldMinor !== amounts?.afterMinor ||
      moved.has(row),
  )
  const heldAsIs = problems.length - others.length
  return heldAsIs > 1 ? { heldAsIs, others } : { heldAsIs: 0, others: problems }
}
