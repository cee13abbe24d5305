import { createServer } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { isMigrated, joinDatabase } from '@/lib/db/client'
import type { Env } from '@/lib/env'
import { log } from '@/lib/log'
import { routes } from '@/lib/routes'
import { createCallers } from '@/lib/server/callers'
import { listenForMetrics } from '@/lib/server/metrics/listener'
import { poolMetric } from '@/lib/server/metrics/process-metrics'
import { loadSealer } from '@/lib/server/sealing/data-keys'
import { loadSecrets } from '@/lib/server/secrets'
import { createCallbackDoor } from './door'
import { createCallbackIntake } from './intake'
import { watchKeys } from './known-keys'

const DRAIN_MS = 5_000

/**
 * A receiver process without the desk: it stores and acknowledges callbacks, and desks on the same database process
 * them.
 */
export type ReceiverProcess = { server: ReturnType<typeof createServer>; stop(): Promise<void> }

/**
 * Rejects if the database is unavailable (the embedded one requires a running desk) or was never migrated, because no
 * callback could be acknowledged.
 */
export async function openReceiver(env: Env): Promise<ReceiverProcess> {
  const secrets = await loadSecrets(env)
  const database = await joinDatabase({ databaseUrl: env.DATABASE_URL, dataDir: env.DATA_DIR })
  try {
    if (!(await isMigrated(database.db)))
      throw new Error('The database lacks migrations. Start the desk on it first, or run npm run db:migrate.')
    const services = {
      db: database.db,
      sealer: await loadSealer(database.db, secrets.keyEncryptionKey),
      now: () => new Date(),
    }
    const keys = await watchKeys(services)
    const intake = createCallbackIntake(services, keys, { onStored: () => {} })
    const door = createCallbackDoor(intake, createCallers(env.TRUSTED_PROXIES, services.now))
    let isStopping = false
    const metrics = await listenForMetrics(env, async () => [poolMetric(database.connections())])
    const server = createServer((request, response) => {
      if (door(request, response)) return
      const status =
        request.url === routes.api.live
          ? 200
          : request.url === routes.api.ready
            ? keys.isSure() && !isStopping
              ? 200
              : 503
            : 404
      response.writeHead(status, { 'content-length': '0' }).end()
    })
    return {
      server,
      async stop() {
        isStopping = true
        await setTimeout(env.STOP_DELAY_SECONDS * 1_000)
        // Requests in progress are answered, but their connections are not kept open afterward.
        server.keepAliveTimeout = 1
        const closed = new Promise((resolve) => server.close(resolve))
        await intake.stop()
        keys.stop()
        // Pending answers are still sent; idle connections are not waited for.
        await Promise.race([closed, setTimeout(DRAIN_MS, undefined, { ref: false })])
        server.closeAllConnections()
        await metrics?.stop()
        await database.close()
        log.info('stopped')
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}
