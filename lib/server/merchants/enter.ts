import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { merchants } from '@/lib/db/schema/merchants'
import { confirmationOf, isSameTerms, isStop, proposalAfterStop } from '@/lib/domain/merchants/confirmation'
import type {
  changeMerchantInput,
  enterMerchantInput,
  stopMerchantInput,
} from '@/lib/domain/merchants/inputs'
import { lookAlikeFinder, lookAlikeWords, notToldApart } from '@/lib/domain/merchants/look-alike'
import type { MerchantTerms } from '@/lib/domain/merchants/merchant'
import { readMerchant } from '@/lib/domain/merchants/read-merchant'
import type { Ctx } from '@/lib/server/services'
import {
  auditMerchant,
  findApplication,
  findBySpelling,
  loadKnownMerchants,
  lockMerchant,
  type MerchantResult,
  refused,
  stale,
  termsOf,
} from './data'

/** Enters a new merchant. It gets no money before a second person confirms it. */
export async function enterMerchant(
  ctx: Ctx,
  { application, differsFrom = [], ...given }: z.input<typeof enterMerchantInput>,
): Promise<MerchantResult> {
  const linked = await findApplication(ctx.db, application)
  const known = await loadKnownMerchants(ctx.db)
  const { merchantId, terms, problems } = readMerchant(
    { ...given, state: 'active' },
    linked.applicationId,
    known,
  )
  if (problems.length + linked.problems.length > 0)
    return refused('Correct the marked fields.', [...problems, ...linked.problems])
  // Even if the person says it is different, an ID that differs only in case is refused below.
  const lookAlikes = lookAlikeFinder(known.all ?? [])({ merchantId, name: terms.name }).filter(
    (other) => other.merchantId.toLowerCase() !== merchantId.toLowerCase(),
  )
  const twins = notToldApart(lookAlikes, differsFrom)
  if (twins.length > 0) {
    return {
      ok: false,
      message: `It looks like ${lookAlikeWords(twins)}. Check that it is another merchant.`,
      lookAlikes: twins,
    }
  }
  return ctx.db.transaction(async (tx) => {
    const now = ctx.now()
    const [made] = await tx
      .insert(merchants)
      .values({
        merchantId,
        ...terms,
        workedOnBy: [ctx.actor.id],
        proposedBy: ctx.actor.id,
        proposedAt: now,
        createdBy: ctx.actor.id,
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoNothing()
      .returning({ merchantId: merchants.merchantId })
    if (!made) {
      const other = await findBySpelling(tx, merchantId)
      return refused('Correct the marked fields.', [
        {
          path: 'merchantId',
          message: `${other?.merchantId ?? merchantId} is in the directory already${other ? `, as ${other.name}` : ''}. Change it on its page.`,
        },
      ])
    }
    await auditMerchant(ctx, tx, merchantId, 'merchant-entered', {
      after: terms,
      ...(lookAlikes.length > 0 && { differsFrom: lookAlikes.map((other) => other.merchantId) }),
    })
    return { ok: true }
  })
}

/**
 * Changes a merchant. A change to a confirmed merchant is stored in `proposed` until a second person confirms it; an
 * unconfirmed entry is changed directly by its author. Proposing the current terms withdraws the person's own proposal.
 */
export async function changeMerchant(
  ctx: Ctx,
  { application, version, ...given }: z.output<typeof changeMerchantInput>,
): Promise<MerchantResult> {
  const linked = await findApplication(ctx.db, application)
  const known = await loadKnownMerchants(ctx.db)
  const { merchantId, terms, problems } = readMerchant(given, linked.applicationId, known)
  return ctx.db.transaction(async (tx) => {
    const row = await lockMerchant(tx, merchantId)
    if (row.version !== version) return stale(merchantId)
    // If the application was linked before, it stays linked even if the partner no longer has it.
    const kept = row.applicationId === linked.applicationId ? [] : linked.problems
    if (problems.length + kept.length > 0)
      return refused('Correct the marked fields.', [...problems, ...kept])
    const before = termsOf(row)
    const confirmation = confirmationOf(row)
    if (confirmation !== 'rejected' && row.proposedBy !== null && row.proposedBy !== ctx.actor.id) {
      return refused(
        confirmation === 'new'
          ? 'Someone else entered this merchant. Confirm or reject it first.'
          : 'A change by someone else is pending. Confirm or reject it first.',
      )
    }
    if (isStop(before.state, terms.state)) return refused('Pause or close the merchant with its own button.')
    const now = ctx.now()
    const next = { version: row.version + 1, updatedAt: now }
    if (row.confirmedAt === null) {
      if (confirmation === 'new' && isSameTerms(before, terms)) return refused('Nothing was changed.')
      await tx
        .update(merchants)
        .set({
          ...terms,
          ...next,
          proposedBy: ctx.actor.id,
          proposedAt: now,
          workedOnBy: [...new Set([...row.workedOnBy, ctx.actor.id])],
        })
        .where(eq(merchants.merchantId, merchantId))
      await auditMerchant(ctx, tx, merchantId, 'merchant-entry-changed', { before, after: terms })
      return { ok: true }
    }
    const proposed = isSameTerms(before, terms) ? null : terms
    if (isSameProposal(row.proposed, proposed)) return refused('Nothing was changed.')
    await tx
      .update(merchants)
      .set({
        ...next,
        proposed,
        proposedBy: proposed && ctx.actor.id,
        proposedAt: proposed && now,
      })
      .where(eq(merchants.merchantId, merchantId))
    await auditMerchant(
      ctx,
      tx,
      merchantId,
      proposed ? 'merchant-change-proposed' : 'merchant-change-withdrawn',
      { before, after: proposed ?? row.proposed },
    )
    return { ok: true }
  })
}

const isSameProposal = (one: MerchantTerms | null, other: MerchantTerms | null): boolean =>
  one === null || other === null ? one === other : isSameTerms(one, other)

/**
 * Pauses or closes a merchant at once, because stopping money needs no second person. Confirming a pending change does
 * not undo it.
 */
export async function stopMerchant(
  ctx: Ctx,
  { merchantId, state, reason }: z.output<typeof stopMerchantInput>,
): Promise<MerchantResult> {
  return ctx.db.transaction(async (tx) => {
    const row = await lockMerchant(tx, merchantId)
    if (!isStop(row.state, state)) return refused(`${merchantId} is ${row.state} already.`)
    const before = termsOf(row)
    const after = { ...before, state }
    const proposed = proposalAfterStop(after, row.proposed)
    await tx
      .update(merchants)
      .set({
        state,
        proposed,
        // For a merchant that was never confirmed, these fields say who entered it, and stay.
        ...(row.proposed && !proposed && { proposedBy: null, proposedAt: null }),
        version: row.version + 1,
        updatedAt: ctx.now(),
      })
      .where(eq(merchants.merchantId, merchantId))
    await auditMerchant(ctx, tx, merchantId, state === 'paused' ? 'merchant-paused' : 'merchant-closed', {
      before,
      after,
      note: reason,
    })
    return { ok: true }
  })
}
