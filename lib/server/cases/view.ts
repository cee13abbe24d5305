import { desc, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { DbOrTx } from '@/lib/db/client'
import { users } from '@/lib/db/schema/people'
import { underwritingCases, underwritingDecisions, underwritingRequests } from '@/lib/db/schema/underwriting'
import { type Difference, diffSection } from '@/lib/domain/application/differences'
import { type AnyDraft, sectionIn } from '@/lib/domain/application/draft'
import { sectionsOf } from '@/lib/domain/application/section-names'
import type { Verdict } from '@/lib/domain/underwriting/reasons'
import type { RequestItem } from '@/lib/domain/underwriting/request-items'
import type { Signal } from '@/lib/domain/underwriting/signal'
import { type ApplicationRow, withBlanks } from '@/lib/server/drafts/data'
import { openSection } from '@/lib/server/drafts/sealed-sections'
import type { Sealer } from '@/lib/server/sealing/sealer'

/** What staff asked of underwriters and underwriters of staff, as both sides see it. */
export type RequestView = {
  id: string
  round: number
  items: RequestItem[]
  askedBy: string
  askedAt: string
  answer: { by: string; at: string; note: string } | null
  isClosed: boolean
  /** What staff changed since they were asked; identities masked. */
  differences: Difference[]
}

const asker = alias(users, 'asker')
const answerer = alias(users, 'answerer')

/** Latest first. `open` is the draft as it stands, with plain values. */
export async function listRequests(
  db: DbOrTx,
  sealer: Sealer,
  application: Pick<ApplicationRow, 'id' | 'kind'>,
  open: AnyDraft,
): Promise<RequestView[]> {
  const rows = await db
    .select({ request: underwritingRequests, askedBy: asker.name, answeredBy: answerer.name })
    .from(underwritingRequests)
    .innerJoin(asker, eq(asker.id, underwritingRequests.askedBy))
    .leftJoin(answerer, eq(answerer.id, underwritingRequests.answeredBy))
    .where(eq(underwritingRequests.applicationId, application.id))
    .orderBy(desc(underwritingRequests.askedAt))
  return rows.map(({ request, askedBy, answeredBy }, index) => ({
    id: request.id,
    round: request.round,
    items: request.items,
    askedBy,
    askedAt: request.askedAt.toISOString(),
    answer:
      request.answeredAt === null
        ? null
        : {
            by: answeredBy ?? '',
            at: request.answeredAt.toISOString(),
            note: request.answerNote ?? '',
          },
    isClosed: request.closedAt !== null,
    // Of an earlier request the next one holds what had become of it; only the latest is compared to what stands.
    differences: index === 0 ? differencesSince(sealer, application, request.before, open) : [],
  }))
}

/** Compared open, so that a change behind two equal masks is seen; shown masked. */
export const differencesSince = (
  sealer: Sealer,
  { id, kind }: Pick<ApplicationRow, 'id' | 'kind'>,
  before: typeof underwritingRequests.$inferSelect.before,
  open: AnyDraft,
): Difference[] =>
  sectionsOf(kind).flatMap((section) =>
    diffSection(
      section,
      // The sealed values were copied with their sections, and stay bound to the place where they were sealed.
      openSection(sealer, id, section, withBlanks(kind, section, before[section])),
      sectionIn(open, section),
    ),
  )

/** Staff gave it to underwriters: by handing it over, or with the answer to what was asked. */
export type Given = { by: string; at: string; isAnswer: boolean }

/** The latest time. A request of an earlier round was answered before the hand-over that began this one. */
export function latestGiven(
  { by, at }: Pick<Given, 'by' | 'at'>,
  requests: readonly Pick<RequestView, 'answer'>[],
): Given {
  const answers = requests.flatMap(({ answer }) => (answer && answer.at > at ? [answer] : []))
  const latest = answers.toSorted((one, other) => (one.at < other.at ? 1 : -1))[0]
  return latest ? { by: latest.by, at: latest.at, isAnswer: true } : { by, at, isAnswer: false }
}

export type DecisionView = {
  id: string
  round: number
  outcome: Verdict
  reasons: string[]
  note: string
  by: string
  byId: string
  at: string
  confirms: string | null
  inEffect: boolean
  isWithdrawn: boolean
  payloadSha256: string
  documents: { id: string; name: string; sha256: string }[]
  versions: typeof underwritingDecisions.$inferSelect.versions
  signals: Signal[]
  ruleVersion: string
}

/** Latest first. */
export async function listDecisions(db: DbOrTx, applicationId: string): Promise<DecisionView[]> {
  const rows = await db
    .select({ decision: underwritingDecisions, by: users.name })
    .from(underwritingDecisions)
    .innerJoin(users, eq(users.id, underwritingDecisions.decidedBy))
    .where(eq(underwritingDecisions.applicationId, applicationId))
    .orderBy(desc(underwritingDecisions.decidedAt))
  return rows.map(({ decision, by }) => ({
    id: decision.id,
    round: decision.round,
    outcome: decision.outcome,
    reasons: decision.reasons,
    note: decision.note,
    by,
    byId: decision.decidedBy,
    at: decision.decidedAt.toISOString(),
    confirms: decision.confirms,
    inEffect: decision.inEffect,
    isWithdrawn: decision.withdrawnAt !== null,
    payloadSha256: decision.payloadSha256,
    documents: decision.documents,
    versions: decision.versions,
    signals: decision.signals,
    ruleVersion: decision.ruleVersion,
  }))
}

/** A decision as staff read it. */
export type DecisionWords = Pick<DecisionView, 'by' | 'at' | 'reasons' | 'note'>

/** Why an application was declined, for whoever starts a new one from it; null where it was not, or is not any more. */
export async function getDecline(db: DbOrTx, applicationId: string): Promise<DecisionWords | null> {
  const latest = (await listDecisions(db, applicationId)).find(({ inEffect }) => inEffect)
  if (latest?.outcome !== 'decline') return null
  const { by, at, reasons, note } = latest
  return { by, at, reasons, note }
}

/** Who has a case, and since when. */
export type Holder = { id: string; name: string; since: string | null }

/** What the pages of an application say of our own underwriting; null where it was never handed over. */
export type UnderwritingView = {
  round: number
  handedOver: { by: string; at: string; note: string }
  given: Given
  underwriter: Holder | null
  /** Who made the first of two decisions, while the second is to come; null where none waits. */
  firstDecidedBy: string | null
  /** What is asked of staff, or was answered and is not accepted yet. */
  request: RequestView | null
  /** The latest decision that took effect. */
  decision: DecisionView | null
}

/** The latest of the round, where it came first and nothing has come of it yet. */
const waitsForSecond = (latest: DecisionView | undefined, round: number): boolean =>
  latest?.round === round && !latest.inEffect && latest.confirms === null

const handler = alias(users, 'handler')
const holder = alias(users, 'holder')

export async function viewUnderwriting(
  db: DbOrTx,
  sealer: Sealer,
  application: Pick<ApplicationRow, 'id' | 'kind'>,
  open: AnyDraft,
): Promise<UnderwritingView | null> {
  const [row] = await db
    .select({
      held: underwritingCases,
      handedOverBy: handler.name,
      underwriterId: holder.id,
      underwriterName: holder.name,
    })
    .from(underwritingCases)
    .innerJoin(handler, eq(handler.id, underwritingCases.handedOverBy))
    .leftJoin(holder, eq(holder.id, underwritingCases.underwriterId))
    .where(eq(underwritingCases.applicationId, application.id))
  if (!row) return null
  const [requests, decisions] = await Promise.all([
    listRequests(db, sealer, application, open),
    listDecisions(db, application.id),
  ])
  const { held, handedOverBy, underwriterId, underwriterName } = row
  const handedOver = { by: handedOverBy, at: held.handedOverAt.toISOString(), note: held.handOverNote }
  return {
    round: held.round,
    handedOver,
    given: latestGiven(handedOver, requests),
    underwriter:
      underwriterId === null || underwriterName === null
        ? null
        : { id: underwriterId, name: underwriterName, since: held.claimedAt?.toISOString() ?? null },
    firstDecidedBy: waitsForSecond(decisions[0], held.round) ? (decisions[0]?.by ?? null) : null,
    request: requests.find(({ isClosed }) => !isClosed) ?? null,
    decision: decisions.find(({ inEffect }) => inEffect) ?? null,
  }
}
