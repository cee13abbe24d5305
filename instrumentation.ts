/** Called once by Next when a server starts; never while building. scripts/serve.ts waits for what comes of it. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { env, setAuthAddress } = await import('./lib/env')
  const { startDesk } = await import('./lib/server/start-desk')
  const { announceDesk } = await import('./lib/server/running-desk')
  setAuthAddress(env().APP_URL)
  await announceDesk(startDesk(env()))
}
