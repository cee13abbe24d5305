import { setTimeout } from 'node:timers/promises'
import { beginRotation, goOnRotating } from '@/lib/server/key-rotation/rotate'
import { KEY_REST_MS, loadSealer } from '@/lib/server/sealing/data-keys'
import { loadSecrets } from '@/lib/server/secrets'
import { openOrJoin, runCommand } from './open-database'
import { readEnv } from './read-env'

/**
 * `npm run keys:rotate`: adds a data key and reseals everything with it. If it is interrupted, the next run continues,
 * and so does the next start of the desk.
 */

const PAUSE_MS = 2_000

await runCommand(async () => {
  const env = readEnv('production')
  const secrets = await loadSecrets(env)
  const database = await openOrJoin(env)
  try {
    const { db } = database
    const sealer = await loadSealer(db, secrets.keyEncryptionKey)
    const now = () => new Date()
    const { version, isNew } = await beginRotation({ db, now }, secrets.keyEncryptionKey)
    console.log(
      isNew
        ? `Data key ${version} is made. Desks that run take it in first, which takes a minute.`
        : `Data key ${version} was made before, and is not in use everywhere yet. This goes on with it.`,
    )
    let told = 0
    const services = { db, sealer, now, jobs: { isStopping: () => false } }
    for (let waitedMs = 0; ; waitedMs += PAUSE_MS) {
      await sealer.refresh()
      const done = await goOnRotating(services, {
        onPage: (resealed) => {
          if (resealed < told + 1_000) return
          told = resealed
          console.log(`  ${told.toLocaleString('en-US')} values`)
        },
      })
      if (done) {
        console.log(`Everything is sealed with data key ${version}: ${done.resealed} values just now.`)
        if (done.stays > 0) {
          console.error(`${done.stays} values do not open and stay as they are. The log above names them.`)
          process.exitCode = 1
        }
        return
      }
      if (waitedMs > 2 * KEY_REST_MS)
        throw new Error('The new data key did not come into use. Run this command again.')
      await setTimeout(PAUSE_MS)
    }
  } finally {
    await database.close()
  }
})
