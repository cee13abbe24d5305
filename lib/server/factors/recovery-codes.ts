import { randomBytes } from 'node:crypto'
import { and, count, eq, isNull } from 'drizzle-orm'
import type { DbOrTx, Tx } from '@/lib/db/client'
import { recoveryCodes } from '@/lib/db/schema/people'
import { RECOVERY_CODE_COUNT, readRecoveryCode, writeRecoveryCode } from '@/lib/domain/access/second-factor'
import type { Sealer } from '@/lib/server/sealing/sealer'

/** With the person in it, so that equal rows of two people say nothing. */
const hashOf = (sealer: Sealer, userId: string, code: string) =>
  sealer.fingerprint('recovery-code', `${userId} ${code}`)

/** Ten new ones; those before them work no more. The only time that they can be read. */
export async function makeRecoveryCodes(
  tx: Tx,
  sealer: Sealer,
  { userId, now }: { userId: string; now: Date },
): Promise<string[]> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, () => writeRecoveryCode(randomBytes(10)))
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ userId, hash: hashOf(sealer, userId, code), createdAt: now })))
  return codes
}

/** Uses a code up in the transaction of what it opens: of two who send it at once one succeeds. */
export async function takeRecoveryCode(
  tx: Tx,
  sealer: Sealer,
  { userId, code: typed, now }: { userId: string; code: string; now: Date },
): Promise<boolean> {
  const code = readRecoveryCode(typed)
  if (code === null) return false
  const used = await tx
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(
      and(
        eq(recoveryCodes.userId, userId),
        eq(recoveryCodes.hash, hashOf(sealer, userId, code)),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ id: recoveryCodes.id })
  return used.length === 1
}

export async function countRecoveryCodes(db: DbOrTx, userId: string): Promise<number> {
  const [row] = await db
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)))
  return row?.left ?? 0
}
