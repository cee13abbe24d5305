import { openDatabase } from '@/lib/db/client'
import { goOnRotating } from '@/lib/server/key-rotation/rotate'
import { loadSealer } from '@/lib/server/sealing/data-keys'

/** Started by the test of key rotation: seals again until the first page is done, says so, and waits to be killed. */
const [databaseUrl = '', key = ''] = process.argv.slice(2)
const { db } = await openDatabase({ databaseUrl, dataDir: '' })
const sealer = await loadSealer(db, Buffer.from(key, 'base64'))
await goOnRotating(
  { db, sealer, now: () => new Date(), jobs: { isStopping: () => false } },
  {
    async onPage(resealed) {
      if (resealed === 0) return
      console.log('halfway')
      await new Promise(() => setInterval(() => {}, 60_000))
    },
  },
)
