import type { Database } from './client'
import { takeBegunCluster } from './engine/begin-early'
import { type ClusterOptions, findRunningCluster, startCluster } from './engine/supervisor'
import { openPostgres } from './postgres'

/**
 * Opens the embedded PostgreSQL of this folder, making it at the first start. Throws `DatabaseLockedError` while
 * another desk has it, and `EmbeddedUnavailableError` where it cannot run.
 */
export async function openEmbedded(options: ClusterOptions): Promise<Database> {
  const cluster = await (takeBegunCluster(options.dataDir) ?? startCluster(options))
  const database = openPostgres(cluster.connection)
  return {
    ...database,
    kind: 'embedded',
    close: async () => {
      await database.close()
      await cluster.stop()
    },
  }
}

/** The same database beside the desk that keeps it; it ends with that desk, and is back with its next start. */
export async function joinEmbedded(dataDir: string): Promise<Database> {
  return { ...openPostgres(await findRunningCluster(dataDir)), kind: 'embedded' }
}
