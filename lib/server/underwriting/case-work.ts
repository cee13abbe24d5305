import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '@/lib/db/client'
import { underwritingConfirmations } from '@/lib/db/schema/underwriting'
import type { AnyDraft } from '@/lib/domain/application/draft'
import { OWN_WORK } from '@/lib/domain/underwriting/decision'
import { auditCase, type CaseRefusal, lockCase } from '@/lib/server/cases/case'
import { listContributors } from '@/lib/server/cases/own-work'
import { type DocumentItem, listDocuments } from '@/lib/server/documents/data'
import { getOpenDraft } from '@/lib/server/drafts/data'
import type { Ctx } from '@/lib/server/services'

/** A case in the hands of whoever has claimed it, locked until the transaction ends. */
export type CaseWork = {
  applicationId: string
  round: number
  draft: AnyDraft
  documents: DocumentItem[]
}

/** The case to work on; refused to whoever has not claimed it, or worked on its application. `to`: what they want to do. */
export async function takeUpCase(
  ctx: Ctx,
  tx: Tx,
  applicationId: string,
  to: string,
): Promise<({ ok: true } & CaseWork) | CaseRefusal> {
  const { application, held } = await lockCase(tx, applicationId)
  if (!held || application.status !== 'in-underwriting' || held.underwriterId !== ctx.actor.id)
    return { ok: false, reason: 'wrong-state', message: `Claim the case before you ${to}.` }
  if ((await listContributors(tx, applicationId)).has(ctx.actor.id))
    return {
      ok: false,
      reason: 'own-work',
      message: `${OWN_WORK} Release the case. Someone who did not must ${to}.`,
    }
  const { draft } = await getOpenDraft(tx, ctx.sealer, application)
  const documents = await listDocuments(tx, applicationId)
  return { ok: true, applicationId, round: held.round, draft, documents }
}

/** Confirms an entry of the checklist for this person. `reason`: why without its documents; '' where they were opened. */
export async function storeConfirmation(
  ctx: Ctx,
  tx: Tx,
  { applicationId, round }: CaseWork,
  key: string,
  reason = '',
): Promise<void> {
  const confirmations = underwritingConfirmations
  const set = { at: ctx.now(), reason }
  await tx
    .insert(confirmations)
    .values({ applicationId, round, key, by: ctx.actor.id, ...set })
    .onConflictDoUpdate({
      target: [confirmations.applicationId, confirmations.round, confirmations.key, confirmations.by],
      set,
    })
  await auditCase(ctx, tx, 'check-confirmed', applicationId, { key, ...(reason !== '' && { reason }) })
}

/** Takes this person's confirmation back; nothing where there is none. */
export async function removeConfirmation(
  ctx: Ctx,
  tx: Tx,
  { applicationId, round }: CaseWork,
  key: string,
): Promise<void> {
  const confirmations = underwritingConfirmations
  const removed = await tx
    .delete(confirmations)
    .where(
      and(
        eq(confirmations.applicationId, applicationId),
        eq(confirmations.round, round),
        eq(confirmations.key, key),
        eq(confirmations.by, ctx.actor.id),
      ),
    )
    .returning({ key: confirmations.key })
  if (removed.length > 0) await auditCase(ctx, tx, 'check-taken-back', applicationId, { key })
}

/** Takes everybody's confirmation of these entries back: what they are about is another value now. */
export async function reopenChecks(
  ctx: Ctx,
  tx: Tx,
  { applicationId, round }: Pick<CaseWork, 'applicationId' | 'round'>,
  keys: readonly string[],
): Promise<void> {
  const confirmations = underwritingConfirmations
  const reopened = await tx
    .delete(confirmations)
    .where(
      and(
        eq(confirmations.applicationId, applicationId),
        eq(confirmations.round, round),
        inArray(confirmations.key, [...keys]),
      ),
    )
    .returning({ key: confirmations.key })
  for (const key of new Set(reopened.map((row) => row.key)))
    await auditCase(ctx, tx, 'check-reopened', applicationId, { key })
}

/** The entries that this person has confirmed in this round. */
export async function ownConfirmations(
  ctx: Ctx,
  tx: Tx,
  { applicationId, round }: CaseWork,
): Promise<Set<string>> {
  const rows = await tx
    .select({ key: underwritingConfirmations.key })
    .from(underwritingConfirmations)
    .where(
      and(
        eq(underwritingConfirmations.applicationId, applicationId),
        eq(underwritingConfirmations.round, round),
        eq(underwritingConfirmations.by, ctx.actor.id),
      ),
    )
  return new Set(rows.map(({ key }) => key))
}
