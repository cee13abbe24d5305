import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { DbOrTx } from '@/lib/db/client'
import { keptTexts } from '@/lib/db/schema/desk'
import { storable, withoutCardNumbers } from '@/lib/server/storable'
import type { Ctx } from '@/lib/server/world'
import { requireApplication } from './data'

/**
 * What somebody has written about an application and not sent yet: questions, notes, a decision. It is theirs alone,
 * and gone once it is sent; nothing of it counts before.
 */

/** Fifty questions of the longest kind, and as much again. */
export const MAX_KEPT_BYTES = 512 * 1024

export const keepTextSchema = z.object({
  applicationId: z.uuid(),
  /** Which form it is of: `asks`, `note`, `decision`, `hand-over`, `review-<request id>`. */
  what: z.string().regex(/^[a-z][a-z0-9-]{0,59}$/),
  /** As the form has it; null once there is nothing to keep. */
  content: z.json(),
})

export async function keepText(
  ctx: Ctx,
  { applicationId, what, content }: z.output<typeof keepTextSchema>,
): Promise<void> {
  await requireApplication(ctx.db, applicationId)
  if (content === null) return forgetText(ctx, ctx.db, applicationId, what)
  const set = { content: withoutCardNumbers(storable(content)), keptAt: ctx.now() }
  await ctx.db
    .insert(keptTexts)
    .values({ personId: ctx.actor.id, applicationId, what, ...set })
    .onConflictDoUpdate({ target: [keptTexts.personId, keptTexts.applicationId, keptTexts.what], set })
}

/** In the transaction that sends it, so that what was sent is not offered once more. */
export async function forgetText(ctx: Ctx, db: DbOrTx, applicationId: string, what: string): Promise<void> {
  await db
    .delete(keptTexts)
    .where(
      and(
        eq(keptTexts.personId, ctx.actor.id),
        eq(keptTexts.applicationId, applicationId),
        eq(keptTexts.what, what),
      ),
    )
}

export type KeptTexts = Readonly<Record<string, unknown>>

/** This person's own, by form. */
export async function listKept(ctx: Ctx, applicationId: string): Promise<KeptTexts> {
  const rows = await ctx.db
    .select({ what: keptTexts.what, content: keptTexts.content })
    .from(keptTexts)
    .where(and(eq(keptTexts.personId, ctx.actor.id), eq(keptTexts.applicationId, applicationId)))
  return Object.fromEntries(rows.map(({ what, content }) => [what, content]))
}
