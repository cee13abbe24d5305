import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { DbOrTx } from '@/lib/db/client'
import { auditLog, callbackEvents, callbackReceivers, merchants, users } from '@/lib/db/schema/desk'
import { can } from '@/lib/domain/access/permissions'
import { ALL_CALLBACKS } from '@/lib/domain/callbacks/callback-list-query'
import type { BatchStatus } from '@/lib/domain/funding/batch'
import { isBoardingOpen } from '@/lib/domain/merchants/boarded'
import { confirmationOf, isOwnWork, isStop, isWaiting, payableOf } from '@/lib/domain/merchants/confirmation'
import { lookAlikeFinder } from '@/lib/domain/merchants/look-alike'
import type { MerchantTerms } from '@/lib/domain/merchants/merchant'
import { termsChanges } from '@/lib/domain/merchants/terms-changes'
import { DeskError } from '@/lib/errors'
import { listAgeing } from '@/lib/server/callbacks/ageing'
import { listCallbackPage } from '@/lib/server/callbacks/list'
import { type Ctx, todayOf } from '@/lib/server/world'
import { getMerchant, listNamedMerchants, lookAlikesOf, numbersOf, termsOf } from './data'
import type {
  ApplicationMerchant,
  MerchantBatch,
  MerchantHistoryEntry,
  MerchantTermsView,
  MerchantView,
} from './views'

/** Everything that the page of one merchant shows. Throws `not-found`. */
export async function viewMerchant(ctx: Ctx, merchantId: string): Promise<MerchantView> {
  const row = await getMerchant(ctx.db, merchantId)
  if (!row) throw new DeskError('not-found')
  const { db, actor } = ctx
  const may = (permission: Parameters<typeof can>[1]) => can(actor.roles, permission)
  const seesFunding = may('funding:read')
  const today = todayOf(ctx)
  const [people, entries, receivers, sales, funding] = await Promise.all([
    namesOf(db, [row.proposedBy, row.confirmedBy, row.createdBy]),
    listEntries(db, merchantId),
    may('callbacks:read') ? listReceiversOf(db, merchantId) : [],
    may('callbacks:read') ? viewSales(ctx, merchantId) : null,
    seesFunding ? viewFunding(ctx, merchantId, today) : null,
  ])
  const nameOf = (id: string | null) => (id === null ? '' : (people.get(id) ?? 'Unknown person'))
  const numbers = await numbersOf(db, [
    row.applicationId,
    row.proposed?.applicationId ?? null,
    ...entries.flatMap(({ detail }) => [
      termsIn(detail.before)?.applicationId ?? null,
      termsIn(detail.after)?.applicationId ?? null,
    ]),
  ])
  const numberOf = (id: string) => `A-${numbers.get(id)?.number ?? '?'}`
  const view = ({ applicationId, ...terms }: MerchantTerms): MerchantTermsView => {
    const application = applicationId === null ? undefined : numbers.get(applicationId)
    return {
      ...terms,
      application: applicationId !== null && application ? { id: applicationId, ...application } : null,
    }
  }
  const terms = termsOf(row)
  const confirmation = confirmationOf(row)
  const isOwn = isWaiting(row) && isOwnWork(row, actor.id)
  const mayWrite = may('merchants:write')
  const latest = row.proposed ?? terms
  const lookAlikes =
    confirmation === 'confirmed' ? [] : lookAlikesOf(row, lookAlikeFinder(await listNamedMerchants(db)))
  return {
    ...view(terms),
    merchantId,
    version: row.version,
    confirmation,
    payable: payableOf(row),
    proposal: row.proposed && {
      by: nameOf(row.proposedBy),
      at: (row.proposedAt ?? row.updatedAt).toISOString(),
      changes: termsChanges(merchantId, terms, row.proposed, numberOf),
      terms: view(row.proposed),
    },
    entered: { by: nameOf(row.createdBy), at: row.createdAt.toISOString() },
    confirmed: row.confirmedAt && { by: nameOf(row.confirmedBy), at: row.confirmedAt.toISOString() },
    names: await merchantNames(
      db,
      [...terms.split, ...latest.split].map((share) => share.merchantId),
    ),
    may: {
      change: mayWrite && (confirmation === 'rejected' || !isWaiting(row) || row.proposedBy === actor.id),
      stop: mayWrite ? (['paused', 'closed'] as const).filter((state) => isStop(row.state, state)) : [],
      reactivate: mayWrite && confirmation === 'confirmed' && row.state !== 'active',
      confirm: may('merchants:confirm') && isWaiting(row) && !isOwn,
      withdraw: mayWrite && (isOwn || confirmation === 'rejected'),
    },
    isOwn,
    lookAlikes,
    isBoardingOpen:
      latest.applicationId !== null && isBoardingOpen(numbers.get(latest.applicationId) ?? { stage: null }),
    receivers,
    maySetReceivers: may('admin:settings'),
    sales,
    funding,
    today,
    history: entries.map(({ id, at, by, action, detail }) => {
      const before = termsIn(detail.before)
      const after = termsIn(detail.after)
      return {
        id,
        at,
        by,
        action,
        changes: before && after ? termsChanges(merchantId, before, after, numberOf) : [],
        differsFrom: Array.isArray(detail.differsFrom) ? detail.differsFrom.map(String) : [],
        note: typeof detail.note === 'string' && detail.note !== '' ? detail.note : null,
      }
    }),
  }
}

