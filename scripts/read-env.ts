import { existsSync } from 'node:fs'
import { loadEnvFile } from 'node:process'
import { type Env, EnvError, parseEnv } from '../lib/env.ts'

/** Reads the environment, with `.env` as defaults. Throws one error that lists all mistakes. */
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

/** For servers: prints configuration mistakes and ends the process before anything is started. */
export function readEnvOrExit(mode: 'production' | 'development'): Env {
  try {
    return readEnv(mode)
  } catch (error) {
    console.error(error instanceof Error ? `${error.message}\nNothing was started.` : error)
    process.exit(1)
  }
}
