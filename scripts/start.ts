import { buildIfNeeded } from './build.ts'
import { readEnv } from './read-env.ts'

/** `npm start`: builds when the sources changed since the last build, then serves. */

const env = readEnv('production')
buildIfNeeded()
const { serveOrExit } = await import('./serve.ts')
await serveOrExit(env, { dev: false })

console.log(`\n  PayFac Desk is ready at ${env.APP_URL}`)
if (env.demo) {
  console.log('\n  Demonstration accounts, each with the password demo-desk-2026!')
  console.log(
    '    onboarding@demo.test  onboarding2@demo.test  underwriter@demo.test  underwriter2@demo.test',
  )
  console.log('    finance@demo.test     finance2@demo.test     finance3@demo.test')
  console.log('    admin@demo.test       auditor@demo.test\n')
}
