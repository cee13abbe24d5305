import { and, eq, isNotNull, isNull, ne, or } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '@/lib/db/client'
import { keptTexts } from '@/lib/db/schema/applications'
import { can } from '@/lib/domain/access/permissions'
import { DeskError } from '@/lib/errors'
import { requireApplication } from '@/lib/server/drafts/data'
import { sanitizeText, withoutCardNumbers } from '@/lib/server/sanitize-text'
import type { Ctx } from '@/lib/server/services'

/**
 * What somebody has written about an application and not sent yet: questions, notes, a decision. It is theirs alone,
 * and gone once it is sent; nothing of it counts before.
 */

/** Fifty questions of the longest kind, and as much again. */
export const MAX_KEPT_BYTES = 512 * 1024

export const keepTextSchema = z.object({
  applicationId: z.uuid(),
  /** Which form it is of: `asks`, `note`, `decision`, `hand-over`, `review-<request id>`, `answer-<item id>`. */
  what: z.string().regex(/^[a-z][a-z0-9-]{0,59}$/),
  textId: z.uuid(),
  /** As the form has it; null once there is nothing to keep. */
  content: z.json(),
})

/** What a form sends beside its words, so that a save of them that comes late brings nothing back. */
export const sentTextId = z.uuid().optional()

/** `sent`: that text was sent meanwhile, and is not kept. */
export type KeepTextResult = { ok: true } | { ok: false; reason: 'sent' }

export async function keepText(
  ctx: Ctx,
  { applicationId, what, textId, content }: z.output<typeof keepTextSchema>,
): Promise<KeepTextResult> {
  // Whoever only reads has no form of an application to write in.
  if (!can(ctx.actor.roles, 'applications:write') && !can(ctx.actor.roles, 'underwriting:work'))
    throw new DeskError('forbidden')
  await requireApplication(ctx.db, applicationId)
  if (content === null) {
    await ctx.db
      .delete(keptTexts)
      .where(
        and(ownText(ctx, applicationId, what), eq(keptTexts.textId, textId), isNotNull(keptTexts.content)),
      )
    return { ok: true }
  }
  const set = { textId, content: withoutCardNumbers(sanitizeText(content)), keptAt: ctx.now() }
  const kept = await ctx.db
    .insert(keptTexts)
    .values({ personId: ctx.actor.id, applicationId, what, ...set })
    .onConflictDoUpdate({
      target: KEY,
      set,
      setWhere: or(isNotNull(keptTexts.content), isNull(keptTexts.textId), ne(keptTexts.textId, textId)),
    })
    .returning({ what: keptTexts.what })
  return kept.length > 0 ? { ok: true } : { ok: false, reason: 'sent' }
}

/** In the transaction that sends it, so that what was sent is not offered once more, however late it is saved. */
export async function forgetText(
  ctx: Ctx,
  tx: Tx,
  applicationId: string,
  what: string,
  textId: string | undefined,
): Promise<void> {
  const set = { content: null, keptAt: ctx.now() }
  if (textId === undefined) {
    await tx
      .update(keptTexts)
      .set(set)
      .where(ownText(ctx, applicationId, what))
    return
  }
  await tx
    .insert(keptTexts)
    .values({ personId: ctx.actor.id, applicationId, what, textId, ...set })
    .onConflictDoUpdate({ target: KEY, set: { textId, ...set } })
}

const KEY = [keptTexts.personId, keptTexts.applicationId, keptTexts.what]

const ownText = (ctx: Ctx, applicationId: string, what: string) =>
  and(
    eq(keptTexts.personId, ctx.actor.id),
    eq(keptTexts.applicationId, applicationId),
    eq(keptTexts.what, what),
  )

export type KeptText = { textId: string | null; content: unknown }
export type KeptTexts = Readonly<Record<string, KeptText>>

/** This person's own, by form. */
export async function listKept(ctx: Ctx, applicationId: string): Promise<KeptTexts> {
  const rows = await ctx.db
    .select({ what: keptTexts.what, textId: keptTexts.textId, content: keptTexts.content })
    .from(keptTexts)
    .where(
      and(
        eq(keptTexts.personId, ctx.actor.id),
        eq(keptTexts.applicationId, applicationId),
        isNotNull(keptTexts.content),
      ),
    )
  return Object.fromEntries(rows.map(({ what, ...text }) => [what, text]))
}
