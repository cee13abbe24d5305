import type { CallbackSender } from './lib/sandbox/callback-sender'
import type { Desk } from './lib/server/running-desk'

/** Called once by Next when a server starts; never while building. scripts/serve.ts waits for what comes of it. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { env, setAuthAddress } = await import('./lib/env')
  const { startDesk } = await import('./lib/server/start-desk')
  const { announceDesk } = await import('./lib/server/running-desk')
  setAuthAddress(env().APP_URL)
  const desk = startDesk(env())
  await announceDesk(env().sandboxOn ? withCallbackSender(desk) : desk)
}

/** The simulated partner's events are sent as long as the desk runs; those to the desk itself find it listening. */
async function withCallbackSender(starting: Promise<Desk>): Promise<Desk> {
  const { startCallbackSender } = await import('./lib/sandbox/callback-sender')
  const desk = await starting
  let sender: CallbackSender | undefined
  return {
    ...desk,
    async listening() {
      sender = startCallbackSender(desk.world)
      await desk.listening()
    },
    async stopWork() {
      await Promise.all([sender?.stop(), desk.stopWork()])
    },
  }
}
