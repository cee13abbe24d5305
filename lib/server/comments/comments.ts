import { and, asc, desc, eq, getTableColumns, inArray, isNotNull, ne, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { DbOrTx, Tx } from '@/lib/db/client'
import { applications } from '@/lib/db/schema/applications'
import { callbackEvents } from '@/lib/db/schema/callbacks'
import { commentDrafts, comments } from '@/lib/db/schema/comments'
import { fundingBatches } from '@/lib/db/schema/funding'
import { users } from '@/lib/db/schema/people'
import type { AuditAction } from '@/lib/domain/access/audit-action'
import { can } from '@/lib/domain/access/permissions'
import {
  commentParts,
  commentProblem,
  commentText,
  EDIT_MINUTES,
  mayEdit,
  mentionsIn,
} from '@/lib/domain/comments/comment'
import type {
  addCommentInput,
  CommentDraft,
  commentSubject,
  editCommentInput,
  keepCommentDraftInput,
  removeCommentInput,
} from '@/lib/domain/comments/inputs'
import { COMMENT_PERMISSION, type CommentSubject } from '@/lib/domain/comments/subject'
import { DeskError } from '@/lib/errors'
import { recordBy } from '@/lib/server/audit'
import { tellMentioned } from '@/lib/server/notifications/tell'
import { sanitizeText, withoutCardNumbers } from '@/lib/server/sanitize-text'
import type { Ctx } from '@/lib/server/services'
import type { CommentsView, CommentView, LiveComments, Mentionable } from './views'

type CommentRow = typeof comments.$inferSelect
export type CommentResult = { ok: true } | { ok: false; message: string }

/** Throws `forbidden` if this person may not open the subject, and `not-found` if it does not exist. */
export async function requireSubject(
  { db, actor }: Pick<Ctx, 'actor'> & { db: DbOrTx },
  { type, id }: CommentSubject,
): Promise<void> {
  if (!can(actor.roles, COMMENT_PERMISSION[type])) throw new DeskError('forbidden')
  const [found] = await {
    application: () => db.select({ id: applications.id }).from(applications).where(eq(applications.id, id)),
    'funding-batch': () =>
      db.select({ id: fundingBatches.id }).from(fundingBatches).where(eq(fundingBatches.id, id)),
    callback: () =>
      db
        .select({ id: callbackEvents.n })
        .from(callbackEvents)
        .where(eq(callbackEvents.n, Number(id))),
  }[type]()
  if (!found) throw new DeskError('not-found')
}

const isOf = ({ type, id }: CommentSubject) => and(eq(comments.subjectType, type), eq(comments.subjectId, id))

/** More than anyone reads, and the page of a subject has other things to show. */
const SHOWN = 200

/** Changes with every new comment and every change of one. A sum, because a change may commit after a later one. */
const changeTag = sql<string>`count(*) || '-' || coalesce(sum(extract(epoch from greatest(${comments.at}, ${comments.editedAt}, ${comments.removedAt}))), 0)`

/** The latest comments of a subject, oldest first, and this person's draft. Null if they may not see comments. */
export async function viewComments(ctx: Ctx, subject: CommentSubject): Promise<CommentsView | null> {
  if (!maySee(ctx, subject)) return null
  const [draft] = await ctx.db
    .select({ textId: commentDrafts.textId, content: commentDrafts.content })
    .from(commentDrafts)
    .where(and(ownDraft(ctx, subject), isNotNull(commentDrafts.content)))
  return {
    subject,
    ...(await readComments(ctx, subject)),
    draft: draft ? { textId: draft.textId, content: draft.content as CommentDraft } : null,
  }
}

/**
 * The same for an open page, without the draft. Null if nothing has changed since `tag`, which takes one statement to
 * find out. Throws `forbidden` if this person may not see comments.
 */
export async function readLiveComments(
  ctx: Ctx,
  subject: CommentSubject,
  tag: string | null,
): Promise<LiveComments | null> {
  if (!maySee(ctx, subject)) throw new DeskError('forbidden')
  const [now] = await ctx.db.select({ tag: changeTag }).from(comments).where(isOf(subject))
  return now?.tag === tag ? null : readComments(ctx, subject)
}

const maySee = ({ actor }: Pick<Ctx, 'actor'>, { type }: CommentSubject): boolean =>
  can(actor.roles, COMMENT_PERMISSION[type])

async function readComments(ctx: Ctx, subject: CommentSubject): Promise<LiveComments> {
  const tags = ctx.db.select({ tag: changeTag }).from(comments).where(isOf(subject))
  const latest = await ctx.db
    .select({ ...getTableColumns(comments), tag: sql<string>`(${tags})` })
    .from(comments)
    .where(isOf(subject))
    .orderBy(desc(comments.at), desc(comments.id))
    .limit(SHOWN + 1)
  const rows = latest.slice(0, SHOWN).reverse()
  const names = await namesOf(
    ctx.db,
    rows.flatMap((row) => [row.by, ...(row.removedBy ? [row.removedBy] : []), ...mentionsIn(row.text)]),
  )
  const nameOf = (id: string) => names.get(id) ?? 'Unknown person'
  const now = ctx.now()
  return {
    comments: rows.map((row): CommentView => {
      const isRemoved = row.removedAt !== null
      return {
        id: row.id,
        by: nameOf(row.by),
        isOwn: row.by === ctx.actor.id,
        at: row.at.toISOString(),
        editedAt: row.editedAt?.toISOString() ?? null,
        removed: row.removedAt && {
          by: nameOf(row.removedBy ?? row.by),
          at: row.removedAt.toISOString(),
        },
        parts: commentParts(row.text).map((part) =>
          'text' in part
            ? part
            : { mention: nameOf(part.personId), id: part.personId, isMe: part.personId === ctx.actor.id },
        ),
        editable: mayEdit({ by: row.by, at: row.at, isRemoved }, ctx.actor.id, now) ? row.text : null,
        mayRemove: mayRemove(ctx, row),
      }
    }),
    isMore: latest.length > SHOWN,
    tag: latest[0]?.tag ?? NO_COMMENTS,
  }
}

/** The `changeTag` of a subject without comments. */
const NO_COMMENTS = '0-0'

/** Its writer and admins: a comment that should not be here must not stay because its writer has left. */
const mayRemove = ({ actor }: Pick<Ctx, 'actor'>, { by, removedAt }: CommentRow): boolean =>
  removedAt === null && (by === actor.id || can(actor.roles, 'admin:users'))

async function namesOf(db: DbOrTx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(inArray(users.id, [...new Set(ids)]))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** People whom a comment on this subject can mention: active, may open it, and not the person who asks. By name. */
export async function listMentionable(
  ctx: Ctx,
  subject: z.output<typeof commentSubject>,
): Promise<Mentionable[]> {
  await requireSubject(ctx, subject)
  const people = await ctx.db
    .select({ id: users.id, name: users.name, roles: users.roles })
    .from(users)
    .where(and(eq(users.active, true), ne(users.id, ctx.actor.id)))
    .orderBy(asc(users.name), asc(users.id))
  return people
    .filter(({ roles }) => can(roles, COMMENT_PERMISSION[subject.type]))
    .map(({ id, name }) => ({ id, name }))
}

/**
 * Why one of these people cannot be mentioned; null if all can. Locks their rows until the transaction ends, so that
 * no one who loses the permission meanwhile is notified.
 */
async function mentionProblem(
  tx: Tx,
  type: CommentSubject['type'],
  ids: readonly string[],
): Promise<string | null> {
  if (ids.length === 0) return null
  const people = await tx
    .select({ id: users.id, name: users.name, active: users.active, roles: users.roles })
    .from(users)
    .where(inArray(users.id, [...ids]))
    .orderBy(asc(users.id))
    .for('share')
  for (const id of ids) {
    const person = people.find((one) => one.id === id)
    if (!person) return 'A person mentioned here does not exist. Remove the mention.'
    if (!person.active) return `${person.name} is no longer active. Remove the mention.`
    if (!can(person.roles, COMMENT_PERMISSION[type]))
      return `${person.name} cannot open this page. Remove the mention.`
  }
  return null
}

const refused = (message: string) => ({ ok: false as const, message })

export const addComment = (
  ctx: Ctx,
  { subject, id, text: typed }: z.output<typeof addCommentInput>,
): Promise<CommentResult> =>
  ctx.db.transaction(async (tx): Promise<CommentResult> => {
    await requireSubject({ db: tx, actor: ctx.actor }, subject)
    const text = commentText(typed)
    const problem = commentProblem(text) ?? (await mentionProblem(tx, subject.type, mentionsIn(text)))
    if (problem) return refused(problem)
    const at = ctx.now()
    const added = await tx
      .insert(comments)
      .values({ id, subjectType: subject.type, subjectId: subject.id, by: ctx.actor.id, at, text })
      .onConflictDoNothing()
      .returning({ id: comments.id })
    if (added.length === 0) {
      // The page sent it again, because the answer to the first request was lost.
      const [row] = await tx
        .select()
        .from(comments)
        .where(and(eq(comments.id, id), isOf(subject)))
      return row?.by === ctx.actor.id
        ? { ok: true }
        : refused('This comment could not be added. Copy it, reload the page and try again.')
    }
    await auditComment(ctx, tx, 'comment-added', subject, { comment: id, mentions: mentionsIn(text) })
    await tellMentioned(tx, { subject, commentId: id, at, by: ctx.actor.id, people: mentionsIn(text) })
    const set = { textId: id, content: null, savedAt: at }
    await tx
      .insert(commentDrafts)
      .values({ personId: ctx.actor.id, subjectType: subject.type, subjectId: subject.id, ...set })
      .onConflictDoUpdate({ target: DRAFT_KEY, set })
    return { ok: true }
  })

/** By its writer, for a few minutes. People mentioned only now are notified now. The earlier text is not kept. */
export const editComment = (
  ctx: Ctx,
  { id, text: typed, seen }: z.output<typeof editCommentInput>,
): Promise<CommentResult> =>
  ctx.db.transaction(async (tx): Promise<CommentResult> => {
    const row = await lockComment(ctx, tx, id)
    if (row.by !== ctx.actor.id) throw new DeskError('forbidden')
    const { type, id: subjectId } = subjectOf(row)
    const isRemoved = row.removedAt !== null
    if (!mayEdit({ by: row.by, at: row.at, isRemoved }, ctx.actor.id, ctx.now()))
      return refused(
        isRemoved
          ? 'This comment was removed.'
          : `A comment can be changed for ${EDIT_MINUTES} minutes. Add another one.`,
      )
    const text = commentText(typed)
    if (row.text === text) return { ok: true }
    if (row.text !== seen) return refused('You changed this comment in another window. Reload the page.')
    const known = mentionsIn(row.text)
    const added = mentionsIn(text).filter((person) => !known.includes(person))
    const problem = commentProblem(text) ?? (await mentionProblem(tx, type, added))
    if (problem) return refused(problem)
    const at = ctx.now()
    await tx.update(comments).set({ text, editedAt: at }).where(eq(comments.id, id))
    const subject = { type, id: subjectId }
    await auditComment(ctx, tx, 'comment-edited', subject, { comment: id, mentions: mentionsIn(text) })
    await tellMentioned(tx, { subject, commentId: id, at, by: ctx.actor.id, people: added })
    return { ok: true }
  })

/** Deletes the text. That there was a comment, whose it was and who removed it stay. */
export const removeComment = (
  ctx: Ctx,
  { id }: z.output<typeof removeCommentInput>,
): Promise<CommentResult> =>
  ctx.db.transaction(async (tx): Promise<CommentResult> => {
    const row = await lockComment(ctx, tx, id)
    if (row.removedAt !== null) return { ok: true }
    if (!mayRemove(ctx, row)) throw new DeskError('forbidden')
    await tx
      .update(comments)
      .set({ text: '', removedAt: ctx.now(), removedBy: ctx.actor.id })
      .where(eq(comments.id, id))
    await auditComment(ctx, tx, 'comment-removed', subjectOf(row), { comment: id, by: row.by })
    return { ok: true }
  })

/** Locks the comment until the transaction ends. Not found if this person may not open its subject. */
async function lockComment(ctx: Ctx, tx: Tx, id: string): Promise<CommentRow> {
  const [row] = await tx.select().from(comments).where(eq(comments.id, id)).for('update')
  if (!row || !can(ctx.actor.roles, COMMENT_PERMISSION[row.subjectType])) throw new DeskError('not-found')
  return row
}

const subjectOf = ({ subjectType: type, subjectId: id }: CommentRow): CommentSubject => ({ type, id })

/** Without the text: the audit log only grows, so a removed comment would stay in it. */
const auditComment = (
  ctx: Ctx,
  tx: Tx,
  action: AuditAction,
  { type, id }: CommentSubject,
  detail: Record<string, unknown>,
): Promise<void> =>
  recordBy(ctx, tx, {
    action,
    subject: [type, id],
    detail,
  })

const DRAFT_KEY = [commentDrafts.personId, commentDrafts.subjectType, commentDrafts.subjectId]

const ownDraft = ({ actor }: Pick<Ctx, 'actor'>, { type, id }: CommentSubject) =>
  and(
    eq(commentDrafts.personId, actor.id),
    eq(commentDrafts.subjectType, type),
    eq(commentDrafts.subjectId, id),
  )

/** `sent`: the text was sent meanwhile, so it is not kept as a draft. */
export async function keepCommentDraft(
  ctx: Ctx,
  { subject, textId, content }: z.output<typeof keepCommentDraftInput>,
): Promise<{ ok: true } | { ok: false; reason: 'sent' }> {
  await requireSubject(ctx, subject)
  if (content === null) {
    await ctx.db
      .delete(commentDrafts)
      .where(and(ownDraft(ctx, subject), eq(commentDrafts.textId, textId), isNotNull(commentDrafts.content)))
    return { ok: true }
  }
  const set = { textId, content: withoutCardNumbers(sanitizeText(content)), savedAt: ctx.now() }
  const kept = await ctx.db
    .insert(commentDrafts)
    .values({ personId: ctx.actor.id, subjectType: subject.type, subjectId: subject.id, ...set })
    .onConflictDoUpdate({
      target: DRAFT_KEY,
      set,
      setWhere: or(isNotNull(commentDrafts.content), ne(commentDrafts.textId, textId)),
    })
    .returning({ textId: commentDrafts.textId })
  return kept.length > 0 ? { ok: true } : { ok: false, reason: 'sent' }
}
