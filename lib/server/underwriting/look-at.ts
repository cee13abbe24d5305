import { createHash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { DbOrTx } from '@/lib/db/client'
import { underwritingCases } from '@/lib/db/schema/underwriting'
import type { AnyDraft } from '@/lib/domain/application/draft'
import { checkSameIdentities } from '@/lib/domain/application/same-identity'
import type { DecisionProblem } from '@/lib/domain/underwriting/decision'
import type { Evidence } from '@/lib/domain/underwriting/evidence'
import { countSignals, type Signal } from '@/lib/domain/underwriting/signal'
import { riskSignals } from '@/lib/domain/underwriting/signals'
import { type DocumentItem, listDocuments } from '@/lib/server/documents/data'
import { type ApplicationRow, getOpenDraft, type SectionVersions } from '@/lib/server/drafts/data'
import { type Ctx, todayOf } from '@/lib/server/services'
import { listSameIdentities } from '../applications/search-index'
import { listModeChanges } from './mode-changes'
import { judgeSendable, lockedAtPartner } from './sendable'

/** What someone who decides looks at. */
export type CaseEvidence = {
  draft: AnyDraft
  documents: readonly DocumentItem[]
  evidence: Evidence
  payloadSha256: string
  signals: Signal[]
  /** Why it could not be sent even if it were approved. */
  problems: DecisionProblem[]
}

export async function lookAt(ctx: Ctx, db: DbOrTx, application: ApplicationRow): Promise<CaseEvidence> {
  const { draft, versions } = await getOpenDraft(db, ctx.sealer, application)
  const documents = await listDocuments(db, application.id)
  const today = todayOf(ctx)
  const same = await listSameIdentities(db, application.id)
  const locked = lockedAtPartner(application)
  const modeChanges = (await listModeChanges(db, [application.id])).get(application.id) ?? []
  const { isSendable, payloadSha256, violations } = await judgeSendable(ctx, db, application, draft)
  return {
    draft,
    documents,
    evidence: {
      versions: ownVersions(versions),
      documents: documents.map(({ id, name, sha256 }) => ({ id, name, sha256 })),
    },
    // What cannot be sent has no payload; what was looked at is then the draft itself.
    payloadSha256: payloadSha256 ?? createHash('sha256').update(JSON.stringify(draft)).digest('hex'),
    signals: riskSignals({
      draft,
      violations: [...violations, ...checkSameIdentities(draft, same)],
      today,
      documents,
      modeChanges,
    }),
    problems: [
      locked && `${locked} It cannot be approved now. Wait until the stage changes, or decline it.`,
      !isSendable &&
        'It cannot be approved because it has errors that prevent sending. Ask onboarding to fix them, or decline it.',
    ].flatMap((message) => (message ? [{ code: 'status', message }] : [])),
  }
}

/** Without the sections that no one has filled, or that this kind does not have. */
const ownVersions = (versions: SectionVersions): Evidence['versions'] =>
  Object.fromEntries(Object.entries(versions).filter(([, version]) => version > 0))

/**
 * Keeps how many signals of each weight a case has, for the queue: there they are not found anew for each row. Said when
 * it comes to underwriters, and whenever one of them opens it.
 */
export async function keepSignalCounts(
  db: DbOrTx,
  applicationId: string,
  signals: readonly Signal[],
): Promise<void> {
  const counts = countSignals(signals)
  await db
    .update(underwritingCases)
    .set({ signalCounts: counts })
    .where(
      and(
        eq(underwritingCases.applicationId, applicationId),
        sql`${underwritingCases.signalCounts} is distinct from ${JSON.stringify(counts)}::jsonb`,
      ),
    )
}
