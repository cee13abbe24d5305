import { type RunningCluster, startCluster } from './supervisor.ts'

/**
 * The database and Next each take some tenths of a second to start, and the desk opens the database from within Next.
 * So the start script starts the database first. Next's bundle has its own copy of this file, so the two share state
 * through the process.
 */
const STARTED = Symbol.for('payfac-desk/cluster')
type Started = { dataDir: string; starting: Promise<RunningCluster> }
const holder = globalThis as { [STARTED]?: Started }

/** A failure is reported later, when the desk opens this folder's database. */
export function beginCluster(dataDir: string): void {
  const starting = startCluster({ dataDir })
  starting.catch(() => {})
  holder[STARTED] = { dataDir, starting }
}

/** The start begun for this folder, given out once; null if there is none. */
export function takeStartedCluster(dataDir: string): Promise<RunningCluster> | null {
  const started = holder[STARTED]
  if (started?.dataDir !== dataDir) return null
  delete holder[STARTED]
  return started.starting
}
