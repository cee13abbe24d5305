import 'server-only'
import { asc, eq } from 'drizzle-orm'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { users } from '@/lib/db/schema/people'
import { underwritingNotes } from '@/lib/db/schema/underwriting'
import { can } from '@/lib/domain/access/permissions'
import { isOwnWork } from '@/lib/domain/access/reveal'
import { type CaseFact, factAt } from '@/lib/domain/underwriting/case-values'
import {
  type ChecklistEntry,
  checklistOf,
  entriesAbout,
  hasReadProofs,
  proofsOf,
} from '@/lib/domain/underwriting/checklist'
import { elapsedMs } from '@/lib/domain/underwriting/clock'
import { needsSecond } from '@/lib/domain/underwriting/decision'
import { doubtOf } from '@/lib/domain/underwriting/doubts'
import { type Evidence, isStale } from '@/lib/domain/underwriting/evidence'
import type { QueueSort } from '@/lib/domain/underwriting/queue-list'
import type { Signal } from '@/lib/domain/underwriting/signal'
import { DeskError } from '@/lib/errors'
import { routes } from '@/lib/routes'
import { type CaseRow, claimedBy, getCase, lastDecidedRound } from '@/lib/server/cases/case'
import { listContributors, listOwnWork } from '@/lib/server/cases/own-work'
import { listTimeline, type TimelineEntry } from '@/lib/server/cases/timeline'
import {
  type DecisionView,
  type Given,
  type Holder,
  latestGiven,
  listDecisions,
  listRequests,
  type RequestView,
} from '@/lib/server/cases/view'
import { listReaders } from '@/lib/server/documents/data'
import { requireApplication } from '@/lib/server/drafts/data'
import { loadContext } from '@/lib/server/page-context'
import type { Ctx } from '@/lib/server/services'
import { loadUnderwritingRules } from '@/lib/server/settings'
import { type ApplicationView, viewApplication } from '../applications/loaders'
import { recordView } from './case-viewed'
import { type Confirmation, getFirstDecision, listConfirmations, missingOf } from './decide'
import { keepSignalCounts, lookAt } from './look-at'
import { listModeChanges } from './mode-changes'
import { countQueues, listQueue, type Neighbors, neighborsOf, type Queue, type QueueItem } from './queue'
import { decidedFirst, waitsForAnother } from './second-decision'
import { listUnderwriters, type Underwriter } from './underwriters'

export type QueueView = {
  queue: Queue
  /**
   * `isOwn`: this person worked on it, and may not decide on it. `isOthers`: they made the first decision, and the second
   * is another's. `modeChanged`: who underwrites was changed after underwriting began.
   */
  items: (QueueItem & { isOwn: boolean; isOthers: boolean; modeChanged: boolean })[]
  people: Underwriter[]
  counts: Record<Queue, number>
  hoursAllowed: number
  mayWork: boolean
  me: string
}

export const loadQueue = async (queue: Queue, sort: QueueSort): Promise<QueueView> =>
  viewQueue(await loadContext('underwriting:read', routes.underwriting), queue, sort)

export async function viewQueue(ctx: Ctx, queue: Queue, sort: QueueSort = null): Promise<QueueView> {
  const { hoursAllowed } = await loadUnderwritingRules(ctx.db)
  const services = { me: ctx.actor.id, now: ctx.now(), hoursAllowed }
  const [items, counts, people] = await Promise.all([
    listQueue(ctx.db, queue, services, sort),
    countQueues(ctx.db, services),
    listUnderwriters(ctx.db),
  ])
  const ids = items.map(({ applicationId }) => applicationId)
  const own = await listOwnWork(ctx.db, ctx.actor.id, ids)
  const modeChanges = await listModeChanges(ctx.db, ids)
  const others = new Set<string>()
  for (const { applicationId, round, decidedFirst } of items) {
    if (decidedFirst?.id !== ctx.actor.id) continue
    const application = await requireApplication(ctx.db, applicationId)
    if (await waitsForAnother(ctx, ctx.db, application, round, ctx.actor.id)) others.add(applicationId)
  }
  return {
    queue,
    items: items.map((item) => ({
      ...item,
      isOwn: own.has(item.applicationId),
      isOthers: others.has(item.applicationId),
      modeChanged: modeChanges.has(item.applicationId),
    })),
    people,
    counts,
    hoursAllowed,
    mayWork: can(ctx.actor.roles, 'underwriting:work'),
    me: ctx.actor.id,
  }
}