/** As `auditMerchant` wrote it. */
const termsIn = (value: unknown): MerchantTerms | null =>
  typeof value === 'object' && value !== null && 'split' in value ? (value as MerchantTerms) : null

async function namesOf(db: DbOrTx, ids: readonly (string | null)[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(
      inArray(
        users.id,
        ids.filter((id) => id !== null),
      ),
    )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

async function merchantNames(db: DbOrTx, ids: readonly string[]): Promise<Record<string, string>> {
  if (ids.length === 0) return {}
  const rows = await db
    .select({ merchantId: merchants.merchantId, name: merchants.name })
    .from(merchants)
    .where(inArray(merchants.merchantId, [...new Set(ids)]))
  return Object.fromEntries(rows.map(({ merchantId, name }) => [merchantId, name]))
}

type Entry = Omit<MerchantHistoryEntry, 'changes' | 'note' | 'differsFrom'> & {
  detail: Record<string, unknown>
}

async function listEntries(db: DbOrTx, merchantId: string): Promise<Entry[]> {
  const rows = await db
    .select({
      id: auditLog.id,
      at: auditLog.at,
      by: users.name,
      action: auditLog.action,
      detail: auditLog.detail,
    })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(and(eq(auditLog.subjectType, 'merchant'), eq(auditLog.subjectId, merchantId)))
    .orderBy(desc(auditLog.id))
    .limit(200)
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}

const listReceiversOf = (db: DbOrTx, merchantId: string) =>
  db
    .select({
      id: callbackReceivers.id,
      label: callbackReceivers.label,
      profileId: callbackReceivers.profileId,
    })
    .from(callbackReceivers)
    .where(eq(callbackReceivers.merchantId, merchantId))
    .orderBy(asc(callbackReceivers.label), asc(callbackReceivers.id))

const LATEST_SALES = 10

async function viewSales(
  { db, actor }: Ctx,
  merchantId: string,
): Promise<NonNullable<MerchantView['sales']>> {
  const seesMoney = can(actor.roles, 'funding:read')
  const receivers = await listReceiversOf(db, merchantId)
  if (receivers.length === 0) return { count: 0, amountMinor: 0, latest: [] }
  // By profile and merchant, as the index of the log has them.
  const [sums] = await db
    .select({
      count: sql<number>`count(*)::int`,
      amountMinor: sql<string>`coalesce(sum(${callbackEvents.amountMinor}), 0)::text`,
    })
    .from(callbackEvents)
    .where(
      and(
        inArray(
          callbackEvents.profileId,
          receivers.map(({ profileId }) => profileId),
        ),
        eq(callbackEvents.merchantId, merchantId),
        // What is no approved sale brings no money.
        sql`${callbackEvents.funding} <> 'none'`,
      ),
    )
  const pages = await Promise.all(
    receivers.map(({ profileId }) =>
      listCallbackPage(db, { ...ALL_CALLBACKS, profileId, merchantId }, seesMoney),
    ),
  )
  return {
    count: sums?.count ?? 0,
    amountMinor: Number(sums?.amountMinor ?? 0),
    latest: pages
      .flatMap(({ items }) => items)
      .sort((one, other) => (one.receivedAt < other.receivedAt ? 1 : -1))
      .slice(0, LATEST_SALES),
  }
}

const LATEST_BATCHES = 20

async function viewFunding(
  { db }: Ctx,
  merchantId: string,
  today: string,
): Promise<NonNullable<MerchantView['funding']>> {
  const [ageing, batches, funded] = await Promise.all([
    listAgeing(db, today, merchantId),
    db.execute<{
      id: string
      number: number
      name: string
      status: BatchStatus
      at: string
      lines: number
      amount_minor: string
    }>(sql`
      select batches.id, batches.number::int as number, batches.name, batches.status,
        to_char(batches.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
        paid.lines, paid.amount_minor::text
      from (
        select batch_id, count(*)::int as lines, coalesce(sum(amount_minor), 0) as amount_minor
        from funding_lines where merchant_id = ${merchantId} group by batch_id
      ) paid
        join funding_batches batches on batches.id = paid.batch_id
      order by batches.number desc limit ${LATEST_BATCHES}`),
    sumFunded(db, merchantId),
  ])
  return {
    fundedMinor: funded,
    ageing,
    batches: batches.rows.map(
      ({ amount_minor, ...batch }): MerchantBatch => ({ ...batch, amountMinor: Number(amount_minor) }),
    ),
  }
}

/**
 * Cents that the partner holds for this merchant: of each transaction what the latest accepted request said (interface,
 * "Funding endpoint": create or modify). What failed, or was refused as a whole, changed nothing there.
 */
async function sumFunded(db: DbOrTx, merchantId: string): Promise<number> {
  const { rows } = await db.execute<{ amount_minor: string }>(sql`
    select coalesce(sum(amount_minor), 0)::text as amount_minor from (
      select distinct on (batches.profile_id, lines.transaction_id, lines.retrieval_reference_number)
        lines.amount_minor
      from funding_lines lines
        join funding_batches batches on batches.id = lines.batch_id
        join funding_requests requests on requests.batch_id = lines.batch_id and requests.state = 'accepted'
          and lines.transaction_no between requests.first_transaction and requests.last_transaction
        join lateral (
          select max(sequence) as sequence from funding_attempts attempts
          where attempts.batch_id = requests.batch_id and attempts.request = requests.n
        ) latest on true
      where lines.merchant_id = ${merchantId} and not exists (
        select from funding_failures failures
        where failures.batch_id = lines.batch_id and failures.transaction_no = lines.transaction_no
      )
      order by batches.profile_id, lines.transaction_id, lines.retrieval_reference_number, latest.sequence desc
    ) held`)
  return Number(rows[0]?.amount_minor ?? 0)
}

/** The merchants that an application became, as they stand. */
export async function listMerchantsOf(db: DbOrTx, applicationId: string): Promise<ApplicationMerchant[]> {
  const rows = await db
    .select()
    .from(merchants)
    .where(eq(merchants.applicationId, applicationId))
    .orderBy(asc(merchants.createdAt), asc(merchants.merchantId))
  return rows.map((row) => ({
    merchantId: row.merchantId,
    name: row.name,
    state: row.state,
    confirmation: confirmationOf(row),
  }))
}
