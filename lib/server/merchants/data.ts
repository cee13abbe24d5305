import { eq, inArray, sql } from 'drizzle-orm'
import type { DbOrTx, Tx } from '@/lib/db/client'
import { applications } from '@/lib/db/schema/applications'
import { merchants } from '@/lib/db/schema/merchants'
import type { MerchantAction } from '@/lib/domain/access/audit-action'
import { nameInRow } from '@/lib/domain/application/name-in-row'
import { canHaveMerchant } from '@/lib/domain/merchants/boarded'
import type { LookAlike, lookAlikeFinder, NamedMerchant } from '@/lib/domain/merchants/look-alike'
import type { MerchantTerms } from '@/lib/domain/merchants/merchant'
import type { KnownMerchants } from '@/lib/domain/merchants/read-merchant'
import type { Problem } from '@/lib/domain/values/problem'
import { DeskError } from '@/lib/errors'
import { recordBy } from '@/lib/server/audit'
import type { Ctx } from '@/lib/server/services'

export type MerchantRow = typeof merchants.$inferSelect

/** If refused, the message, and `problems` for single fields. */
export type MerchantResult =
  | { ok: true }
  | {
      ok: false
      message: string
      /** Another person changed it first. */
      reason?: 'changed'
      problems?: Problem[]
      lookAlikes?: LookAlike[]
    }

export const refused = (message: string, problems?: Problem[]): MerchantResult => ({
  ok: false,
  message,
  ...(problems && { problems }),
})

/** The refusal if another person changed the merchant first. */
export const stale = (merchantId: string): MerchantResult => ({
  ok: false,
  reason: 'changed',
  message: `${merchantId} was changed after you opened it. Check the current values.`,
})

export async function getMerchant(db: DbOrTx, merchantId: string): Promise<MerchantRow | null> {
  const [row] = await db.select().from(merchants).where(eq(merchants.merchantId, merchantId))
  return row ?? null
}

/** Locks a merchant, so that changes happen one after the other. Throws `not-found`. */
export async function lockMerchant(tx: Tx, merchantId: string): Promise<MerchantRow> {
  const [row] = await tx.select().from(merchants).where(eq(merchants.merchantId, merchantId)).for('update')
  if (!row) throw new DeskError('not-found', 'There is no such merchant, or its entry was withdrawn.')
  return row
}

/** The terms in effect, or that will be once the merchant is confirmed. */
export const termsOf = ({ name, applicationId, state, split }: MerchantRow): MerchantTerms => ({
  name,
  applicationId,
  state,
  split,
})

/** The whole directory, as the checks need it. */
export async function loadKnownMerchants(db: DbOrTx): Promise<KnownMerchants> {
  const all = await listNamedMerchants(db)
  const ids = new Set(all.map(({ merchantId }) => merchantId))
  return { has: (id) => ids.has(id), ids, all }
}

/** The ID and name of every merchant, including pending and rejected ones. */
export const listNamedMerchants = (db: DbOrTx): Promise<NamedMerchant[]> =>
  db.select({ merchantId: merchants.merchantId, name: merchants.name }).from(merchants)

/** Similar merchants, if this one's name is still to be confirmed. */
export function lookAlikesOf(
  {
    merchantId,
    name,
    proposed,
    confirmedAt,
  }: Pick<MerchantRow, 'merchantId' | 'name' | 'proposed' | 'confirmedAt'>,
  find: ReturnType<typeof lookAlikeFinder>,
): LookAlike[] {
  if (confirmedAt === null) return find({ merchantId, name })
  return proposed === null || proposed.name === name ? [] : find({ merchantId, name: proposed.name })
}

/** The merchant with this ID in any case, because two IDs that differ only in case would be confused. */
export async function findBySpelling(db: DbOrTx, merchantId: string): Promise<MerchantRow | null> {
  const [row] = await db
    .select()
    .from(merchants)
    .where(sql`lower(${merchants.merchantId}) = lower(${merchantId})`)
  return row ?? null
}

/** Finds an application by its number, such as `A-1042`; '' means none. The partner must have it. */
export async function findApplication(
  db: DbOrTx,
  typed: string,
): Promise<{ applicationId: string | null; problems: Problem[] }> {
  const text = typed.trim()
  if (text === '') return { applicationId: null, problems: [] }
  const number = Number(/^a?-?(\d{1,9})$/i.exec(text)?.[1] ?? Number.NaN)
  const [row] = Number.isNaN(number)
    ? []
    : await db
        .select({
          id: applications.id,
          opportunityId: applications.opportunityId,
          stage: applications.stage,
        })
        .from(applications)
        .where(eq(applications.number, number))
  if (row && canHaveMerchant(row)) return { applicationId: row.id, problems: [] }
  return {
    applicationId: null,
    problems: [
      {
        path: 'application',
        message: row
          ? `A-${number} has not been accepted by the partner yet. Enter its merchant once it has.`
          : 'No such application. Enter its number, such as A-1042, or leave this empty.',
      },
    ],
  }
}

/** The numbers of these applications, by ID. */
export async function numbersOf(
  db: DbOrTx,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, { number: number; title: string; stage: string | null }>> {
  const wanted = ids.filter((id) => id !== null)
  if (wanted.length === 0) return new Map()
  const rows = await db
    .select({
      id: applications.id,
      number: applications.number,
      dbaName: applications.dbaName,
      legalName: applications.legalName,
      stage: applications.stage,
    })
    .from(applications)
    .where(inArray(applications.id, wanted))
  return new Map(
    rows.map(({ id, number, dbaName, legalName, stage }) => [
      id,
      { number, title: nameInRow(dbaName || legalName) || 'Untitled application', stage },
    ]),
  )
}

export const auditMerchant = (
  ctx: Ctx,
  tx: DbOrTx,
  merchantId: string,
  action: MerchantAction,
  detail: Record<string, unknown>,
): Promise<void> =>
  recordBy(ctx, tx, {
    action,
    subject: ['merchant', merchantId],
    detail,
  })

export async function getApplicationFacts(
  db: DbOrTx,
  id: string,
): Promise<{ opportunityId: string | null; stage: string | null } | null> {
  const [row] = await db
    .select({ opportunityId: applications.opportunityId, stage: applications.stage })
    .from(applications)
    .where(eq(applications.id, id))
  return row ?? null
}
