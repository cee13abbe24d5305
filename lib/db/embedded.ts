import type { Database } from './client'
import { takeStartedCluster } from './engine/begin-early'
import { type ClusterDoors, type ClusterOptions, findRunningCluster, startCluster } from './engine/supervisor'
import { openPostgres } from './postgres'

/**
 * Opens this folder's embedded PostgreSQL, creating it at the first start. Throws `DatabaseLockedError` while another
 * desk uses it, and `EmbeddedUnavailableError` if it cannot run here.
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

/** Joins the database of a running desk. It stops with that desk and is available again when the desk restarts. */
export async function joinEmbedded(dataDir: string): Promise<Database> {
  return openAsDesk(await findRunningCluster(dataDir))
}

/** Connects as the role that cannot change the audit log. Work as the owner has its own session. */
export function openAsDesk({ desk, owner }: ClusterDoors): Database {
  return { ...openPostgres(desk, { owner }), kind: 'embedded', deskRole: desk.user }
}
