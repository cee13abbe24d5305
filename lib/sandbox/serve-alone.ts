import type { Database } from '@/lib/db/client'
import { isLoopback } from '@/lib/domain/access/loopback'
import { startCallbackSender } from './callback-sender'
import { createSandbox } from './create-sandbox'
import { listen } from './listen'
import { createBox } from './sealed'

/**
 * Serves the simulated partner from this process until it is told to stop. The database must already have its tables.
 * `key`: 32 bytes, to seal stored identities.
 */
export async function serveSandboxAlone(
  database: Database,
  at: { host: string; port: number; key: Buffer; controlToken?: string },
): Promise<void> {
  const services = { db: database.db, now: () => new Date(), box: createBox(at.key) }
  const controls = { beyondLoopback: !isLoopback(at.host), token: at.controlToken ?? '' }
  const server = await listen(at, (origin) =>
    createSandbox({ ...services, controls, baseUrl: `${origin}/sandbox` }),
  )
  const sender = startCallbackSender({ ...services, baseUrl: `${server.origin}/sandbox` })
  process.stdout.write(`sandbox listening on ${server.origin}/sandbox\n`)

  let stopping = false
  async function stop() {
    if (stopping) return
    stopping = true
    await Promise.all([server.close(), sender.stop()])
    await database.close()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // If a test run started this process, it stops with the run, even if the run is killed.
  process.on('disconnect', stop)
}
