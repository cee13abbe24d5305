import 'server-only'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { can } from '@/lib/domain/access/permissions'
import type { BatchListQuery } from '@/lib/domain/funding/batch-list-query'
import { DeskError } from '@/lib/errors'
import { routes } from '@/lib/routes'
import { countCallbacks } from '@/lib/server/callbacks/log/list'
import { loadContext } from '@/lib/server/page-context'
import { countBatches, listBatchPage } from './list'
import { viewBatch } from './view'
import type { BatchListView, BatchView, NewBatchView, WaitingApprovals } from './views'
import { type JudgedWaiting, listJudgedWaiting, listWorkIds, sumWaitingApprovals } from './work'

export async function loadBatchList(query: BatchListQuery): Promise<BatchListView> {
  const ctx = await loadContext('funding:read', routes.funding)
  const workIds = query.work === null ? [] : await listWorkIds(ctx, query.work)
  const [page, counts, toApprove] = await Promise.all([
    listBatchPage({ ...ctx, workIds }, query),
    countBatches(ctx.db),
    loadWaitingApprovals(),
  ])
  return {
    ...page,
    counts,
    toApprove,
    profiles: ctx.funding.profiles,
    mayWrite: can(ctx.actor.roles, 'funding:write'),
  }
}

/** Cached per request: the navigation, the list and the overview all use it. */
export const loadJudgedWaiting = cache(
  async (): Promise<JudgedWaiting> =>
    listJudgedWaiting((await loadContext('funding:read', routes.funding)).db),
)

export const loadWaitingApprovals = cache(
  async (): Promise<WaitingApprovals> =>
    sumWaitingApprovals(await loadContext('funding:read', routes.funding), await loadJudgedWaiting()),
)

export const loadBatch = cache(async (batchId: string): Promise<BatchView> => {
  const ctx = await loadContext('funding:read', routes.fundingBatch(batchId))
  try {
    return await viewBatch(ctx, batchId)
  } catch (error) {
    if (error instanceof DeskError && error.code === 'not-found') notFound()
    throw error
  }
})

/** Data of the page that creates a batch; requires the right to create one. */
export async function loadNewBatch(): Promise<NewBatchView> {
  const ctx = await loadContext('funding:write', routes.newFundingBatch)
  const seesLog = can(ctx.actor.roles, 'callbacks:read')
  return {
    profiles: ctx.funding.profiles,
    email: ctx.actor.email,
    unfundedSales: seesLog ? (await countCallbacks(ctx.db)).unfunded : null,
  }
}
