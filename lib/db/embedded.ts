import type { Database } from './client'
import { takeStartedCluster } from './engine/begin-early'
import { type ClusterDoors, type ClusterOptions, findRunningCluster, startCluster } from './engine/supervisor'
import { openPostgres } from './postgres'

/**
 * Opens the embedded PostgreSQL of this folder, making it at the first start. Throws `DatabaseLockedError` while
 * another desk has it, and `EmbeddedUnavailableError` where it cannot run.
 */
export async function openEmbedded(options: ClusterOptions): Promise<Database> {
  const cluster = await (takeStartedCluster(options.dataDir) ?? startCluster(options))
  const database = openAsDesk(cluster)
  return {
    ...database,
    close: async () => {
      await database.close()
      await cluster.stop()
    },
  }
}

/** The same database beside the desk that keeps it; it ends with that desk, and is back with its next start. */
export async function joinEmbedded(dataDir: string): Promise<Database> {
  return openAsDesk(await findRunningCluster(dataDir))
}

/** By the role that cannot change the audit log; what is the owner's to do has a session of its own. */
export function openAsDesk({ desk, owner }: ClusterDoors): Database {
  return { ...openPostgres(desk, { owner }), kind: 'embedded', deskRole: desk.user }
}
