import { and, asc, between, eq, isNotNull, isNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import {
  callbackDeliveries,
  callbackEvents,
  callbackKeys,
  callbackReceivers,
} from '@/lib/db/schema/callbacks'
import { fundingBatches, fundingLines } from '@/lib/db/schema/funding'
import { users } from '@/lib/db/schema/people'
import { can, type Permission } from '@/lib/domain/access/permissions'
import { redactBody } from '@/lib/domain/callbacks/redact'
import { DAY_MS } from '@/lib/domain/values/calendar'
import { log } from '@/lib/log'
import { classifyWaiting } from '@/lib/server/callbacks/log/classify'
import { resolveConflict } from '@/lib/server/callbacks/log/decisions'
import { createReceiver } from '@/lib/server/callbacks/receivers/receivers'
import { restateMoney } from '@/lib/server/funding/submit'
import { markOutside } from '@/lib/server/sales/mark-outside'
import type { Ctx, Services } from '@/lib/server/services'
import { type BatchedSale, buildCallbacks, RARE, SHOPS, shopOf, transactionId } from './sales'

const HOUR_MS = 3_600_000

/** As the demonstration's service would have one: kept for documentation (RFC 5737). */
const SERVICE_ADDRESS = '203.0.113.20'

/**
 * Four hundred callbacks over two months, stored as the receiver stores them and read by the classifier that reads
 * them all; the sales of the demonstration's batches are among them. Once, after the receiver and the batches.
 */
export async function seedCallbacks(services: Services): Promise<void> {
  const [some] = await services.db.select({ n: callbackDeliveries.n }).from(callbackDeliveries).limit(1)
  if (some) return
  const startedAt = Date.now()
  const admin = await findPerson(services, 'admin:settings')
  const finance = await findPerson(services, 'callbacks:reprocess', 'funding:write')
  if (!admin || !finance) return
  const keys = await openReceivers(admin)
  const rows = buildCallbacks(startedAt, await listBatchedSales(services)).flatMap(({ shop, at, fields }) => {
    const keyId = keys.get(nameOf(shop))
    if (keyId === undefined) return []
    const kept = redactBody(Buffer.from(String(new URLSearchParams(fields))))
    return { ...kept, keyId, receivedAt: new Date(at), address: SERVICE_ADDRESS }
  })
  if (rows.length === 0) return
  await services.db.insert(callbackDeliveries).values(rows)
  await dateKeys(services)
  while ((await classifyWaiting(services)) > 0);
  await resolveRare(finance)
  await restateAll(finance)
  await markPaidOutside(finance, startedAt)
  log.info({ callbacks: rows.length, ms: Date.now() - startedAt }, 'demonstration callbacks are in place')
}

/** No key was used before it was made: each was made, with its receiver, on the day before its first callback. */
async function dateKeys({ db }: Services): Promise<void> {
  const firstOf = (of: SQL) =>
    sql`(select min(${callbackDeliveries.receivedAt}) - interval '1 day' from ${callbackDeliveries}
      join ${callbackKeys} as used on used.id = ${callbackDeliveries.keyId} where ${of})`
  const ofKey = firstOf(sql`used.id = ${callbackKeys}.id`)
  const ofReceiver = firstOf(sql`used.receiver_id = ${callbackReceivers}.id`)
  await db.update(callbackKeys).set({ createdAt: sql`least(${callbackKeys.createdAt}, ${ofKey})` })
  await db
    .update(callbackReceivers)
    .set({ createdAt: sql`least(${callbackReceivers.createdAt}, ${ofReceiver})` })
}

/** The batches were submitted before their sales were told of: approvers are shown them as the log has them. */
const restateAll = (ctx: Ctx): Promise<void> =>
  ctx.db.transaction(async (tx) => {
    const submitted = await tx.select().from(fundingBatches).where(isNotNull(fundingBatches.money))
    for (const batch of submitted) await restateMoney(ctx, tx, batch)
  })

async function findPerson(services: Services, ...needed: Permission[]): Promise<Ctx | null> {
  const staff = await services.db.select().from(users).where(eq(users.active, true)).orderBy(users.email)
  const person = staff.find(({ roles }) => needed.every((permission) => can(roles, permission)))
  if (!person) return null
  return { ...services, actor: { ...person, sessionId: 'demonstration' }, requestId: 'demonstration' }
}

const nameOf = ({ profileId, merchantId }: { profileId: string; merchantId: string }): string =>
  `${profileId} ${merchantId}`

/** Makes the receivers that are not there yet, and gives a key of each. */
async function openReceivers(admin: Ctx): Promise<Map<string, string>> {
  const there = await listKeys(admin)
  for (const shop of SHOPS) {
    const { profileId, merchantId, label } = shop
    if (!there.has(nameOf(shop))) await createReceiver(admin, { profileId, merchantId, label, allowed: '' })
  }
  return listKeys(admin)
}

async function listKeys({ db }: Services): Promise<Map<string, string>> {
  const rows = await db
    .select({
      profileId: callbackReceivers.profileId,
      merchantId: callbackReceivers.merchantId,
      keyId: callbackKeys.id,
    })
    .from(callbackKeys)
    .innerJoin(callbackReceivers, eq(callbackReceivers.id, callbackKeys.receiverId))
    .where(isNull(callbackKeys.revokedAt))
  return new Map(rows.map((row) => [nameOf(row), row.keyId]))
}

/** Whose batch stopped because of it: see seed-funding.ts. */
const SUSPENDED_PROFILE = '941000000004'

/** In cents. What is more is an advance, and no sale at a till. */
const LARGEST_SALE = 100_000

/** What the batches fund, but for what the partner does not know or would not have reported. */
async function listBatchedSales({ db }: Services): Promise<BatchedSale[]> {
  const lines = await db
    .select({
      profileId: fundingBatches.profileId,
      batchedAt: fundingBatches.createdAt,
      transactionId: fundingLines.transactionId,
      reference: fundingLines.retrievalReferenceNumber,
      merchantId: fundingLines.merchantId,
      amountMinor: fundingLines.amountMinor,
    })
    .from(fundingLines)
    .innerJoin(fundingBatches, eq(fundingBatches.id, fundingLines.batchId))
    .where(and(isNull(fundingBatches.parentId), ne(fundingBatches.status, 'discarded')))
    .orderBy(asc(fundingBatches.number), asc(fundingLines.row))
  const bySale = Map.groupBy(lines, (line) => saleOf(line)?.tranId)
  return [...bySale.values()].flatMap((parts) => {
    const [first] = parts
    const sale = first && saleOf(first)
    const amountMinor = parts.reduce((sum, part) => sum + Number(part.amountMinor ?? 0), 0)
    if (!sale || amountMinor === 0 || amountMinor > LARGEST_SALE) return []
    const { profileId, merchantId, batchedAt } = first
    // Split over merchants, it is the profile's.
    const shop = shopOf(profileId, parts.length === 1 ? merchantId : '')
    return { ...sale, shop, amountMinor, batchedAt: batchedAt.getTime() }
  })
}

/** contract.md, "The sandbox": a credit by its id, a debit also by its reference number. */
function saleOf(line: {
  transactionId: string
  reference: string
}): Pick<BatchedSale, 'tranId' | 'retrievalReferenceNumber'> | null {
  const [, series, digits = ''] = /^SBX-([CD])-(\d{6})$/.exec(line.transactionId) ?? []
  const debit = series === 'D' ? digits : /^9\d{5}(\d{6})$/.exec(line.reference)?.[1]
  if (debit !== undefined) {
    return {
      tranId: transactionId('D', Number(debit)),
      retrievalReferenceNumber: `9${debit.padStart(11, '0')}`,
    }
  }
  return series === 'C'
    ? { tranId: line.transactionId, retrievalReferenceNumber: `7${digits.padStart(11, '0')}` }
    : null
}

/** Of two conflicts, one that someone has resolved: what was told first stands. */
async function resolveRare(finance: Ctx): Promise<void> {
  const [event] = await finance.db
    .select({
      n: callbackEvents.n,
      deliveries: callbackEvents.deliveries,
      contentN: callbackEvents.contentN,
      at: callbackEvents.lastReceivedAt,
    })
    .from(callbackEvents)
    .where(eq(callbackEvents.tranId, RARE.resolved))
  if (!event) return
  const { at, ...seen } = event
  await resolveConflict(
    { ...finance, now: () => new Date(at.getTime() + 18 * HOUR_MS) },
    {
      ...seen,
      version: 0,
      note: 'The shop has the receipt: 126.50. The second notice was a clerk’s mistake.',
    },
  )
}

/**
 * While the profile of the online shops was suspended, and before the desk was in use, sales were paid out on the
 * partner's own pages.
 */
async function markPaidOutside(finance: Ctx, now: number): Promise<void> {
  const daysAgo = (days: number) => new Date(now - days * DAY_MS)
  const sales = async (...conditions: SQL[]): Promise<number[]> => {
    const rows = await finance.db
      .select({ n: callbackEvents.n })
      .from(callbackEvents)
      .where(and(eq(callbackEvents.funding, 'unfunded'), ...conditions))
    return rows.map(({ n }) => n)
  }
  const suspended = await sales(
    eq(callbackEvents.profileId, SUSPENDED_PROFILE),
    between(callbackEvents.receivedAt, daysAgo(14), daysAgo(5)),
  )
  const early = await sales(lt(callbackEvents.receivedAt, daysAgo(35)))
  await mark(
    finance,
    suspended,
    daysAgo(4),
    'Paid out on the partner’s own pages: the profile was suspended.',
  )
  await mark(finance, early, daysAgo(33), 'Paid out before the desk was in use.')
}

async function mark(finance: Ctx, sales: number[], at: Date, note: string): Promise<void> {
  if (sales.length > 0) await markOutside({ ...finance, now: () => at }, { sales, note })
}
