import type { DbOrTx } from '@/lib/db/client'
import { needsSecond } from '@/lib/domain/underwriting/decision'
import { isStale } from '@/lib/domain/underwriting/evidence'
import type { ApplicationRow } from '@/lib/server/drafts/data'
import type { Ctx } from '@/lib/server/services'
import { loadUnderwritingRules } from '@/lib/server/settings'
import { type DecisionRow, evidenceOf, getFirstDecision } from './decide'
import { type CaseEvidence, lookAt } from './look-at'

/** Who made the first decision, where it stands and a second one is needed: that one is another's. */
export const decidedFirst = (
  first: DecisionRow | null,
  { draft, evidence }: Pick<CaseEvidence, 'draft' | 'evidence'>,
  fourEyesAbove: string | null,
): string | null =>
  first && needsSecond(draft, fourEyesAbove) && !isStale(evidenceOf(first), evidence) ? first.decidedBy : null

/** This person made the first decision, it stands, and a second one is needed. */
export async function waitsForAnother(
  ctx: Ctx,
  db: DbOrTx,
  application: ApplicationRow,
  round: number,
  personId: string,
): Promise<boolean> {
  const first = await getFirstDecision(db, application.id, round)
  if (first?.decidedBy !== personId) return false
  const { fourEyesAbove } = await loadUnderwritingRules(db)
  return decidedFirst(first, await lookAt(ctx, db, application), fourEyesAbove) !== null
}
