import type { QueueRow } from './queue-rows'

/**
 * The rows of a queue after something was done in it: each stays where it was, since the next press is on its way to the
 * row below. What this person gave to somebody stays too, though it is no longer of this queue: `given` says to whom.
 * What is new comes last; a page that is opened anew has its own order.
 */
export function rowsInPlace<Row extends Pick<QueueRow, 'applicationId' | 'underwriter'>>(
  before: readonly Row[],
  now: readonly Row[],
  given: ReadonlyMap<string, Row['underwriter']>,
): readonly Row[] {
  const current = new Map(now.map((row) => [row.applicationId, row]))
  const known = new Set(before.map(({ applicationId }) => applicationId))
  return [
    ...before.flatMap((row) => {
      const here = current.get(row.applicationId)
      if (here) return [here]
      const underwriter = given.get(row.applicationId)
      return underwriter === undefined ? [] : [{ ...row, underwriter }]
    }),
    ...now.filter(({ applicationId }) => !known.has(applicationId)),
  ]
}
