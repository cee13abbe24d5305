import { buildIfNeeded } from './build.ts'
import { readEnvOrExit } from './read-env.ts'

/**
 * `npm run db:seed`: creates the demonstration's people and applications, then exits. The desk's own use cases create
 * them and send them to the partner over HTTP, so the desk has to serve meanwhile.
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
