import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { DbOrTx } from '@/lib/db/client'
import { settings } from '@/lib/db/schema/desk'
import { momentWords } from '@/lib/domain/values/calendar'
import { recordAudit } from './audit'
import { getSetting, storeSetting } from './settings'

/**
 * A desk restored from a backup does not know what was sent after it: what is pending in the backup may already be at
 * the partner. Nothing is sent until a person has compared the two and lifts the hold.
 */

const KEY = 'sending-hold'
const holdSchema = z.object({ takenAt: z.iso.datetime() })

export const holdSending = (tx: DbOrTx, takenAt: string): Promise<void> => storeSetting(tx, KEY, { takenAt })

const RELEASE = 'An administrator then runs npm run restore -- --allow-sending on the server.'

/** Why nothing is sent, in words; null if there is no hold. An unreadable hold still counts. */
export async function readSendingHold(db: DbOrTx): Promise<string | null> {
  const stored = await getSetting(db, KEY)
  if (stored === undefined) return null
  const held = holdSchema.safeParse(stored)
  if (!held.success)
    return `Sending is on hold. The desk cannot read why: the stored hold is damaged or of another version. If this desk was restored from a backup, what was sent after that is not in it. Compare with the partner first. ${RELEASE}`
  const { text, zone } = momentWords(new Date(held.data.takenAt), { seconds: false })
  return `Sending is on hold. This desk was restored from the backup of ${text} ${zone}, and what was sent after that is not in it. Compare with the partner first. ${RELEASE}`
}

/** Returns false if there was no hold. */
export const allowSending = (db: DbOrTx, now: Date): Promise<boolean> =>
  db.transaction(async (tx) => {
    const lifted = await tx.delete(settings).where(eq(settings.key, KEY)).returning({ key: settings.key })
    if (lifted.length === 0) return false
    await recordAudit(tx, {
      at: now,
      actorId: null,
      action: 'sending-allowed',
      subject: ['setting', 'backups'],
      requestId: 'command',
      detail: {},
    })
    return true
  })
