import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { loadEnvFile } from 'node:process'
import { EnvError, parseEnv } from '../lib/env.ts'
import { sourceHash } from './source-hash.ts'

/** `npm start`: builds when the sources changed since the last build, then serves. */

if (existsSync('.env')) loadEnvFile('.env')
Object.assign(process.env, { NODE_ENV: 'production' })

const env = readEnv()
buildIfNeeded()
const { serve } = await import('./serve.ts')
await serve(env, { dev: false })

console.log(`\n  PayFac Desk is ready at ${env.APP_URL}`)
if (env.demo) {
  console.log('\n  Demonstration accounts, each with the password demo-desk-2026!')
  console.log('    onboarding@demo.test  onboarding2@demo.test  underwriter@demo.test  underwriter2@demo.test')
  console.log('    finance@demo.test     finance2@demo.test     admin@demo.test        auditor@demo.test\n')
}

function readEnv() {
  try {
    return parseEnv(process.env)
  } catch (error) {
    if (!(error instanceof EnvError)) throw error
    console.error(`${error.message}\nNothing was started. .env.example says what each name means.`)
    process.exit(1)
  }
}

function buildIfNeeded() {
  const mark = '.next/source-hash'
  const hash = sourceHash()
  if (existsSync('.next/BUILD_ID') && existsSync(mark) && readFileSync(mark, 'utf8') === hash) return
  console.log('Building (once, until a source file changes) …')
  const build = spawnSync(process.execPath, ['node_modules/next/dist/bin/next', 'build'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (build.status !== 0) process.exit(build.status ?? 1)
  writeFileSync(mark, hash)
}