/** Everything that the page of a case shows. Identities are masked, as on every page. */
export type CaseView = {
  application: ApplicationView
  neighbors: Neighbors
  round: number
  underwriter: Holder | null
  handedOver: { by: string; at: string; note: string }
  given: Given
  /** `usedMs`: the time that underwriting has had it, up to now; `handOvers`: over how many. */
  clock: { usedMs: number; running: boolean; hoursAllowed: number; handOvers: number }
  signals: Signal[]
  /** Documents that are missing, in words. */
  missing: string[]
  /** `confirmation`: this person's own confirmation; `others`: those of others, which stand in for no one's. */
  checklist: CheckedEntry[]
  notes: { id: string; by: string; at: string; text: string }[]
  requests: RequestView[]
  /** `stale`: what stands is not what it was made from. */
  decisions: (DecisionView & { stale: boolean })[]
  /** What would be sent now is what was approved. */
  stillApproved: boolean
  /** Which of the decisions waits for a second person. */
  firstDecisionId: string | null
  needsSecond: boolean
  /** Dollars a month above which two people decide; null: never. */
  fourEyesAbove: string | null
  /** Oldest first. `person`: whom it is about, beside whoever did it. */
  timeline: (TimelineEntry & { person: string | null })[]
  /** To whom the case can be given. */
  people: Underwriter[]
  /** To be named by a decision: what this page was made from. */
  seen: Evidence
  me: string
  /** Why this person may not decide, whatever the case says; null where they may. */
  mayNotDecide: 'no-permission' | 'own-work' | 'decided-first' | null
  mayWork: boolean
  /** `claim-first`: their role may, and this case is not theirs. */
  reveals: 'yes' | 'claim-first' | 'no'
}

/** `but`: what has to be known of it; '' for nothing. */
export type ConfirmationView = {
  by: string
  at: string
  reason: string
  but: '' | 'document not opened' | 'value changed since'
}
/** `documents`: those that prove it; null where it needs none. */
export type CheckedEntry = ChecklistEntry & {
  documents:
    | {
        id: string
        name: string
        sha256: string
        verdict: 'accepted' | 'rejected' | null
        /** By this person. */
        isOpened: boolean
      }[]
    | null
  /** The values that it is about, masked. */
  facts: CaseFact[]
  /** Why it is confirmed alone and not with its group; null where it is. */
  doubt: string | null
  confirmation: ConfirmationView | null
  others: ConfirmationView[]
}

export const loadCase = cache(async (applicationId: string): Promise<CaseView> => {
  const ctx = await loadContext('underwriting:read', routes.underwritingCase(applicationId))
  try {
    const view = await viewCase(ctx, applicationId)
    await recordView(ctx, applicationId)
    await keepSignalCounts(ctx.db, applicationId, view.signals)
    return view
  } catch (error) {
    if (error instanceof DeskError && error.code === 'not-found') notFound()
    throw error
  }
})

