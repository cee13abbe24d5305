import type { QueueRow } from './queue-rows'

/**
 * The rows of a queue after an action. Each row keeps its place, because the next press may be on its way to the
 * row below. Cases that this person assigned stay, too, although they left the queue (`given`: to whom). New rows
 * come last; reloading the page sorts them.
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
