import type { ControlRequest } from '@/lib/server/sandbox/controls'

/** More than anybody reads; the page stays light when it is left open for a day. */
const KEPT = 500

/** After which number a look asks: the newest one known is asked for again, to see that it is still there. */
export const lookSince = ([newest]: readonly ControlRequest[]): number => (newest ? newest.n - 1 : 0)

/**
 * The list after a look since `lookSince`, newest first. Null where the newest one known is not in the look:
 * the journal began anew, or more came than one look shows. It has to be read from the beginning then.
 */
export function mergeRequests(
  known: readonly ControlRequest[],
  looked: readonly ControlRequest[],
): readonly ControlRequest[] | null {
  const [newest] = known
  if (!newest) return looked
  const again = looked.at(-1)
  if (again?.n !== newest.n || again.at !== newest.at) return null
  return looked.length === 1 ? known : [...looked.slice(0, -1), ...known].slice(0, KEPT)
}