export async function viewCase(ctx: Ctx, applicationId: string): Promise<CaseView> {
  const application = await requireApplication(ctx.db, applicationId)
  const held = await getCase(ctx.db, applicationId)
  if (!held) throw new DeskError('not-found', 'This application was never handed to underwriting.')
  const look = await lookAt(ctx, ctx.db, application)
  const contributors = await listContributors(ctx.db, applicationId)
  const [
    view,
    confirmations,
    readers,
    first,
    requests,
    decisions,
    timeline,
    notes,
    everybody,
    people,
    decidedRound,
    rules,
    neighbors,
  ] = await Promise.all([
    viewApplication(ctx, applicationId),
    listConfirmations(ctx.db, applicationId, held.round, contributors),
    listReaders(ctx.db, look.documents),
    getFirstDecision(ctx.db, applicationId, held.round),
    listRequests(ctx.db, ctx.sealer, application, look.draft),
    listDecisions(ctx.db, applicationId),
    listTimeline(ctx.db, applicationId),
    listNotes(ctx, applicationId),
    ctx.db.select({ id: users.id, name: users.name }).from(users),
    listUnderwriters(ctx.db),
    lastDecidedRound(ctx.db, applicationId, held.round),
    loadUnderwritingRules(ctx.db),
    neighborsOf(ctx.db, applicationId, ctx.now()),
  ])
  const nameOf = (id: unknown) => everybody.find((person) => person.id === id)?.name ?? ''
  const { underwriterId, claimedAt } = held
  const decider = decidedFirst(first, look, rules.fourEyesAbove)
  // Until the case comes back no one confirms it anew.
  const [latest] = requests
  const isOut = latest !== undefined && latest.answer === null && !latest.isClosed
  const changed = new Set(
    isOut
      ? entriesAbout(
          look.draft,
          latest.differences.map(({ path }) => path),
        )
      : [],
  )
  const handedOver = {
    by: nameOf(held.handedOverBy),
    at: held.handedOverAt.toISOString(),
    note: held.handOverNote,
  }
  return {
    application: view,
    neighbors,
    round: held.round,
    underwriter:
      underwriterId === null
        ? null
        : { id: underwriterId, name: nameOf(underwriterId), since: claimedAt?.toISOString() ?? null },
    handedOver,
    given: latestGiven(handedOver, requests),
    clock: clockView(held, ctx.now(), rules.hoursAllowed, decidedRound),
    signals: look.signals,
    missing: missingOf(look),
    checklist: checklistOf(look.draft).map((entry) => {
      const its = confirmations.filter(({ key }) => key === entry.key)
      const proofs = proofsOf(entry, look.draft, look.documents)
      const shown = ({ by, at, reason }: Confirmation): ConfirmationView => ({
        by: nameOf(by),
        at: at.toISOString(),
        reason,
        but: changed.has(entry.key)
          ? 'value changed since'
          : // The documents that prove it, as they are now.
            hasReadProofs(proofs, (id) => readers.get(id)?.has(by) === true)
            ? ''
            : 'document not opened',
      })
      const own = its.find(({ by }) => by === ctx.actor.id)
      return {
        ...entry,
        documents:
          proofs?.map(({ id, name, sha256, decision }) => ({
            id,
            name,
            sha256,
            verdict: decision?.verdict ?? null,
            isOpened: readers.get(id)?.has(ctx.actor.id) === true,
          })) ?? null,
        facts: entry.about.map((path) =>
          factAt(look.draft, path, /^(identity|account):/.test(entry.key) ? 'one-item' : 'any'),
        ),
        doubt: doubtOf(entry, look.draft, look.signals, look.documents),
        confirmation: own ? shown(own) : null,
        others: its.filter((confirmation) => confirmation !== own).map(shown),
      }
    }),
    notes,
    requests,
    decisions: decisions.map((decision) => ({ ...decision, stale: isStale(decision, look.evidence) })),
    stillApproved: application.approvedSha256 !== null && application.approvedSha256 === look.payloadSha256,
    firstDecisionId: first?.id ?? null,
    needsSecond: needsSecond(look.draft, rules.fourEyesAbove),
    fourEyesAbove: rules.fourEyesAbove,
    timeline: timeline.map((entry) => ({ ...entry, person: nameOf(entry.detail.to) || null })),
    // Whoever worked on it, or decided first, is refused it.
    people: people.filter(({ id }) => !contributors.has(id) && id !== decider),
    seen: look.evidence,
    me: ctx.actor.id,
    mayNotDecide: !can(ctx.actor.roles, 'underwriting:decide')
      ? 'no-permission'
      : contributors.has(ctx.actor.id)
        ? 'own-work'
        : decider === ctx.actor.id
          ? 'decided-first'
          : null,
    mayWork: can(ctx.actor.roles, 'underwriting:work'),
    reveals: revealStanding(ctx, application.assigneeId, held),
  }
}

function revealStanding(ctx: Ctx, assigneeId: string | null, held: CaseRow): CaseView['reveals'] {
  if (!can(ctx.actor.roles, 'sensitive:reveal')) return 'no'
  return isOwnWork(ctx.actor.id, { assigneeId, claimedBy: claimedBy(held) }) ? 'yes' : 'claim-first'
}

const clockView = (
  held: CaseRow,
  now: Date,
  hoursAllowed: number,
  decidedRound: number,
): CaseView['clock'] => ({
  usedMs: elapsedMs(held, now),
  running: held.runningSince !== null,
  hoursAllowed,
  handOvers: held.round - decidedRound,
})

const listNotes = async (ctx: Ctx, applicationId: string): Promise<CaseView['notes']> => {
  const rows = await ctx.db
    .select({
      id: underwritingNotes.id,
      by: users.name,
      at: underwritingNotes.at,
      text: underwritingNotes.text,
    })
    .from(underwritingNotes)
    .innerJoin(users, eq(users.id, underwritingNotes.by))
    .where(eq(underwritingNotes.applicationId, applicationId))
    .orderBy(asc(underwritingNotes.at))
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}
