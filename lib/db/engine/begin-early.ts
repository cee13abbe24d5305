import { type RunningCluster, startCluster } from './supervisor.ts'

/**
 * A database needs some tenths of a second to start, and so does Next, in which the desk opens it: whoever starts both
 * begins with the database. What Next bundles has its own copy of this file, so that the process is what they share.
 */
const STARTED = Symbol.for('payfac-desk/cluster')
type Started = { dataDir: string; starting: Promise<RunningCluster> }
const holder = globalThis as { [STARTED]?: Started }

/** Whoever opens the database of this folder later is told of a failure. */
export function beginCluster(dataDir: string): void {
  const starting = startCluster({ dataDir })
  starting.catch(() => {})
  holder[STARTED] = { dataDir, starting }
}

/** What was begun for this folder, once; null where nothing was. */
export function takeStartedCluster(dataDir: string): Promise<RunningCluster> | null {
  const started = holder[STARTED]
  if (started?.dataDir !== dataDir) return null
  delete holder[STARTED]
  return started.starting
}
