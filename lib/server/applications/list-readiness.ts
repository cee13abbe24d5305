import { inArray, sql } from 'drizzle-orm'
import { applications, unsentTexts } from '@/lib/db/schema/applications'
import { documents } from '@/lib/db/schema/documents'
import { can } from '@/lib/domain/access/permissions'
import type { AnySectionName } from '@/lib/domain/application/draft'
import type { ApplicationListQuery } from '@/lib/domain/application/list-query'
import { type DraftProgress, draftProgress, readinessOf } from '@/lib/domain/application/readiness'
import { mayHandOver } from '@/lib/domain/application/status'
import { fileViolations, openSlots } from '@/lib/domain/documents/document-plan'
import { listHandledOfEach } from '@/lib/server/cases/handled'
import { listFiled } from '@/lib/server/documents/data'
import type { ApplicationRow } from '@/lib/server/drafts/data'
import { keysetPage, LIST_PAGE } from '@/lib/server/lists/keyset'
import type { Ctx } from '@/lib/server/services'
import { loadUnderwritingRules } from '@/lib/server/settings'
import { listWaitingOfEach, withoutPaused } from './compare-identities'
import { type ApplicationListPage, applicationOrder, listApplications } from './list'
import { makeRequests, STORED } from './made-requests'
import { judgeRequest } from './request'
import { checkSource } from './source'

/** A draft that was never sent: what the partner has, or underwriting asked about, is judged on its own page. */
const isFirst = ({
  status,
  statusBeforeRevision,
  adoptedAt,
}: Pick<ApplicationRow, 'status' | 'statusBeforeRevision' | 'adoptedAt'>): boolean =>
  status === 'draft' && statusBeforeRevision === null && adoptedAt === null

/**
 * How near drafts are to being sent, by id, as their review pages judge it now: nothing of it is stored, so that no
 * change of rules, of settings or of another application leaves it behind. What is no first draft is left out.
 */
export async function judgeDrafts(
  ctx: Ctx,
  applicationIds: readonly string[],
): Promise<ReadonlyMap<string, DraftProgress>> {
  if (applicationIds.length === 0) return new Map()
  const [rows, { precheck }] = await Promise.all([
    readDrafts(ctx, applicationIds),
    loadUnderwritingRules(ctx.db),
  ])
  const drafts = rows.filter(isFirst)
  const made = await makeRequests(ctx, drafts)
  // What underwriters had before decides only where nothing else stands against it.
  const complete = drafts.filter(({ id }) => made.get(id)?.payloadSha256)
  const handledOf = await listHandledOfEach(
    ctx.db,
    complete.map(({ id }) => id),
    can(ctx.actor.roles, 'applications:write') ? ctx.actor.id : null,
  )
  // No row says it of a draft that lacks more than documents.
  const filedOf = await listFiled(
    ctx.db,
    inArray(
      documents.applicationId,
      complete.map(({ id }) => id),
    ),
  )
  const waiting = can(ctx.actor.roles, 'applications:write')
    ? await listWaitingOfEach(
        ctx.db,
        drafts.map(({ id }) => id),
      )
    : new Map<string, { section: AnySectionName }[]>()
  const judged = await Promise.all(
    drafts.map(async (row): Promise<[string, DraftProgress]> => {
      const { id, kind, status, approvedSha256, partnerUnderwrites } = row
      const request = made.get(id)
      if (!request) throw new Error('A draft was not checked.')
      const handled = handledOf.get(id) ?? []
      const filed = filedOf.get(id) ?? []
      const violations = [
        // A list compares for no one: what no one had compared yet is told on the draft's page.
        ...withoutPaused(judgeRequest(request, { approvedSha256, precheck, handled }), waiting.get(id) ?? []),
        ...(row.origin ? await checkSource(ctx.db, row) : []),
        ...fileViolations(request.plan, filed),
      ]
      const readiness = readinessOf({
        status,
        stage: null,
        mayHandOver: mayHandOver({ partnerUnderwrites, precheck, handled }),
        violations,
        missing: openSlots(request.plan, filed).length,
        hasNote: row.hasNote,
      })
      return [id, draftProgress(kind, readiness, violations)]
    }),
  )
  return new Map(judged)
}
/** With what is stored of each, in one statement. */
const readDrafts = ({ db, actor }: Pick<Ctx, 'db' | 'actor'>, applicationIds: readonly string[]) =>
  db
    .select({
      id: applications.id,
      kind: applications.kind,
      status: applications.status,
      statusBeforeRevision: applications.statusBeforeRevision,
      adoptedAt: applications.adoptedAt,
      approvedSha256: applications.approvedSha256,
      partnerUnderwrites: applications.partnerUnderwrites,
      origin: applications.origin,
      stored: STORED,
      hasNote: sql<boolean>`exists (select from ${unsentTexts} where ${unsentTexts.applicationId} = ${applications.id}
        and ${unsentTexts.personId} = ${actor.id} and ${unsentTexts.what} = 'hand-over' and ${unsentTexts.content} is not null)`,
    })
    .from(applications)
    .where(inArray(applications.id, [...applicationIds]))

/** Drafts that are judged in one go, and for one page at the most. */
const AT_ONCE = 200
const AT_MOST = 2_000

/**
 * A page of the drafts that are ready, or are not. They are judged one after the other in the order of the list; where
 * too many have to be, the next page goes on behind the last of them.
 */
export async function listJudgedPage(
  ctx: Ctx,
  query: ApplicationListQuery,
  size = LIST_PAGE,
): Promise<ApplicationListPage> {
  const { keyOf } = applicationOrder(query.sort)
  let stopped: ApplicationListPage['after'] = null
  const page = await keysetPage(
    query.cursor,
    keyOf,
    async (cursor, limit) => {
      const isBack = cursor?.side === 'before'
      let found: ApplicationListPage['items'] = []
      let from = cursor
      for (let judged = 0; judged < AT_MOST; judged += AT_ONCE) {
        const rows = await listApplications(ctx, { ...query, cursor: from }, AT_ONCE)
        const progress = await judgeDrafts(
          ctx,
          rows.map(({ id }) => id),
        )
        const fitting = rows.filter(({ id }) => {
          const draft = progress.get(id)
          return draft !== undefined && (draft.way !== null) === (query.readiness === 'ready')
        })
        found = isBack ? [...fitting, ...found] : [...found, ...fitting]
        const end = isBack ? rows.at(0) : rows.at(-1)
        if (rows.length < AT_ONCE || found.length >= limit || !end) {
          stopped = null
          return isBack ? found.slice(-limit) : found.slice(0, limit)
        }
        from = { side: isBack ? 'before' : 'after', ...keyOf(end) }
        stopped = isBack ? null : keyOf(end)
      }
      return found
    },
    size,
  )
  return { ...page, after: page.after ?? stopped }
}
