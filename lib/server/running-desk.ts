import 'server-only'
import type { Db } from '@/lib/db/client'
import type { Env } from '@/lib/env'
import type { CallbackDoor } from '@/lib/server/callbacks/intake/door'
import type { DeskAudit } from './audit-log/desk-audit'
import type { Callers } from './callers'
import type { Services } from './services'

/** What lives as long as the process. */
export type Desk = {
  env: Env
  db: Db
  authSecret: string
  /** 32 bytes, for the sandbox where the desk serves it. */
  sandboxKey: Buffer
  services: Services
  /** scripts/serve.ts asks it before Next, and writes down who calls. */
  callbackDoor: CallbackDoor
  identifyCaller: Callers['identify']
  untrustedProxy: Callers['untrustedProxy']
  audit: DeskAudit
  /** After a change of receivers or their keys. */
  refreshCallbackKeys(): Promise<void>
  /** Called once the server answers: what talks to the partner, which may be mounted in this very server, begins here. */
  listening(): Promise<void>
  /** From now on it says that it is not ready, so that no one is sent here any more. */
  beginStop(): void
  isStopping(): boolean
  /** False: no one can enter, or let anyone in. */
  hasAdmin(): Promise<boolean>
  /** Begins nothing new, and gives running jobs a few seconds. */
  stopWork(): Promise<void>
  close(): Promise<void>
}

/** What scripts/serve.ts waits with: Next neither waits for its instrumentation nor passes on its failure. */
type Waiting = { resolve(desk: Desk): void; reject(error: unknown): void }

// Next bundles instrumentation and routes apart, each with its own copy of this module; the process has one desk.
const DESK = Symbol.for('payfac-desk')
const WAITING = Symbol.for('payfac-desk/waiting')
const holder = globalThis as { [DESK]?: Desk; [WAITING]?: Waiting }

/** Makes the started desk the process's one, and tells the server that waits for it, also of a failure. */
export async function announceDesk(starting: Promise<Desk>): Promise<void> {
  try {
    const desk = await starting
    holder[DESK] = desk
    holder[WAITING]?.resolve(desk)
  } catch (error) {
    holder[WAITING]?.reject(error)
    throw error
  }
}

export function requireDesk(): Desk {
  const desk = holder[DESK]
  if (!desk) throw new Error('The desk has not started in this process.')
  return desk
}
