import type { ControlRequest } from '@/lib/server/sandbox/controls'

/** More than anyone reads, and the page stays fast when it is open for a day. */
const KEPT = 500

/** The number after which the poll asks. The newest known request is included, to see that it still exists. */
export const askSince = ([newest]: readonly ControlRequest[]): number => (newest ? newest.n - 1 : 0)

/**
 * The list after a poll since `askSince`, newest first. Null if the newest known request is missing in the answer:
 * the journal was reset, or there are more new ones than an answer holds. Reload from the beginning then.
 */
export function mergeRequests(
  known: readonly ControlRequest[],
  answer: readonly ControlRequest[],
): readonly ControlRequest[] | null {
  const [newest] = known
  if (!newest) return answer
  const again = answer.at(-1)
  if (again?.n !== newest.n || again.at !== newest.at) return null
  return answer.length === 1 ? known : [...answer.slice(0, -1), ...known].slice(0, KEPT)
}
