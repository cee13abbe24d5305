import { startDesk } from '@/lib/server/start-desk'
import { readEnvOrExit } from './read-env'

/** `npm run worker`: a desk's background work (jobs, recovery, sealing) without its pages. Several can run. */

const env = readEnvOrExit('production')
if (env.DATABASE_URL === '') {
  console.error(
    'A worker of its own needs DATABASE_URL: the embedded database belongs to one desk, which does its jobs itself.',
  )
  process.exit(1)
}
const STOP_MS = 9_500
try {
  const desk = await startDesk({ ...env, ROLES: ['worker'] })
  await desk.listening()
  console.log('The worker does jobs.')
  let isStopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, async () => {
      if (isStopping) return
      isStopping = true
      setTimeout(() => process.exit(1), STOP_MS).unref()
      await desk.stopWork()
      await desk.close()
      process.exit(0)
    })
} catch (error) {
  console.error(error instanceof Error ? `The worker did not start. ${error.message}` : error)
  process.exit(1)
}
