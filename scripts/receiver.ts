import { once } from 'node:events'
import { openReceiver } from '@/lib/server/callbacks/intake/receiver-process'
import { readEnvOrExit } from './read-env'
import { limitServer } from './server-limits'

/** `npm run receiver`: receives callbacks in its own process while desks restart or are upgraded. Several can run. */

const env = readEnvOrExit('production')
try {
  const { server, stop } = await openReceiver(env)
  limitServer(server)
  server.listen(env.RECEIVER_PORT, env.HOST)
  await once(server, 'listening')
  console.log(`Callbacks are taken in at http://${env.HOST}:${env.RECEIVER_PORT}`)
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, async () => {
      await stop()
      process.exit(0)
    })
} catch (error) {
  console.error(error instanceof Error ? `The receiver did not start. ${error.message}` : error)
  process.exit(1)
}
