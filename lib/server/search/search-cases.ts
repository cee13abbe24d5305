import { can } from '@/lib/domain/access/permissions'
import { applicationList } from '@/lib/domain/application/list-query'
import { nameInRow } from '@/lib/domain/application/name-in-row'
import { listApplications } from '@/lib/server/applications/list'
import type { Ctx } from '@/lib/server/services'
import type { ApplicationSearch, FoundApplication } from './search-applications'

const FOUND_AT_MOST = 5

/** `id` is the application's: a case has none of its own. */
export type FoundCase = Pick<FoundApplication, 'id' | 'number' | 'legalName' | 'dbaName' | 'status'>

/** The first open cases that the list of applications finds for this text; none for those who may not see cases. */
export async function findCases(
  ctx: Pick<Ctx, 'db' | 'actor' | 'now'>,
  { text }: ApplicationSearch,
): Promise<FoundCase[]> {
  if (!can(ctx.actor.roles, 'underwriting:read')) return []
  const rows = await listApplications(
    ctx,
    { ...applicationList.all, statuses: ['in-underwriting', 'info-requested'], search: text },
    FOUND_AT_MOST,
  )
  return rows.map(({ id, number, legalName, dbaName, status }) => ({
    id,
    number,
    legalName: nameInRow(legalName),
    dbaName: nameInRow(dbaName),
    status,
  }))
}
