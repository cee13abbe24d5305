import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '@/lib/db/client'
import { applications } from '@/lib/db/schema/applications'
import { reindex } from '@/lib/server/applications/search-index'
import { recordAudit } from '@/lib/server/audit'
import { addDataKey, newestDataKey } from '@/lib/server/sealing/data-keys'
import type { Services } from '@/lib/server/services'
import { getSetting, storeSetting } from '@/lib/server/settings'
import { type Resealed, resealValues } from './reseal'

/**
 * Renewing the data key: a new one is added, everything is sealed with it, and identities are hashed under it as well.
 * The old keys stay, wrapped: what a backup brings back opens, and what is on its way in another process.
 */

/** Up to which data key everything was sealed again. */
const DONE = 'data-key-in-use'
const doneSchema = z.object({ version: z.int() })

async function versionDone(db: Parameters<typeof getSetting>[0]): Promise<number> {
  const kept = await getSetting(db, DONE)
  return kept === undefined ? 1 : doneSchema.parse(kept).version
}

/** `isNew` false: an earlier renewal was not brought to its end, and is to be gone on with first. */
export function beginRotation(
  { db, now }: Pick<Services, 'db' | 'now'>,
  keyEncryptionKey: Buffer,
): Promise<{ version: number; isNew: boolean }> {
  return db.transaction(async (tx) => {
    // Two who ask at once make one key.
    await tx.execute(sql`lock table data_keys in share row exclusive mode`)
    const newest = await newestDataKey(tx)
    if (newest > (await versionDone(tx))) return { version: newest, isNew: false }
    const version = await addDataKey(tx, keyEncryptionKey)
    // Everything that is derived is derived again, hashes under the new key among it (`derived.ts`).
    await tx.update(applications).set({ derived: 0 })
    await recordAudit(tx, {
      at: now(),
      actorId: null,
      action: 'data-key-added',
      subject: ['setting', DONE],
      requestId: 'command',
      detail: { version },
    })
    return { version, isNew: true }
  })
}

type RotationContext = Pick<Services, 'db' | 'sealer' | 'now'> & {
  jobs: Pick<Services['jobs'], 'isStopping'>
}

/** Whether the newest key is still to be brought everywhere. */
export const isRotating = async (db: Db): Promise<boolean> =>
  (await newestDataKey(db)) > (await versionDone(db))

/**
 * Brings the newest key everywhere, as soon as it seals: null where it does not yet, or where the work was stopped.
 * Killed at any point it is begun anew, and what is done already is passed over.
 */
export async function goOnRotating(
  services: RotationContext,
  options: { onPage?: OnPage } = {},
): Promise<Resealed | null> {
  const version = await newestDataKey(services.db)
  if (services.sealer.keyInUse() !== version) return null
  const resealed = await resealValues(services, options.onPage)
  if (services.jobs.isStopping()) return null
  await reindex(services)
  await services.db.transaction(async (tx) => {
    await tx.execute(sql`lock table data_keys in share row exclusive mode`)
    if ((await versionDone(tx)) >= version) return
    await storeSetting(tx, DONE, { version })
    await recordAudit(tx, {
      at: services.now(),
      actorId: null,
      action: 'data-key-in-use',
      subject: ['setting', DONE],
      requestId: 'job',
      detail: { version, ...resealed },
    })
  })
  return resealed
}

/** Called after each page of rows, with how many values were sealed again so far. */
type OnPage = (resealed: number) => Promise<void> | void
