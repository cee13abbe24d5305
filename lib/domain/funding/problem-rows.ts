import { counted } from '../values/counted'
import type { LineProblem } from './line-problem'

/** Every row that a problem is said of; none where it is of the batch as a whole. */
export const problemRows = ({ row, alsoRows = [] }: Pick<LineProblem, 'row' | 'alsoRows'>): number[] =>
  row === null ? [] : [row, ...alsoRows]

/** How many rows have a warning: what a page counts, however many are said of one row or told once of many. */
export const countWarnedRows = (problems: readonly LineProblem[]): number =>
  new Set(problems.flatMap((problem) => (problem.severity === 'warning' ? problemRows(problem) : []))).size

/** `12 rows with warnings, 3 kinds`; `rows` is undefined where a batch was frozen before they were counted. */
export function warningWords(rows: number | undefined, kinds: number): string {
  if (rows === undefined) return `Warnings of ${counted(kinds, 'kind')}`
  return rows === 0
    ? 'Warnings about the whole batch'
    : `${counted(rows, 'row')} with warnings, ${counted(kinds, 'kind')}`
}
