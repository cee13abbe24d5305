import { type RunningCluster, startCluster } from './supervisor.ts'

/**
 * A database needs some tenths of a second to start, and so does Next, in which the desk opens it: whoever starts both
 * begins with the database. What Next bundles has its own copy of this file, so that the process is what they share.
 */
const BEGUN = Symbol.for('payfac-desk/cluster')
type Begun = { dataDir: string; starting: Promise<RunningCluster> }
const holder = globalThis as { [BEGUN]?: Begun }

/** Whoever opens the database of this folder later is told of a failure. */
export function beginCluster(dataDir: string): void {
  const starting = startCluster({ dataDir })
  starting.catch(() => {})
  holder[BEGUN] = { dataDir, starting }
}

/** What was begun for this folder, once; null where nothing was. */
export function takeBegunCluster(dataDir: string): Promise<RunningCluster> | null {
  const begun = holder[BEGUN]
  if (begun?.dataDir !== dataDir) return null
  delete holder[BEGUN]
  return begun.starting
}
