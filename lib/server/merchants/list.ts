import { and, eq, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { DbOrTx } from '@/lib/db/client'
import { applications } from '@/lib/db/schema/applications'
import { merchants } from '@/lib/db/schema/merchants'
import { users } from '@/lib/db/schema/people'
import { can } from '@/lib/domain/access/permissions'
import { confirmationOf, isOwnWork, isWaiting, payableOf } from '@/lib/domain/merchants/confirmation'
import { MOST_CONFIRMED } from '@/lib/domain/merchants/inputs'
import { lookAlikeFinder } from '@/lib/domain/merchants/look-alike'
import { MERCHANT_STATES } from '@/lib/domain/merchants/merchant'
import {
  type MerchantListQuery,
  merchantList,
  type OwnMerchantKey,
} from '@/lib/domain/merchants/merchant-list-query'
import { nearMerchants } from '@/lib/domain/merchants/named-merchant'
import { keyset, keysetList, nameOrder, stepOrder } from '@/lib/server/lists/keyset'
import type { Ctx } from '@/lib/server/services'
import { listNamedMerchants, lookAlikesOf } from './data'
import type { FoundPending, MerchantChoice, MerchantListItem, MerchantsToPick } from './views'

type Looker = Pick<Ctx, 'db' | 'actor'>

const proposers = alias(users, 'proposers')

/** Sorted by name, or as requested. */
export const listMerchantPage = keysetList({
  table: merchants,
  id: merchants.merchantId,
  idOf: ({ merchantId }: MerchantListItem) => merchantId,
  keys: keyset<OwnMerchantKey>(
    {
      name: [sql`lower(${merchants.name})`, (name) => sql`lower(${name}::text)`],
      merchantId: merchants.merchantId,
    },
    'ascending',
  ),
  keyOf: ({ name, merchantId }) => ({ name, merchantId }),
  orders: {
    name: nameOrder(merchants.name, ({ name }: MerchantListItem) => name),
    id: { column: merchants.merchantId, of: ({ merchantId }) => merchantId },
    state: stepOrder(merchants.state, MERCHANT_STATES, ({ state }: MerchantListItem) => state),
  },
  where: (query: MerchantListQuery, { actor }: Looker) => foundBy(query, actor.id),
  select: selectMerchants,
})

async function selectMerchants({ db, actor }: Looker, found: SQL, order: SQL): Promise<MerchantListItem[]> {
  const rows = await db
    .select({ merchant: merchants, number: applications.number, proposedBy: proposers.name })
    .from(merchants)
    .leftJoin(applications, eq(applications.id, merchants.applicationId))
    .leftJoin(proposers, eq(proposers.id, merchants.proposedBy))
    .where(found)
    .orderBy(order)
  const confirms = can(actor.roles, 'merchants:confirm')
  const find = rows.some(({ merchant }) => isWaiting(merchant))
    ? lookAlikeFinder(await listNamedMerchants(db))
    : null
  return rows.map(({ merchant, number, proposedBy }) => ({
    merchantId: merchant.merchantId,
    name: merchant.name,
    state: merchant.state,
    confirmation: confirmationOf(merchant),
    split: merchant.split,
    application: merchant.applicationId && number !== null ? { id: merchant.applicationId, number } : null,
    version: merchant.version,
    proposedBy,
    mayConfirm: confirms && isWaiting(merchant) && !isOwnWork(merchant, actor.id),
    lookAlikes: find && isWaiting(merchant) ? lookAlikesOf(merchant, find) : [],
    updatedAt: merchant.updatedAt.toISOString(),
  }))
}

type MerchantFilter = Pick<MerchantListQuery, 'search' | 'state' | 'waiting'>

const foundBy = ({ search, state, waiting }: MerchantFilter, personId: string) => [
  search === '' ? undefined : fits(search),
  state === null ? undefined : eq(merchants.state, state),
  waiting === null ? undefined : WAITING,
  waiting === 'mine' ? notOwn(personId) : undefined,
]

const fits = (text: string): SQL | undefined =>
  or(
    sql`strpos(lower(${merchants.name}), lower(${text})) > 0`,
    sql`strpos(lower(${merchants.merchantId}), lower(${text})) > 0`,
  )

/** The same rule as `isWaiting` in lib/domain/merchants/confirmation.ts. Must match the index's condition too. */
const WAITING = and(
  or(isNull(merchants.confirmedAt), isNotNull(merchants.proposed)),
  isNotNull(merchants.proposedBy),
)

/** The opposite of `isOwnWork`. */
const notOwn = (personId: string): SQL | undefined =>
  and(
    ne(merchants.proposedBy, personId),
    or(
      isNotNull(merchants.confirmedAt),
      and(ne(merchants.createdBy, personId), sql`${personId}::uuid <> all (${merchants.workedOnBy})`),
    ),
  )

/** How many pending merchants this person may confirm, among those that match a filter or among all. */
export async function countWaitingFor(
  { db, actor }: Looker,
  filter: MerchantFilter = merchantList.all,
): Promise<number> {
  if (!can(actor.roles, 'merchants:confirm')) return 0
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(merchants)
    .where(and(WAITING, notOwn(actor.id), ...foundBy(filter, actor.id)))
  return row?.count ?? 0
}

/** The most payees and proposers that are named. */
const MOST_NAMED = 3

/**
 * Everything pending that matches a filter and that this person may confirm, on any page, and what they should know
 * about the merchants that they do not see. Leaves out merchants that look like another: those must be opened first.
 */
export async function findPending({ db, actor }: Looker, filter: MerchantFilter): Promise<FoundPending> {
  const rows = await db
    .select({ merchant: merchants, proposedBy: proposers.name })
    .from(merchants)
    .leftJoin(proposers, eq(proposers.id, merchants.proposedBy))
    .where(and(WAITING, notOwn(actor.id), ...foundBy(filter, actor.id)))
    .orderBy(merchants.merchantId)
    .limit(MOST_CONFIRMED + 1)
  const find = lookAlikeFinder(await listNamedMerchants(db))
  const pending = rows.slice(0, MOST_CONFIRMED)
  const clear = pending.filter(({ merchant }) => lookAlikesOf(merchant, find).length === 0)
  const payees = clear.flatMap(({ merchant: { merchantId, split, proposed } }) =>
    (proposed?.split ?? split).flatMap((share) =>
      share.merchantId === merchantId ? [] : [share.merchantId],
    ),
  )
  return {
    merchants: clear.map(({ merchant: { merchantId, version } }) => ({ merchantId, version })),
    changes: clear.filter(({ merchant }) => merchant.confirmedAt !== null).length,
    lookAlikes: pending.length - clear.length,
    hasMore: rows.length > pending.length,
    proposers: mostOften(clear.map(({ proposedBy }) => proposedBy ?? 'Unknown')),
    payees: mostOften(payees),
  }
}

function mostOften(names: readonly string[]): FoundPending['payees'] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  const all = [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => b.count - a.count)
  return { named: all.slice(0, MOST_NAMED), others: Math.max(0, all.length - MOST_NAMED) }
}

