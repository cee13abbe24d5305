import { existsSync } from 'node:fs'
import { loadEnvFile } from 'node:process'
import { type Env, EnvError, parseEnv } from '../lib/env.ts'

/** The environment with a file `.env` under it; throws an error with the list of all mistakes. */
export function readEnv(mode: 'production' | 'development'): Env {
  if (existsSync('.env')) loadEnvFile('.env')
  Object.assign(process.env, { NODE_ENV: mode })
  try {
    return parseEnv(process.env)
  } catch (error) {
    if (!(error instanceof EnvError)) throw error
    throw new Error(`${error.message}\n.env.example says what each name means.`, { cause: error })
  }
}

/** For what serves: a mistake is told, and ends the process before anything was started. */
export function readEnvOrExit(mode: 'production' | 'development'): Env {
  try {
    return readEnv(mode)
  } catch (error) {
    console.error(error instanceof Error ? `${error.message}\nNothing was started.` : error)
    process.exit(1)
  }
}
