import { createHash } from 'node:crypto'
import type { CallbackListQuery } from '@/lib/domain/callbacks/callback-list-query'
import type { Services } from '@/lib/server/services'
import { countCallbacks, listCallbackPage } from './list'
import type { CallbackLiveRows } from './views'

/**
 * The first page of this filter as it stands now, with the counts: new events show in it, and so do repeats,
 * conflicts, what somebody resolved and what a batch did. `more`: older ones follow. `tag` is equal while nothing
 * of it changed.
 */
export async function listLiveRows(
  { db, days }: Pick<Services, 'db' | 'days'>,
  query: CallbackListQuery,
  seesMoney: boolean,
): Promise<{ live: CallbackLiveRows; tag: string }> {
  const [{ items, after }, counts] = await Promise.all([
    listCallbackPage({ db, days }, { ...query, cursor: null }, seesMoney),
    countCallbacks(db),
  ])
  const live = { items, more: after !== null, counts }
  return { live, tag: `"${createHash('sha256').update(JSON.stringify(live)).digest('base64url')}"` }
}
