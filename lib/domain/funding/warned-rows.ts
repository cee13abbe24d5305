import { counted } from '../values/counted'
import type { LineProblem } from './line-problem'
import { commonWarnings, problemRows } from './problem-rows'

/**
 * How many of `rows` rows have a warning: what every page counts, however many are said of one row or told once of many. One
 * that has an error is among those with errors, and what nearly all rows have is of the batch.
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

/** `12 rows with warnings, 3 kinds`; `rows` is undefined where a batch was frozen before they were counted. */
export function warningWords(rows: number | undefined, kinds: number): string {
  if (rows === undefined) return `Warnings of ${counted(kinds, 'kind')}`
  return rows === 0
    ? 'Warnings about the whole batch'
    : `${counted(rows, 'row')} with warnings, ${counted(kinds, 'kind')}`
}
