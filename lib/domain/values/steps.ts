/**
 * Long work that pauses between steps, so that its caller can let other work run: `finish` runs it in one go, the
 * server's `inSlices` in turns.
 */
export type Steps<T> = Generator<undefined, T, undefined>

/** How many items of a list make one step: looking them up takes well under a millisecond. */
export const STEP = 500

export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
