/**
 * Long work that pauses between its steps, so that whoever has others waiting can let them in: `finish` does it in one
 * go, `inSlices` of the server takes turns.
 */
export type Steps<T> = Generator<undefined, T, undefined>

/** Of a list, how much is one step: well under a millisecond's worth of looking up. */
export const STEP = 500

export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
