import { counted } from '../values/counted'
import type { LineProblem } from './line-problem'

/** Every row that a problem is said of; none where it is of the batch as a whole. */
export const problemRows = ({ row, alsoRows = [] }: Pick<LineProblem, 'row' | 'alsoRows'>): number[] =>
  row === null ? [] : [row, ...alsoRows]

const FEW_ROWS = 5

/**
 * Warnings that nearly all rows have in the same words: they are said once of the batch, and mark no row, where they would
 * hide the few that differ. Only of splits: what sends money elsewhere marks its row, however many do.
 */
export function commonWarnings<Problem extends LineProblem>(
  rows: number,
  problems: readonly Problem[],
): Problem[] {
  const told = problems.filter(({ code }) => code === 'split-not-applied')
  const marked = told.reduce((sum, problem) => sum + problemRows(problem).length, 0)
  return rows >= FEW_ROWS && marked * 10 >= rows * 8 ? told : []
}

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
