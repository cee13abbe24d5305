import { existsSync } from 'node:fs'
import { loadEnvFile } from 'node:process'
import { type Env, EnvError, parseEnv } from '../lib/env.ts'

/** The environment with a file `.env` under it; a mistake ends the process with the list of all of them. */
export function readEnv(mode: 'production' | 'development'): Env {
  if (existsSync('.env')) loadEnvFile('.env')
  Object.assign(process.env, { NODE_ENV: mode })
  try {
    return parseEnv(process.env)
  } catch (error) {
    if (!(error instanceof EnvError)) throw error
    console.error(`${error.message}\nNothing was started. .env.example says what each name means.`)
    process.exit(1)
  }
}
