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
