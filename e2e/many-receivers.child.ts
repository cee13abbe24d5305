import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { callbackKeys, callbackReceivers } from '@/lib/db/schema/callbacks'
import { users } from '@/lib/db/schema/people'
import { fingerprintOfKey } from '@/lib/server/callbacks/intake/known-keys'
import { loadSealer } from '@/lib/server/sealing/data-keys'
import { loadSecrets } from '@/lib/server/secrets'
import { openOrJoin, runCommand } from '../scripts/open-database'
import { readEnv } from '../scripts/read-env'

/** Gives each of these merchants a receiver beside the running desk, and prints their keys, a line each. */
const [profileId = '', ...merchantIds] = process.argv.slice(2)

await runCommand(async () => {
  const env = readEnv('production')
  const secrets = await loadSecrets(env)
  const database = await openOrJoin(env)
  try {
    const { db } = database
    const sealer = await loadSealer(db, secrets.keyEncryptionKey)
    const [admin] = await db.select({ id: users.id }).from(users).where(eq(users.email, 'admin@demo.test'))
    if (!admin) throw new Error('There is no admin of the demonstration.')
    const made = { createdBy: admin.id, createdAt: new Date() }
    const receivers = await db
      .insert(callbackReceivers)
      .values(
        merchantIds.map((merchantId) => ({
          label: merchantId,
          profileId,
          merchantId,
          allowed: [],
          ...made,
        })),
      )
      .returning({ receiverId: callbackReceivers.id, merchantId: callbackReceivers.merchantId })
    const keyOf = new Map(
      receivers.map(({ merchantId }) => [merchantId, randomBytes(24).toString('base64url')]),
    )
    await db.insert(callbackKeys).values(
      receivers.map(({ receiverId, merchantId }) => {
        const key = keyOf.get(merchantId) ?? ''
        return { receiverId, fingerprint: fingerprintOfKey(sealer, key), lastFour: key.slice(-4), ...made }
      }),
    )
    for (const merchantId of merchantIds) console.log(keyOf.get(merchantId))
  } finally {
    await database.close()
  }
})
