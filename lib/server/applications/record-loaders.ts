import 'server-only'
import { z } from 'zod'
import { can } from '@/lib/domain/access/permissions'
import { isShownInHistory } from '@/lib/domain/application/history'
import { routes } from '@/lib/routes'
import { listTimeline, type TimelineEntry } from '@/lib/server/cases/timeline'
import { listNames } from '@/lib/server/drafts/data'
import { loadContext } from '@/lib/server/page-context'
import type { Ctx } from '@/lib/server/services'

/** `person`: whom it is about, beside whoever did it. */
export type HistoryEntry = TimelineEntry & { person: string | null }

/** What happened to an application, oldest first, as far as the reader may see it. */
export const loadHistory = async (id: string): Promise<HistoryEntry[]> =>
  viewHistory(await loadContext('applicants:read', routes.application(id)), id)

export async function viewHistory(
  { db, actor }: Pick<Ctx, 'db' | 'actor'>,
  id: string,
): Promise<HistoryEntry[]> {
  const readsCases = can(actor.roles, 'underwriting:read')
  const entries = (await listTimeline(db, id)).filter(({ action }) => isShownInHistory(action, readsCases))
  const names = await listNames(
    db,
    // An assignment names a person here, and a change of state a state.
    entries.flatMap(({ detail: { to } }) => (z.uuid().safeParse(to).success ? [String(to)] : [])),
  )
  return entries.map((entry) => ({ ...entry, person: names.get(String(entry.detail.to)) ?? null }))
}
