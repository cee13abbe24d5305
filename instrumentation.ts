/** Called once by Next when a server starts; never while building. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { env, setAuthAddress } = await import('./lib/env')
  const { startDesk } = await import('./lib/server/start-desk')
  setAuthAddress(env().APP_URL)
  await startDesk(env())
}
