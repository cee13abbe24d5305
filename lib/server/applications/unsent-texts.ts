import { and, eq, isNotNull, isNull, ne, or } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '@/lib/db/client'
import { unsentTexts } from '@/lib/db/schema/applications'
import { can } from '@/lib/domain/access/permissions'
import { DeskError } from '@/lib/errors'
import { requireApplication } from '@/lib/server/drafts/data'
import { sanitizeText, withoutCardNumbers } from '@/lib/server/sanitize-text'
import type { Ctx } from '@/lib/server/services'

/**
 * What someone has written about an application and not sent yet: questions, notes, a decision. It is theirs alone,
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

export async function saveUnsent(
  ctx: Ctx,
  { applicationId, what, textId, content }: z.output<typeof keepTextSchema>,
): Promise<KeepTextResult> {
  // Whoever only reads has no form of an application to write in.
  if (!can(ctx.actor.roles, 'applications:write') && !can(ctx.actor.roles, 'underwriting:work'))
    throw new DeskError('forbidden')
  await requireApplication(ctx.db, applicationId)
  if (content === null) {
    await ctx.db
      .delete(unsentTexts)
      .where(
        and(
          ownText(ctx, applicationId, what),
          eq(unsentTexts.textId, textId),
          isNotNull(unsentTexts.content),
        ),
      )
    return { ok: true }
  }
  const set = { textId, content: withoutCardNumbers(sanitizeText(content)), savedAt: ctx.now() }
  const unsent = await ctx.db
    .insert(unsentTexts)
    .values({ personId: ctx.actor.id, applicationId, what, ...set })
    .onConflictDoUpdate({
      target: KEY,
      set,
      setWhere: or(
        isNotNull(unsentTexts.content),
        isNull(unsentTexts.textId),
        ne(unsentTexts.textId, textId),
      ),
    })
    .returning({ what: unsentTexts.what })
  return unsent.length > 0 ? { ok: true } : { ok: false, reason: 'sent' }
}

/** In the transaction that sends it, so that what was sent is not offered once more, however late it is saved. */
export async function forgetText(
  ctx: Ctx,
  tx: Tx,
  applicationId: string,
  what: string,
  textId: string | undefined,
): Promise<void> {
  const set = { content: null, savedAt: ctx.now() }
  if (textId === undefined) {
    await tx
      .update(unsentTexts)
      .set(set)
      .where(ownText(ctx, applicationId, what))
    return
  }
  await tx
    .insert(unsentTexts)
    .values({ personId: ctx.actor.id, applicationId, what, textId, ...set })
    .onConflictDoUpdate({ target: KEY, set: { textId, ...set } })
}

const KEY = [unsentTexts.personId, unsentTexts.applicationId, unsentTexts.what]

const ownText = (ctx: Ctx, applicationId: string, what: string) =>
  and(
    eq(unsentTexts.personId, ctx.actor.id),
    eq(unsentTexts.applicationId, applicationId),
    eq(unsentTexts.what, what),
  )

export type UnsentText = { textId: string | null; content: unknown }
export type UnsentTexts = Readonly<Record<string, UnsentText>>

/** This person's own, by form. */
export async function listUnsent(ctx: Ctx, applicationId: string): Promise<UnsentTexts> {
  const rows = await ctx.db
    .select({ what: unsentTexts.what, textId: unsentTexts.textId, content: unsentTexts.content })
    .from(unsentTexts)
    .where(
      and(
        eq(unsentTexts.personId, ctx.actor.id),
        eq(unsentTexts.applicationId, applicationId),
        isNotNull(unsentTexts.content),
      ),
    )
  return Object.fromEntries(rows.map(({ what, ...text }) => [what, text]))
}
