import { counted } from '../values/counted'
import type { LineProblem } from './line-problem'
import { commonWarnings, problemRows } from './problem-rows'

/**
 * How many of `rows` rows have a warning and no error: the count on every page. A row with several warnings counts
 * once, and warnings shared by nearly all rows count for the batch, not for its rows.
 */
export function countWarnedRows(rows: number, problems: readonly LineProblem[]): number {
  const common = new Set(commonWarnings(rows, problems))
  const rowsWith = (severity: LineProblem['severity']) =>
    new Set(
      problems.flatMap((problem) =>
        problem.severity === severity && !common.has(problem) ? problemRows(problem) : [],
      ),
    )
  return rowsWith('warning').difference(rowsWith('error')).size
}

/** `12 rows with warnings, 3 kinds`. `rows` is undefined for batches that were frozen before rows were counted. */
export function warningWords(rows: number | undefined, kinds: number): string {
  if (rows === undefined) return `Warnings of ${counted(kinds, 'kind')}`
  return rows === 0
    ? 'Warnings about the whole batch'
    : `${counted(rows, 'row')} with warnings, ${counted(kinds, 'kind')}`
}
