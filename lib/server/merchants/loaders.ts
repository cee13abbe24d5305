import 'server-only'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { z } from 'zod'
import { can } from '@/lib/domain/access/permissions'
import { canHaveMerchant } from '@/lib/domain/merchants/boarded'
import type { MerchantListQuery } from '@/lib/domain/merchants/merchant-list-query'
import { type StatementQuery, statementList } from '@/lib/domain/merchants/statement-query'
import { DeskError } from '@/lib/errors'
import { routes } from '@/lib/routes'
import { loadContext } from '@/lib/server/page-context'
import { getApplicationFacts, numbersOf } from './data'
import { countWaitingFor, listMerchantPage } from './list'
import { viewStatement } from './statement'
import { listMerchantsOf, viewMerchant } from './view'
import type { ApplicationMerchant, MerchantListView, MerchantView, StatementView } from './views'

export async function loadMerchantList(query: MerchantListQuery): Promise<MerchantListView> {
  const ctx = await loadContext('merchants:read', routes.merchants)
  const [page, mayConfirmFound] = await Promise.all([
    listMerchantPage(ctx, query),
    countWaitingFor(ctx, query),
  ])
  return {
    ...page,
    mayConfirmFound,
    mayWrite: can(ctx.actor.roles, 'merchants:write'),
    mayConfirm: can(ctx.actor.roles, 'merchants:confirm'),
  }
}

/** `segment`: the percent-encoded merchant ID from the URL. */
export const loadMerchant = cache(async (segment: string): Promise<MerchantView> => {
  const merchantId = decoded(segment)
  const ctx = await loadContext('merchants:read', routes.merchant(merchantId))
  try {
    return await viewMerchant(ctx, merchantId)
  } catch (error) {
    if (error instanceof DeskError && error.code === 'not-found') notFound()
    throw error
  }
})

export const loadStatement = cache(async (segment: string, query: StatementQuery): Promise<StatementView> => {
  const merchantId = decoded(segment)
  const asked = statementList.write(query)
  const address = routes.merchantStatement(merchantId)
  const ctx = await loadContext('funding:read', asked === '' ? address : `${address}?${asked}`)
  try {
    return await viewStatement(ctx, merchantId, query)
  } catch (error) {
    if (error instanceof DeskError && error.code === 'not-found') notFound()
    throw error
  }
})

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment).replaceAll('\u0000', '')
  } catch {
    // The URL was truncated or written by hand. No merchant has such an ID.
    return notFound()
  }
}

/** What the form for a new merchant starts with: for a boarded application, its number and DBA name. */
export async function loadNewMerchant(
  applicationId: string | null,
): Promise<{ application: string; name: string }> {
  const ctx = await loadContext(
    'merchants:write',
    applicationId === null ? routes.newMerchant : routes.newMerchantOf(applicationId),
  )
  if (!z.uuid().safeParse(applicationId).success || applicationId === null)
    return { application: '', name: '' }
  const application = (await numbersOf(ctx.db, [applicationId])).get(applicationId)
  return application
    ? { application: `A-${application.number}`, name: application.title }
    : { application: '', name: '' }
}

export async function loadMerchantImport(): Promise<void> {
  await loadContext('merchants:write', routes.importMerchants)
}

/** What an application's page says about its merchants; null if the partner does not have the application yet. */
export async function loadApplicationMerchants(applicationId: string): Promise<{
  merchants: ApplicationMerchant[]
  mayEnter: boolean
  seesFunding: boolean
} | null> {
  const ctx = await loadContext('merchants:read', routes.application(applicationId))
  const facts = await getApplicationFacts(ctx.db, applicationId)
  if (!facts || !canHaveMerchant(facts)) return null
  return {
    merchants: await listMerchantsOf(ctx, applicationId),
    mayEnter: can(ctx.actor.roles, 'merchants:write'),
    seesFunding: can(ctx.actor.roles, 'funding:read'),
  }
}
