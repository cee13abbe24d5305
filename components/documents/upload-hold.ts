/**
 * Two windows of one browser may show the same application: whichever sends a file holds it, so that the other
 * neither offers it as interrupted nor sends it too. A window that is closed, or crashes, lets go by itself.
 */

const nameOf = (uploadId: string) => `upload:${uploadId}`

/** Gives what lets go of it again; null when another window has it. */
export async function holdUpload(uploadId: string): Promise<(() => void) | null> {
  // Pages without https have no such locks.
  if (!navigator.locks) return () => undefined
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: held, resolve: tell } = Promise.withResolvers<boolean>()
  void navigator.locks.request(nameOf(uploadId), { ifAvailable: true }, (lock) => {
    tell(lock !== null)
    return lock === null ? undefined : released
  })
  return (await held) ? release : null
}

/** Those that some window of this browser is sending at this moment. */
export async function listHeld(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  return new Set(
    held.flatMap(({ name }) => (name?.startsWith('upload:') ? [name.slice('upload:'.length)] : [])),
  )
}
