import { existsSync } from 'node:fs'
import { loadEnvFile } from 'node:process'
import { parseEnv } from '../lib/env.ts'
import { serve } from './serve.ts'

/** `npm run dev`: the same server, with Next's development build. */
if (existsSync('.env')) loadEnvFile('.env')
const env = parseEnv(process.env)
await serve(env, { dev: true })
console.log(`PayFac Desk (development) at ${env.APP_URL}`)
