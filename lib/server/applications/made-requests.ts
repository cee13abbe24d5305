import { inArray, sql } from 'drizzle-orm'
import { applicationSections, applications } from '@/lib/db/schema/applications'
import type { CheckContext } from '@/lib/domain/application/check'
import { type DocumentSlot, documentPlan } from '@/lib/domain/documents/document-plan'
import { planFactsOf } from '@/lib/domain/underwriting/case-values'
import { type KindedId, openSections } from '@/lib/server/drafts/data'
import { type Ctx, todayOf } from '@/lib/server/services'
import { type MadeRequest, makeRequest } from './request'

/** Of a first request, what its judgment needs, and the documents that our policy asks for with it. */
export type Made = Omit<MadeRequest, 'wire'> & { plan: readonly DocumentSlot[] }

/** A draft, and which of its sections are stored: in a row of `applications`, by `STORED`. */
export type StoredDraft = KindedId & { stored: string }

/**
 * Each section with the transaction that wrote it, which PostgreSQL keeps with the row: whoever changes one, by
 * whatever way, changes this.
 */
export const STORED = sql<string>`(
  select coalesce(string_agg(${applicationSections.section} || ' ' || ${applicationSections}.xmin, ' ' order by ${applicationSections.section}), '')
  from ${applicationSections} where ${applicationSections.applicationId} = ${applications.id})`

/** So many drafts are kept at hand; none of what was typed in them is. */
const MOST = 2_000
const known = new Map<string, Made>()
let knownGround = ''

/**
 * What each of these drafts would make as its first request, by id. A list shows the same drafts again and again, and
 * to open and check them is most of its work: what was found is kept for as long as the sections, the lists of Settings
 * and the day are those that it was found by.
 */
export async function makeRequests(
  ctx: Pick<Ctx, 'db' | 'sealer' | 'lists' | 'now' | 'days'>,
  drafts: readonly StoredDraft[],
): Promise<ReadonlyMap<string, Made>> {
  const context: CheckContext = { lists: ctx.lists, today: todayOf(ctx) }
  const ground = JSON.stringify(context)
  if (ground !== knownGround) known.clear()
  knownGround = ground
  const keyOf = ({ id, stored }: StoredDraft) => `${id} ${stored}`
  const found = new Map(drafts.map((draft) => [draft.id, known.get(keyOf(draft))]))
  const unknown = drafts.filter(({ id }) => !found.get(id))
  const sections = await readSections(ctx, unknown)
  const made = unknown.map((draft): [string, Made] => {
    const own = sections.filter(({ applicationId }) => applicationId === draft.id)
    const { draft: open } = openSections(ctx.sealer, draft, own)
    const { wire: _, ...request } = makeRequest(open, context, null)
    const kept = { ...request, plan: documentPlan(planFactsOf(open)) }
    // The ground may have changed while the sections were read.
    if (ground === knownGround) known.set(keyOf(draft), kept)
    return [draft.id, kept]
  })
  for (const key of known.keys()) {
    if (known.size <= MOST) break
    known.delete(key)
  }
  return new Map([...found, ...made] as [string, Made][])
}

const readSections = ({ db }: Pick<Ctx, 'db'>, drafts: readonly StoredDraft[]) =>
  drafts.length === 0
    ? []
    : db
        .select()
        .from(applicationSections)
        .where(
          inArray(
            applicationSections.applicationId,
            drafts.map(({ id }) => id),
          ),
        )
