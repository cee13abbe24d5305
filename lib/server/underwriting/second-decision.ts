import type { DbOrTx } from '@/lib/db/client'
import { needsSecond } from '@/lib/domain/underwriting/decision'
import { isStale } from '@/lib/domain/underwriting/evidence'
import type { ApplicationRow } from '@/lib/server/drafts/data'
import type { Ctx } from '@/lib/server/services'
import { loadUnderwritingRules } from '@/lib/server/settings'
import { evidenceOf, getFirstDecision } from './decide'
import { lookAt } from './look-at'

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
  const { draft, evidence } = await lookAt(ctx, db, application)
  const { fourEyesAbove } = await loadUnderwritingRules(db)
  return needsSecond(draft, fourEyesAbove) && !isStale(evidenceOf(first), evidence)
}
