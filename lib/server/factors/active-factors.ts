import { and, asc, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { DbOrTx, Tx } from '@/lib/db/client'
import { recoveryCodes, secondFactors, users } from '@/lib/db/schema/people'

export type FactorRow = typeof secondFactors.$inferSelect

/** Of a person in the same statement: whether they have a second factor. One that is being set up is none yet. */
export const hasFactor = sql<boolean>`exists (select 1 from ${secondFactors} where ${secondFactors.userId} = ${users.id} and ${secondFactors.activeAt} is not null)`

export const isActiveOf = (userId: string) =>
  and(eq(secondFactors.userId, userId), isNotNull(secondFactors.activeAt))

export const listFactors = (db: DbOrTx, userId: string): Promise<FactorRow[]> =>
  db.select().from(secondFactors).where(isActiveOf(userId)).orderBy(asc(secondFactors.createdAt))

/** Everything by which someone shows that it is them, besides their password. Gives how many there were. */
export async function removeAllFactors(tx: Tx, userId: string): Promise<number> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  const removed = await tx
    .delete(secondFactors)
    .where(eq(secondFactors.userId, userId))
    .returning({ activeAt: secondFactors.activeAt })
  return removed.filter(({ activeAt }) => activeAt !== null).length
}

/** What was begun and never shown. */
export const removeUnfinished = (db: DbOrTx, startedBefore: Date) =>
  db
    .delete(secondFactors)
    .where(and(isNull(secondFactors.activeAt), lt(secondFactors.createdAt, startedBefore)))
