import { randomBytes } from 'node:crypto'
import { startThrowAwayCluster } from '@/lib/db/engine/supervisor'
import { freePort } from './ground'

/** A PostgreSQL that several processes share, with nothing waiting for the disk, and the settings that lead to it. */
export async function openSharedDatabase(): Promise<{
  settings: Record<string, string>
  stop(): Promise<void>
}> {
  const { owner, stop } = await startThrowAwayCluster({
    maxConnections: 200,
    port: await freePort(),
    overTcp: true,
  })
  const key = () => randomBytes(32).toString('base64')
  return {
    settings: {
      DATABASE_URL: `postgresql://${owner.user}:${owner.password}@127.0.0.1:${owner.port}/${owner.database}`,
      AUTH_SECRET: key(),
      DATA_KEY: key(),
    },
    stop,
  }
}
