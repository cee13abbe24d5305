/**
 * Two windows of one browser may show the same application. The one that sends a file holds its upload, so that the
 * other neither offers it as interrupted nor sends it, too. A closed or crashed window releases it by itself.
 */

const nameOf = (uploadId: string) => `upload:${uploadId}`

/** Returns a function that releases the upload; null if another window holds it. */
export async function holdUpload(uploadId: string): Promise<(() => void) | null> {
  // Pages without HTTPS have no such locks.
  if (!navigator.locks) return () => undefined
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: held, resolve: tell } = Promise.withResolvers<boolean>()
  void navigator.locks.request(nameOf(uploadId), { ifAvailable: true }, (lock) => {
    tell(lock !== null)
    return lock === null ? undefined : released
  })
  return (await held) ? release : null
}

/** The uploads that a window of this browser is sending now. */
export async function listHeld(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  return new Set(
    held.flatMap(({ name }) => (name?.startsWith('upload:') ? [name.slice('upload:'.length)] : [])),
  )
}
