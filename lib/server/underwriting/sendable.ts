import type { DbOrTx } from '@/lib/db/client'
import { checkPlan } from '@/lib/domain/application/adopted'
import type { AnyDraft } from '@/lib/domain/application/draft'
import { isLockedStage, UNDERWRITING_PATH } from '@/lib/domain/application/status'
import { checkLeftContacts } from '@/lib/domain/application/update-plan'
import { isBlocking, type Violation } from '@/lib/domain/values/violation'
import type { ApplicationRow } from '@/lib/server/drafts/data'
import { type Ctx, todayOf } from '@/lib/server/services'
import { adoptedOf, emptiedOf, getRecordIds, getSnapshot, planOf } from '../applications/partner-snapshot'
import { buildRequest } from '../applications/request'

/** Why nothing of it could be sent, whatever we decide: the partner's stage takes no update (rule 13); else null. */
export const lockedAtPartner = ({ stage }: Pick<ApplicationRow, 'stage'>): string | null =>
  isLockedStage(stage) ? `The partner has it in stage “${stage}”, which does not accept updates.` : null

/**
 * What an application would send, judged as if it were approved: that it is not is what it is looked at for.
 * `isSendable`: nothing else stands against it, nor against what an update would do at the partner.
 */
export async function judgeSendable(
  ctx: Ctx,
  db: DbOrTx,
  application: ApplicationRow,
  draft: AnyDraft,
): Promise<{ isSendable: boolean; payloadSha256: string | null; violations: Violation[] }> {
  const recordIds = await getRecordIds(db, application)
  const adopted = adoptedOf(application, recordIds)
  const services = {
    lists: ctx.lists,
    today: todayOf(ctx),
    approvedSha256: null,
    precheck: 'off',
    handled: [],
    adopted,
  } as const
  const taken = recordIds && (await getSnapshot(db, ctx.sealer, application.id))
  const emptied = emptiedOf(application, taken?.draft ?? null, draft)
  const { payloadSha256, violations } = buildRequest(draft, services, null, emptied)
  const found = [
    ...violations.filter(({ path }) => path !== UNDERWRITING_PATH),
    ...(recordIds ? checkPlan(planOf(taken?.draft ?? null, draft, recordIds), adopted) : []),
    ...(recordIds && taken ? checkLeftContacts(taken.draft, draft) : []),
  ]
  return { isSendable: !found.some(isBlocking), payloadSha256, violations: found }
}
