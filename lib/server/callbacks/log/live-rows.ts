import { createHash } from 'node:crypto'
import type { CallbackListQuery } from '@/lib/domain/callbacks/callback-list-query'
import type { Services } from '@/lib/server/services'
import { countCallbacks, listCallbackPage } from './list'
import type { CallbackLiveRows } from './views'

/**
 * The current first page of this filter, with the counts. `more`: there are older events. `tag` stays the same as
 * long as nothing on it changes, including repeats, conflicts, decisions and funding.
 */
export async function listLiveRows(
  desk: Pick<Services, 'db' | 'days' | 'funding'>,
  query: CallbackListQuery,
  seesMoney: boolean,
): Promise<{ live: CallbackLiveRows; tag: string }> {
  const [{ items, after }, counts] = await Promise.all([
    listCallbackPage(desk, { ...query, cursor: null }, seesMoney),
    countCallbacks(desk.db),
  ])
  const live = { items, more: after !== null, counts }
  return { live, tag: `"${createHash('sha256').update(JSON.stringify(live)).digest('base64url')}"` }
}
