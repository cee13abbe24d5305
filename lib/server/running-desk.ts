import 'server-only'
import type { Db } from '@/lib/db/client'
import type { Env } from '@/lib/env'
import type { World } from './world'

/** What lives as long as the process. */
export type Desk = {
  env: Env
  db: Db
  authSecret: string
  world: World
  /** Called once the server answers: what talks to the partner, which may be mounted in this very server, begins here. */
  listening(): Promise<void>
  stop(): Promise<void>
}

// Next bundles instrumentation and routes apart, each with its own copy of this module; the process has one desk.
const DESK = Symbol.for('payfac-desk')
const holder = globalThis as { [DESK]?: Desk }

export function holdDesk(desk: Desk): void {
  holder[DESK] = desk
}

export function requireDesk(): Desk {
  const desk = holder[DESK]
  if (!desk) throw new Error('The desk has not started in this process.')
  return desk
}
