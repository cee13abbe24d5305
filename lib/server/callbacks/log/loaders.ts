import 'server-only'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { callbackKeys } from '@/lib/db/schema/callbacks'
import { can } from '@/lib/domain/access/permissions'
import { type CallbackListQuery, callbackList } from '@/lib/domain/callbacks/callback-list-query'
import { dayRuleWords } from '@/lib/domain/values/business-day'
import { DeskError } from '@/lib/errors'
import { routes } from '@/lib/routes'
import { loadContext } from '@/lib/server/page-context'
import { businessTodayOf } from '@/lib/server/services'
import { countCallbacks, countMatching, listCallbackPage, listSources } from './list'
import { viewCallback } from './view'
import type { CallbackEventView, CallbackListView } from './views'

export async function loadCallbackList(query: CallbackListQuery): Promise<CallbackListView> {
  const asked = callbackList.write(query)
  const ctx = await loadContext('callbacks:read', asked ? `${routes.callbacks}?${asked}` : routes.callbacks)
  const seesMoney = can(ctx.actor.roles, 'funding:read')
  const [page, counts, matching, sources, keys] = await Promise.all([
    listCallbackPage(ctx, query, seesMoney),
    countCallbacks(ctx.db),
    countMatching(ctx, query),
    listSources(ctx.db),
    ctx.db.select({ id: callbackKeys.id }).from(callbackKeys).limit(1),
  ])
  return {
    ...page,
    counts,
    matching: matching?.count ?? null,
    matchingFundable: matching?.fundable ?? null,
    sources,
    profiles: ctx.funding.profiles,
    seesMoney,
    mayFund: can(ctx.actor.roles, 'funding:write'),
    mayReprocess: can(ctx.actor.roles, 'callbacks:reprocess'),
    hasKeys: keys.length > 0,
    days: { today: businessTodayOf(ctx), words: dayRuleWords(ctx.days) },
  }
}

/** `n` comes unchecked from the URL. */
export const loadCallback = cache(async (n: string): Promise<CallbackEventView> => {
  const number = /^[1-9]\d{0,14}$/.test(n) ? Number(n) : null
  if (number === null) notFound()
  const ctx = await loadContext('callbacks:read', routes.callback(number))
  try {
    return await viewCallback(ctx, number)
  } catch (error) {
    if (error instanceof DeskError && error.code === 'not-found') notFound()
    throw error
  }
})
