import { and, asc, count, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { DbOrTx } from '@/lib/db/client'
import { applicationSections, applications } from '@/lib/db/schema/applications'
import { documents } from '@/lib/db/schema/documents'
import { users } from '@/lib/db/schema/people'
import { underwritingCases, underwritingDecisions, underwritingRequests } from '@/lib/db/schema/underwriting'
import type { ApplicationKind } from '@/lib/domain/application/kind'
import { nameInRow } from '@/lib/domain/application/name-in-row'
import type { ApplicationStatus } from '@/lib/domain/application/status'
import type { QueueSort } from '@/lib/domain/underwriting/queue-list'
import type { SignalCounts } from '@/lib/domain/underwriting/signal'
import type { Ctx } from '@/lib/server/services'

export const QUEUES = ['unassigned', 'mine', 'waiting', 'overdue', 'all'] as const
export type Queue = (typeof QUEUES)[number]

/** A case as the queue shows it; `usedMs` is the time that underwriting has had it. */
export type QueueItem = {
  applicationId: string
  number: number
  kind: ApplicationKind
  status: ApplicationStatus
  name: string
  legalName: string
  ownership: string
  /** The highest monthly volume as it was typed; '' where nothing was. */
  monthlyVolume: string
  documents: number
  /** As they stood when it last came to underwriters or was opened; null where it was before they were counted. */
  signals: SignalCounts | null
  round: number
  /** Over how many hand-overs the clock has run: since the last decision that took effect. */
  handOvers: number
  handedOverAt: Date
  handedOverBy: string
  /** When staff last handed it back with an answer, since that hand-over. */
  answeredAt: Date | null
  underwriter: { id: string; name: string } | null
  /** Who made the first of two decisions, and waits for another; also where the case changed since. */
  decidedFirst: { id: string; name: string } | null
  usedMs: number
  running: boolean
}

export type QueueContext = { me: string; now: Date; hoursAllowed: number }

/** How long underwriting has had a case. */
export const usedMs = (now: Date) =>
  sql<number>`(${underwritingCases.spentMs} + greatest(0, coalesce(extract(epoch from (${now.toISOString()}::timestamptz - ${underwritingCases.runningSince})) * 1000, 0)))::bigint`

const handOvers = sql<number>`${underwritingCases.round} - coalesce((select max(d.round) from ${underwritingDecisions} d where d.application_id = ${underwritingCases.applicationId} and d.in_effect and d.round < ${underwritingCases.round}), 0)`

const answeredAt =
  sql<Date | null>`(select max(r.answered_at) from ${underwritingRequests} r where r.application_id = ${underwritingCases.applicationId} and r.answered_at > ${underwritingCases.handedOverAt})`.mapWith(
    underwritingRequests.answeredAt,
  )

const monthlyVolume = sql<string>`coalesce((select s.data ->> 'highMonthlyVolume' from ${applicationSections} s where s.application_id = ${applications.id} and s.section = 'options'), '')`

const documentCount = sql<number>`(select count(*)::int from ${documents} d where d.application_id = ${applications.id} and d.removed_at is null)`

/** The latest decision of the round, where it is the first of two. */
const decidedFirst = sql<
  string | null
>`(select case when d.in_effect or d.confirms is not null or d.withdrawn_at is not null then null else d.decided_by end from ${underwritingDecisions} d where d.application_id = ${underwritingCases.applicationId} and d.round = ${underwritingCases.round} order by d.decided_at desc limit 1)`

const open = sql`${applications.status} in ('in-underwriting', 'info-requested')`

function conditionOf(queue: Queue, { me, now, hoursAllowed }: QueueContext): SQL | undefined {
  switch (queue) {
    case 'unassigned':
      return and(open, isNull(underwritingCases.underwriterId))
    case 'mine':
      return and(open, eq(underwritingCases.underwriterId, me))
    case 'waiting':
      return eq(applications.status, 'info-requested')
    case 'overdue':
      return and(open, sql`${usedMs(now)} > ${hoursAllowed * 3_600_000}`)
    case 'all':
      return open
  }
}

const handler = alias(users, 'handler')
const underwriter = alias(users, 'underwriter')
const first = alias(users, 'first_decider')

const longestFirst = (now: Date) => [desc(usedMs(now)), asc(applications.number)]

/** What was typed may be no amount; it is the last then. */
const volumeInOrder = sql`case when ${monthlyVolume} ~ '^[$]?[0-9][0-9,]{0,17}([.][0-9]{0,2})?$'
  then translate(${monthlyVolume}, '$,', '')::numeric end`

/** What is equal keeps the order of who takes next. */
function inOrder(sort: QueueSort, now: Date): SQL[] {
  if (!sort) return longestFirst(now)
  const columns: Record<NonNullable<QueueSort>['by'], SQL> = {
    merchant: sql`lower(coalesce(nullif(${applications.dbaName}, ''), ${applications.legalName}))`,
    volume: volumeInOrder,
    'handed-over': sql`${underwritingCases.handedOverAt}`,
    time: usedMs(now),
  }
  const way = sort.direction === 'descending' ? sql`desc nulls last` : sql`asc nulls last`
  return [sql`${columns[sort.by]} ${way}`, ...longestFirst(now)]
}

/** More than a team has open; beyond it the first of the order are shown. */
const MAX_ITEMS = 200

/** Longest with us first, so that the top of the list is what to take next; or as it is asked for. */
export async function listQueue(
  db: DbOrTx,
  queue: Queue,
  services: QueueContext,
  sort: QueueSort = null,
): Promise<QueueItem[]> {
  const rows = await db
    .select({
      applicationId: applications.id,
      number: applications.number,
      kind: applications.kind,
      status: applications.status,
      dbaName: applications.dbaName,
      legalName: applications.legalName,
      ownership: applications.ownership,
      monthlyVolume,
      documents: documentCount,
      signals: underwritingCases.signalCounts,
      round: underwritingCases.round,
      handOvers,
      handedOverAt: underwritingCases.handedOverAt,
      handedOverBy: handler.name,
      answeredAt,
      underwriterId: underwriter.id,
      underwriterName: underwriter.name,
      firstId: first.id,
      firstName: first.name,
      usedMs: usedMs(services.now),
      runningSince: underwritingCases.runningSince,
    })
    .from(underwritingCases)
    .innerJoin(applications, eq(applications.id, underwritingCases.applicationId))
    .innerJoin(handler, eq(handler.id, underwritingCases.handedOverBy))
    .leftJoin(underwriter, eq(underwriter.id, underwritingCases.underwriterId))
    .leftJoin(first, eq(first.id, decidedFirst))
    .where(conditionOf(queue, services))
    .orderBy(...inOrder(sort, services.now))
    .limit(MAX_ITEMS)
  return rows.map(
    ({ dbaName, underwriterId, underwriterName, firstId, firstName, usedMs, runningSince, ...row }) => ({
      ...row,
      name: nameInRow(dbaName || row.legalName) || 'Untitled application',
      underwriter: personOf(underwriterId, underwriterName),
      decidedFirst: personOf(firstId, firstName),
      usedMs: Number(usedMs),
      running: runningSince !== null,
    }),
  )
}

const personOf = (id: string | null, name: string | null) =>
  id === null || name === null ? null : { id, name }

export type Neighbor = { applicationId: string; number: number }
/** The open cases before and after one, in the order of the queue; of a closed one, the first is the next. */
export type Neighbors = { previous: Neighbor | null; next: Neighbor | null }

export async function neighborsOf(db: DbOrTx, applicationId: string, now: Date): Promise<Neighbors> {
  const cases = await db
    .select({ applicationId: applications.id, number: applications.number })
    .from(underwritingCases)
    .innerJoin(applications, eq(applications.id, underwritingCases.applicationId))
    .where(open)
    .orderBy(...longestFirst(now))
    .limit(MAX_ITEMS)
  const at = cases.findIndex((one) => one.applicationId === applicationId)
  return { previous: cases[at - 1] ?? null, next: cases[at + 1] ?? null }
}

/** How many cases each queue has. */
export async function countQueues(db: DbOrTx, services: QueueContext): Promise<Record<Queue, number>> {
  const inQueue = (queue: Queue) =>
    sql<number>`count(*) filter (where ${conditionOf(queue, services) ?? sql`true`})::int`
  const [row] = await db
    .select({
      unassigned: inQueue('unassigned'),
      mine: inQueue('mine'),
      waiting: inQueue('waiting'),
      overdue: inQueue('overdue'),
      all: inQueue('all'),
    })
    .from(underwritingCases)
    .innerJoin(applications, eq(applications.id, underwritingCases.applicationId))
    .where(or(open))
  return row ?? { unassigned: 0, mine: 0, waiting: 0, overdue: 0, all: 0 }
}

/** How many cases wait for this person: theirs, and not with the applicant. */
export async function countOwnCases({ db, actor }: Pick<Ctx, 'db' | 'actor'>): Promise<number> {
  const [row] = await db
    .select({ cases: count() })
    .from(underwritingCases)
    .innerJoin(applications, eq(applications.id, underwritingCases.applicationId))
    .where(and(eq(underwritingCases.underwriterId, actor.id), eq(applications.status, 'in-underwriting')))
  return row?.cases ?? 0
}
