import { buildIfNeeded } from './build.ts'
import { readEnvOrExit } from './read-env.ts'

/**
 * `npm run db:seed`: the demonstration's people and applications, without staying. They are made by the
 * desk's own use cases and sent to the partner over HTTP, so the desk has to serve while it happens.
 */
const env = readEnvOrExit('production')
if (!env.demo) {
  console.error('Nothing to seed: demonstration data is off (DEMO=0).')
  process.exit(1)
}
buildIfNeeded()
const { serveOrExit } = await import('./serve.ts')
await serveOrExit(env, { dev: false })
console.log('The demonstration data is in place.')
process.kill(process.pid, 'SIGTERM')
