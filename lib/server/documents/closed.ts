import type { DbOrTx } from '@/lib/db/client'
import { whyDocumentsStayClosed } from '@/lib/domain/access/reveal'
import { revealRules } from '@/lib/domain/settings/reveal-rules'
import { claimedBy, getCase } from '@/lib/server/cases/case'
import { listOwnWork } from '@/lib/server/cases/own-work'
import type { ApplicationRow } from '@/lib/server/drafts/data'
import type { Ctx } from '@/lib/server/services'
import { readSetting } from '@/lib/server/settings'

/** Why this person cannot open the documents of this application now; null if they can. */
export async function whyClosed(
  ctx: Ctx,
  db: DbOrTx,
  { id, assigneeId }: Pick<ApplicationRow, 'id' | 'assigneeId'>,
): Promise<string | null> {
  const held = await getCase(db, id)
  return whyDocumentsStayClosed(
    ctx.actor,
    {
      assigneeId,
      claimedBy: claimedBy(held),
      isCaseOpen: held !== null && held.closedAt === null,
      hasWorked: (await listOwnWork(db, ctx.actor.id, [id])).has(id),
    },
    await readSetting(db, revealRules),
  )
}
