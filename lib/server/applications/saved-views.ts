import { and, asc, count, eq } from 'drizzle-orm'
import { z } from 'zod'
import { type Db, uniqueViolation } from '@/lib/db/client'
import { savedViews } from '@/lib/db/schema/applications'
import type { AuditAction } from '@/lib/domain/access/audit-action'
import { applicationList } from '@/lib/domain/application/list-query'
import type { Outcome } from '@/lib/domain/values/outcome'
import { recordOwn } from '@/lib/server/audit'
import { sanitizeText } from '@/lib/server/sanitize-text'
import type { Ctx } from '@/lib/server/services'

/** An address of the list under a name of one person's; `query` as `writeListQuery` writes it, without a cursor. */
export type SavedView = { id: string; name: string; query: string }

export const listSavedViews = (db: Db, userId: string): Promise<SavedView[]> =>
  db
    .select({ id: savedViews.id, name: savedViews.name, query: savedViews.query })
    .from(savedViews)
    .where(eq(savedViews.userId, userId))
    .orderBy(asc(savedViews.createdAt), asc(savedViews.id))

/** As many as can be told apart above the list. */
export const MAX_VIEWS = 20

export type ViewResult = Outcome

const NAME_LENGTH = 'A name has 1 to 60 characters.'
const name = z
  .string()
  .transform(sanitizeText)
  .pipe(z.string().trim().min(1, NAME_LENGTH).max(60, NAME_LENGTH))
const query = z
  .string()
  .max(4_000)
  .transform((text) =>
    applicationList.write({ ...applicationList.read(new URLSearchParams(text)), cursor: null }),
  )

export const saveViewSchema = z.object({ name, query })

export const saveView = (ctx: Ctx, view: z.output<typeof saveViewSchema>): Promise<ViewResult> =>
  named(view.name, () =>
    ctx.db.transaction(async (tx) => {
      const mine = eq(savedViews.userId, ctx.actor.id)
      const [kept] = await tx.select({ views: count() }).from(savedViews).where(mine)
      if ((kept?.views ?? 0) >= MAX_VIEWS) {
        return { ok: false, message: `You have ${MAX_VIEWS} views. Delete or replace one of them first.` }
      }
      const now = ctx.now()
      await tx.insert(savedViews).values({ userId: ctx.actor.id, createdAt: now, ...view })
      await recordOwn(ctx, tx, 'view-saved', view)
      return { ok: true }
    }),
  )

export const renameViewSchema = z.object({ viewId: z.uuid(), name })

export const renameView = (
  ctx: Ctx,
  { viewId, name }: z.output<typeof renameViewSchema>,
): Promise<ViewResult> => named(name, () => change(ctx, viewId, 'view-renamed', { name }))

export const replaceViewSchema = z.object({ viewId: z.uuid(), query })

/** Keeps the name, and another address under it. */
export const replaceView = (
  ctx: Ctx,
  { viewId, query }: z.output<typeof replaceViewSchema>,
): Promise<ViewResult> => change(ctx, viewId, 'view-replaced', { query })

export const deleteViewSchema = z.object({ viewId: z.uuid() })

export const deleteView = (ctx: Ctx, { viewId }: z.output<typeof deleteViewSchema>): Promise<ViewResult> =>
  ctx.db.transaction(async (tx) => {
    const [gone] = await tx.delete(savedViews).where(own(ctx, viewId)).returning({ name: savedViews.name })
    if (!gone) return NO_VIEW
    await recordOwn(ctx, tx, 'view-deleted', gone)
    return { ok: true }
  })

const NO_VIEW: ViewResult = { ok: false, message: 'This view no longer exists. Reload the list.' }

/** One's own: no one sees or changes the views of others. */
const own = (ctx: Ctx, viewId: string) => and(eq(savedViews.id, viewId), eq(savedViews.userId, ctx.actor.id))

const change = (
  ctx: Ctx,
  viewId: string,
  action: AuditAction,
  to: { name: string } | { query: string },
): Promise<ViewResult> =>
  ctx.db.transaction(async (tx) => {
    const [view] = await tx
      .select({ name: savedViews.name, query: savedViews.query })
      .from(savedViews)
      .where(own(ctx, viewId))
      .for('update')
    if (!view) return NO_VIEW
    await tx.update(savedViews).set(to).where(own(ctx, viewId))
    await recordOwn(ctx, tx, action, { from: view, to })
    return { ok: true }
  })

/** Two tabs can save the same name at once: the database decides, and the later one is told. */
async function named(name: string, save: () => Promise<ViewResult>): Promise<ViewResult> {
  try {
    return await save()
  } catch (error) {
    if (uniqueViolation(error) !== 'saved_views_name') throw error
    return {
      ok: false,
      message: `You have a view called “${name}” already. Choose another name, or replace it.`,
    }
  }
}
