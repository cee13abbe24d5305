import { env, setAuthAddress } from './lib/env'
import { logWhatIsPrinted } from './lib/log-console'
import { startCallbackSender } from './lib/sandbox/callback-sender'
import { announceDesk, type Desk } from './lib/server/running-desk'
import { startDesk } from './lib/server/start-desk'

/** scripts/serve.ts waits for what comes of it. */
export async function startProcess(): Promise<void> {
  setAuthAddress(env().APP_URL)
  const desk = startDesk(env())
  await announceDesk(env().sandboxOn ? withCallbackSender(desk) : desk)
  // A start that fails says so in plain words.
  if (process.env.NODE_ENV === 'production') logWhatIsPrinted()
}

/** The simulated partner's events are sent as long as the desk runs; those to the desk itself find it listening. */
async function withCallbackSender(starting: Promise<Desk>): Promise<Desk> {
  const desk = await starting
  let sender: ReturnType<typeof startCallbackSender> | undefined
  return {
    ...desk,
    async listening() {
      sender = startCallbackSender({ ...desk.services, baseUrl: `${env().APP_URL}/sandbox` })
      await desk.listening()
    },
    async stopWork() {
      await Promise.all([sender?.stop(), desk.stopWork()])
    },
  }
}
