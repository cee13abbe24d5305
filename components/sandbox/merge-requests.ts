import type { ControlRequest } from '@/lib/server/sandbox/controls'

/** More than anybody reads; the page stays light when it is left open for a day. */
const KEPT = 500

/** After which number the poll asks: the newest one known is asked for again, to see that it is still there. */
export const askSince = ([newest]: readonly ControlRequest[]): number => (newest ? newest.n - 1 : 0)

/**
 * The list after a poll since `askSince`, newest first. Null where the newest one known is not in the answer:
 * the journal began anew, or more came than one answer holds. It has to be read from the beginning then.
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
