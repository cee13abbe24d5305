import type { Database } from '@/lib/db/client'
import { isLoopback } from '@/lib/domain/access/loopback'
import { startCallbackSender } from './callback-sender'
import { createSandbox } from './create-sandbox'
import { listen } from './listen'
import { createBox } from './sealed'

/**
 * Serves the simulated partner from this process until it is told to end, on a database with its tables in place. `key`:
 * 32 bytes, for what it holds of identities.
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
  // Started by a test run: it ends with it, also when that was killed.
  process.on('disconnect', stop)
}