/** As many as a person can take in at a glance. */
const CHOICES = 12

/**
 * Suggestions for a merchant field: the merchant with exactly this ID first, then those whose name or ID contains the
 * text. If there are none, similar merchants, of which the person must pick one.
 */
export async function listMerchantsForPicker(db: DbOrTx, text: string): Promise<MerchantsToPick> {
  const search = text.trim()
  const choices = await selectChoices(
    db,
    search,
    search === '' ? ne(merchants.state, 'closed') : fits(search),
  )
  if (choices.length > 0 || search === '') return { choices, areNear: false }
  const near = nearMerchants(search, await listNamedMerchants(db)).slice(0, CHOICES)
  const ids = near.map(({ merchantId }) => merchantId)
  return { choices: await selectChoices(db, search, inArray(merchants.merchantId, ids)), areNear: true }
}

async function selectChoices(
  db: DbOrTx,
  search: string,
  condition: SQL | undefined,
): Promise<MerchantChoice[]> {
  const rows = await db
    .select({
      merchantId: merchants.merchantId,
      name: merchants.name,
      state: merchants.state,
      confirmedAt: merchants.confirmedAt,
    })
    .from(merchants)
    .where(condition)
    .orderBy(
      sql`${merchants.merchantId} = ${search} desc, lower(${merchants.merchantId}) = lower(${search}) desc,
        ${merchants.state} = 'closed', lower(${merchants.name}), ${merchants.merchantId}`,
    )
    .limit(CHOICES)
  return rows.map(toChoice)
}

const toChoice = ({
  merchantId,
  name,
  ...row
}: Pick<typeof merchants.$inferSelect, 'merchantId' | 'name' | 'state' | 'confirmedAt'>): MerchantChoice => ({
  merchantId,
  name,
  payable: payableOf(row),
})

/** For the command palette; `more`: the list shows others. */
export async function searchMerchants(
  ctx: Looker,
  text: string,
  most: number,
): Promise<{ items: MerchantListItem[]; more: boolean }> {
  const { items, after } = await listMerchantPage(ctx, { ...merchantList.all, search: text }, most)
  return { items, more: after !== null }
}
