import { can } from '@/lib/domain/access/permissions'
import { callbackList } from '@/lib/domain/callbacks/callback-list-query'
import { batchList } from '@/lib/domain/funding/batch-list-query'
import { MAX_LIST_TEXT, plainText } from '@/lib/domain/lists/list-query'
import { listCallbackPage } from '@/lib/server/callbacks/log/list'
import type { CallbackListItem } from '@/lib/server/callbacks/log/views'
import { listBatchPage } from '@/lib/server/funding/list'
import type { BatchListItem } from '@/lib/server/funding/views'
import type { Ctx } from '@/lib/server/services'
import { type ApplicationSearch, type FoundApplications, searchApplications } from './search-applications'
import { type FoundCase, findCases } from './search-cases'
import { type FoundMerchants, findMerchants } from './search-merchants'
import { type FoundPerson, findPeople } from './search-people'

/** Few of each: people mostly look for one batch or one sale, by its number. */
const FOUND_AT_MOST = 5

export type FoundBatch = Pick<BatchListItem, 'id' | 'number' | 'name' | 'status' | 'succeeded' | 'failed'> & {
  amountMinor: string
}
export type FoundSale = Pick<
  CallbackListItem,
  'n' | 'tranId' | 'label' | 'amountMinor' | 'amountText' | 'currencyCode' | 'funding'
>

export type FoundRecords = FoundApplications & {
  cases: FoundCase[]
  merchants: FoundMerchants
  batches: FoundBatch[]
  sales: FoundSale[]
  people: FoundPerson[]
}

const NOTHING: FoundRecords = {
  items: [],
  more: false,
  cases: [],
  merchants: { items: [], more: false },
  batches: [],
  sales: [],
  people: [],
}

/**
 * What the command palette finds for a text among the records this person may see: applications and their open cases;
 * merchants by name and ID; batches by number, name, or an identifier of one of their lines; sales as the callback log
 * finds them; people of the desk by name and email.
 */
export async function searchRecords(ctx: Ctx, given: ApplicationSearch): Promise<FoundRecords> {
  const text = plainText(given.text, MAX_LIST_TEXT)
  if (text === '') return NOTHING
  const search = { text }
  const { roles } = ctx.actor
  const [applications, cases, merchants, batches, sales, people] = await Promise.all([
    searchApplications(ctx, search),
    findCases(ctx, search),
    findMerchants(ctx, search),
    can(roles, 'funding:read') ? findBatches(ctx, text) : [],
    can(roles, 'callbacks:read') ? findSales(ctx, text) : [],
    findPeople(ctx, search),
  ])
  return { ...applications, cases, merchants, batches, sales, people }
}

async function findBatches(ctx: Ctx, search: string): Promise<FoundBatch[]> {
  const { items } = await listBatchPage(ctx, { ...batchList.all, search })
  return items
    .slice(0, FOUND_AT_MOST)
    .map(({ id, number, name, status, succeeded, failed, amountMinor }) => ({
      id,
      number,
      name,
      status,
      succeeded,
      failed,
      amountMinor: String(amountMinor),
    }))
}

async function findSales(ctx: Ctx, search: string): Promise<FoundSale[]> {
  const { items } = await listCallbackPage(ctx, { ...callbackList.all, search })
  return items
    .slice(0, FOUND_AT_MOST)
    .map(({ n, tranId, label, amountMinor, amountText, currencyCode, funding }) => ({
      n,
      tranId,
      label,
      amountMinor,
      amountText,
      currencyCode,
      funding,
    }))
}
