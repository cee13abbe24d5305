import { enableCompileCache } from 'node:module'
import { buildIfNeeded } from './build.ts'
import { readEnvOrExit } from './read-env.ts'

/** `npm start`: builds if the sources changed since the last build, then serves. */

// Caches compiled modules: compiling used to take half of the start.
enableCompileCache('.next/cache/compiled')
const env = readEnvOrExit('production')
if (!env.ROLES.includes('web')) {
  console.error('ROLES has no web. npm run worker does jobs alone, and npm run receiver takes callbacks in.')
  process.exit(1)
}
buildIfNeeded()
const { serveOrExit } = await import('./serve.ts')
const { hasAdmin } = await serveOrExit(env, { dev: false })

console.log(`\n  PayFac Desk is ready at ${env.APP_URL}`)
if (!hasAdmin) {
  console.log('\n  No one can sign in yet. Make the first admin:')
  console.log('    npm run admin:create -- --email you@example.com\n')
}
if (env.demo) {
  console.log('\n  Demonstration accounts, each with the password demo-desk-2026!')
  console.log(
    '    onboarding@demo.test  onboarding2@demo.test  underwriter@demo.test  underwriter2@demo.test',
  )
  console.log('    finance@demo.test     finance2@demo.test     finance3@demo.test')
  console.log('    admin@demo.test       auditor@demo.test\n')
}
