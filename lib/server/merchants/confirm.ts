import { and, asc, eq, inArray, ne, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '@/lib/db/client'
import { merchants } from '@/lib/db/schema/merchants'
import { confirmationOf, isOwnWork, isWaiting } from '@/lib/domain/merchants/confirmation'
import type {
  confirmMerchantsInput,
  rejectMerchantInput,
  withdrawMerchantInput,
} from '@/lib/domain/merchants/inputs'
import {
  type LookAlike,
  lookAlikeFinder,
  lookAlikeWords,
  notToldApart,
} from '@/lib/domain/merchants/look-alike'
import type { Outcome } from '@/lib/domain/values/outcome'
import type { Ctx } from '@/lib/server/services'
import {
  auditMerchant,
  listNamedMerchants,
  lockMerchant,
  lookAlikesOf,
  type MerchantResult,
  type MerchantRow,
  refused,
  stale,
  termsOf,
} from './data'

export type ConfirmResult = { confirmed: number; refused: { merchantId: string; message: string }[] }

/** A second person confirms these merchants in the versions that they saw. Others stay as they are. */
export async function confirmMerchants(
  ctx: Ctx,
  input: z.input<typeof confirmMerchantsInput>,
): Promise<ConfirmResult> {
  const asked = new Map(input.merchants.map((merchant) => [merchant.merchantId, merchant]))
  return ctx.db.transaction(async (tx) => {
    // Locked in a fixed order, so that two people confirming the same merchants cannot deadlock.
    const rows = await tx
      .select()
      .from(merchants)
      .where(inArray(merchants.merchantId, [...asked.keys()]))
      .orderBy(asc(merchants.merchantId))
      .for('update')
    const found = new Map(rows.map((row) => [row.merchantId, row]))
    const find = lookAlikeFinder(await listNamedMerchants(tx))
    const result: ConfirmResult = { confirmed: 0, refused: [] }
    for (const [merchantId, { version, differsFrom = [] }] of asked) {
      const row = found.get(merchantId)
      const problem = row
        ? await confirmOne(ctx, tx, row, { version, differsFrom, lookAlikes: lookAlikesOf(row, find) })
        : refused(`${merchantId} is no longer in the directory.`)
      if (problem.ok) result.confirmed += 1
      else result.refused.push({ merchantId, message: problem.message })
    }
    return result
  })
}

async function confirmOne(
  ctx: Ctx,
  tx: Tx,
  row: MerchantRow,
  { version, differsFrom, lookAlikes }: { version: number; differsFrom: string[]; lookAlikes: LookAlike[] },
): Promise<MerchantResult> {
  const { merchantId } = row
  if (row.version !== version) return stale(merchantId)
  if (!isWaiting(row)) return refused(`Nothing is pending for ${merchantId}.`)
  if (isOwnWork(row, ctx.actor.id))
    return refused(`You entered this for ${merchantId}. Another person of finance confirms it.`)
  const twins = notToldApart(lookAlikes, differsFrom)
  if (twins.length > 0) {
    return refused(
      `${merchantId} looks like ${lookAlikeWords(twins)}. Open it, and check the box that it is a different merchant.`,
    )
  }
  const before = row.confirmedAt === null ? null : termsOf(row)
  const after = row.proposed ?? termsOf(row)
  const missing = await missingPayee(
    tx,
    after.split.map((share) => share.merchantId),
  )
  if (missing !== null)
    return refused(`${missing}, a payee of the default split, is no longer in the directory. Reject this.`)
  const now = ctx.now()
  await tx
    .update(merchants)
    .set({
      ...after,
      proposed: null,
      proposedBy: null,
      proposedAt: null,
      confirmedBy: ctx.actor.id,
      confirmedAt: now,
      version: row.version + 1,
      updatedAt: now,
    })
    .where(eq(merchants.merchantId, merchantId))
  await auditMerchant(ctx, tx, merchantId, 'merchant-confirmed', {
    before,
    after,
    proposedBy: row.proposedBy,
    ...(lookAlikes.length > 0 && { differsFrom: lookAlikes.map((other) => other.merchantId) }),
  })
  return { ok: true }
}

async function missingPayee(tx: Tx, payees: readonly string[]): Promise<string | null> {
  if (payees.length === 0) return null
  const rows = await tx
    .select({ merchantId: merchants.merchantId })
    .from(merchants)
    .where(inArray(merchants.merchantId, [...payees]))
  const there = new Set(rows.map(({ merchantId }) => merchantId))
  return payees.find((payee) => !there.has(payee)) ?? null
}

/**
 * A second person rejects a merchant, with the reason. A rejected entry stays to be corrected or withdrawn; a rejected
 * change is dropped.
 */
export async function rejectMerchant(
  ctx: Ctx,
  { merchantId, version, note }: z.output<typeof rejectMerchantInput>,
): Promise<MerchantResult> {
  return ctx.db.transaction(async (tx) => {
    const row = await lockMerchant(tx, merchantId)
    if (row.version !== version) return stale(merchantId)
    if (!isWaiting(row)) return refused(`Nothing is pending for ${merchantId}.`)
    if (isOwnWork(row, ctx.actor.id)) return refused('This is your own entry. Withdraw it instead.')
    await tx
      .update(merchants)
      .set({
        proposed: null,
        proposedBy: null,
        proposedAt: null,
        version: row.version + 1,
        updatedAt: ctx.now(),
      })
      .where(eq(merchants.merchantId, merchantId))
    await auditMerchant(ctx, tx, merchantId, 'merchant-rejected', {
      before: row.confirmedAt === null ? null : termsOf(row),
      after: row.proposed ?? termsOf(row),
      note,
    })
    return { ok: true }
  })
}

/** `gone`: the merchant was never confirmed, so its entry was removed. Its history stays in the audit log. */
type WithdrawResult = Outcome<{ gone: boolean }>

/** Withdraws a person's own proposal or entry. Anyone who may enter merchants can withdraw a rejected entry. */
export async function withdrawMerchant(
  ctx: Ctx,
  { merchantId, version }: z.output<typeof withdrawMerchantInput>,
): Promise<WithdrawResult> {
  return ctx.db.transaction(async (tx): Promise<WithdrawResult> => {
    const no = (message: string): WithdrawResult => ({ ok: false, message })
    const row = await lockMerchant(tx, merchantId)
    if (row.version !== version) return no('It was changed after you opened it. Reload the page.')
    const confirmation = confirmationOf(row)
    if (confirmation === 'confirmed') return no(`Nothing is pending for ${merchantId}.`)
    if (confirmation !== 'rejected' && !isOwnWork(row, ctx.actor.id))
      return no('Someone else entered this. Reject it with a note instead.')
    const gone = row.confirmedAt === null
    if (gone) {
      const payer = await payerOf(tx, merchantId)
      if (payer !== null)
        return no(`The default split of ${payer} names ${merchantId}. Change that split first.`)
      await tx.delete(merchants).where(eq(merchants.merchantId, merchantId))
    } else {
      await tx
        .update(merchants)
        .set({
          proposed: null,
          proposedBy: null,
          proposedAt: null,
          version: row.version + 1,
          updatedAt: ctx.now(),
        })
        .where(eq(merchants.merchantId, merchantId))
    }
    await auditMerchant(
      ctx,
      tx,
      merchantId,
      gone ? 'merchant-entry-withdrawn' : 'merchant-change-withdrawn',
      gone ? { before: termsOf(row) } : { before: termsOf(row), after: row.proposed },
    )
    return { ok: true, gone }
  })
}

/** Another merchant whose default split pays this one, or would after confirmation. */
async function payerOf(tx: Tx, merchantId: string): Promise<string | null> {
  const share = JSON.stringify([{ merchantId }])
  const [payer] = await tx
    .select({ merchantId: merchants.merchantId })
    .from(merchants)
    .where(
      and(
        ne(merchants.merchantId, merchantId),
        or(
          sql`${merchants.split} @> ${share}::jsonb`,
          sql`${merchants.proposed} -> 'split' @> ${share}::jsonb`,
        ),
      ),
    )
    .limit(1)
  return payer?.merchantId ?? null
}
