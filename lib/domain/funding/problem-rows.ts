import type { LineProblem } from './line-problem'

/** Every row that a problem is said of; none where it is of the batch as a whole. */
export const problemRows = ({ row, alsoRows = [] }: Pick<LineProblem, 'row' | 'alsoRows'>): number[] =>
  row === null ? [] : [row, ...alsoRows]
