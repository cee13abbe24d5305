/** Called once by Next when a server starts; never while building. */
export async function register() {
  // Next also builds this file for its edge runtime, which has none of what the other one imports.
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { startProcess } = await import('./instrumentation-node')
    await startProcess()
  }
}
