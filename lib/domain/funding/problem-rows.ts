import type { LineProblem } from './line-problem'

/** All rows that a problem concerns; none if it concerns the whole batch. */
export const problemRows = ({ row, alsoRows = [] }: Pick<LineProblem, 'row' | 'alsoRows'>): number[] =>
  row === null ? [] : [row, ...alsoRows]

const FEW_ROWS = 5

/**
 * Warnings that nearly all rows share are shown once for the batch and mark no row, so that they do not hide the rows
 * that differ. Only default splits count here: a warning about where money goes always marks its rows.
 */
export function commonWarnings<Problem extends LineProblem>(
  rows: number,
  problems: readonly Problem[],
): Problem[] {
  const told = problems.filter(({ code }) => code === 'split-not-applied')
  const marked = told.reduce((sum, problem) => sum + problemRows(problem).length, 0)
  return rows >= FEW_ROWS && marked * 10 >= rows * 8 ? told : []
}
