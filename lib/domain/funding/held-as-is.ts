import type { LineProblem } from './line-problem'

/**
 * Parts what was funded before and stays as it is from all else: of a corrected file that is read again, that is nearly
 * every transaction, and the few that change must not hide among them. One alone stays where it is.
 */
export function partHeldAsIs(problems: readonly LineProblem[]): {
  heldAsIs: number
  others: readonly LineProblem[]
} {
  // The sum alone may be the same: of such a transaction one merchant loses what another gets.
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
