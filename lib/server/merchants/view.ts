import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { DbOrTx } from '@/lib/db/client'
import { callbackReceivers } from '@/lib/db/schema/callbacks'
import { auditLog } from '@/lib/db/schema/desk'
import { merchants } from '@/lib/db/schema/merchants'
import { users } from '@/lib/db/schema/people'
import { isMerchantAction } from '@/lib/domain/access/audit-action'
import { can } from '@/lib/domain/access/permissions'
import { callbackList } from '@/lib/domain/callbacks/callback-list-query'
import { type SalesGroup, salesAccount } from '@/lib/domain/callbacks/sales-account'
import type { BatchPurpose, BatchStatus } from '@/lib/domain/funding/batch'
import type { BatchMoney } from '@/lib/domain/funding/batch-money'
import { changeWords, wasOfMerchant } from '@/lib/domain/funding/change'
import { isBoardingOpen } from '@/lib/domain/merchants/boarded'
import { confirmationOf, isOwnWork, isStop, isWaiting, payableOf } from '@/lib/domain/merchants/confirmation'
import { lookAlikeFinder } from '@/lib/domain/merchants/look-alike'
import type { MerchantTerms } from '@/lib/domain/merchants/merchant'
import { termsChanges } from '@/lib/domain/merchants/terms-changes'
import { DeskError } from '@/lib/errors'
import { listCallbackPage } from '@/lib/server/callbacks/log/list'
import { listAgeing } from '@/lib/server/sales/ageing'
import { isClosed } from '@/lib/server/sales/open-failures'
import { requestOfLine } from '@/lib/server/sales/query-parts'
import { isRefusedSale } from '@/lib/server/sales/refused-sales'
import { businessTodayOf, type Ctx } from '@/lib/server/services'
import { listHeldFor } from './accepted-history'
import { getMerchant, listNamedMerchants, lookAlikesOf, numbersOf, termsOf } from './data'
import type {
  ApplicationMerchant,
  MerchantBatch,
  MerchantHistoryEntry,
  MerchantTermsView,
  MerchantView,
} from './views'

/** Everything on a merchant's page. Throws `not-found`. */
export async function viewMerchant(ctx: Ctx, merchantId: string): Promise<MerchantView> {
  const row = await getMerchant(ctx.db, merchantId)
  if (!row) throw new DeskError('not-found')
  const { db, actor } = ctx
  const may = (permission: Parameters<typeof can>[1]) => can(actor.roles, permission)
  const seesFunding = may('funding:read')
  const today = businessTodayOf(ctx)
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

/** As `auditMerchant` writes them. */
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
  return rows.flatMap(({ at, action, ...row }) =>
    isMerchantAction(action) ? [{ ...row, action, at: at.toISOString() }] : [],
  )
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

async function viewSales(ctx: Ctx, merchantId: string): Promise<NonNullable<MerchantView['sales']>> {
  const { db, actor } = ctx
  const seesMoney = can(actor.roles, 'funding:read')
  const profileIds = (await listReceiversOf(db, merchantId)).map(({ profileId }) => profileId)
  if (profileIds.length === 0) return { accounts: [], latest: [] }
  const groups = await listSalesGroups(ctx, merchantId, profileIds, seesMoney)
  const pages = await Promise.all(
    profileIds.map((profileId) =>
      listCallbackPage(ctx, { ...callbackList.all, profileId, merchantId }, seesMoney),
    ),
  )
  return {
    accounts: profileIds.map((profileId) => ({
      ...salesAccount(groups.get(profileId) ?? []),
      profileId,
      label: labelOf(ctx, profileId),
      seesLeft: seesMoney,
    })),
    latest: pages
      .flatMap(({ items }) => items)
      .sort((one, other) => (one.receivedAt < other.receivedAt ? 1 : -1))
      .slice(0, LATEST_SALES),
  }
}

const labelOf = ({ funding }: Pick<Ctx, 'funding'>, profileId: string): string =>
  funding.profiles.find((profile) => profile.profileId === profileId)?.label ?? profileId

/**
 * The merchant's approved sales by profile, grouped as the account needs. `seesMoney`: includes the rest of partly
 * funded sales.
 */
async function listSalesGroups(
  { db, funding }: Pick<Ctx, 'db' | 'funding'>,
  merchantId: string,
  profileIds: readonly string[],
  seesMoney: boolean,
): Promise<Map<string, SalesGroup[]>> {
  const { rows } = await db.execute<
    Pick<SalesGroup, 'state' | 'funding' | 'amount' | 'sales'> & {
      profile_id: string
      currency_code: string
      batch_status: BatchStatus | null
      is_other_amount: boolean
      is_refused: boolean
      amount_minor: string
      left_sales: number
      left_minor: string
    }
  >(sql`
    select events.profile_id, events.currency_code, events.state, events.funding, batches.status as batch_status,
      case when events.amount_minor is null then 'none' when events.amount_minor > 0 then 'some' else 'zero' end as amount,
      'link-amount-differs' = any (anomalies) as is_other_amount,
      events.funding = 'unfunded' and ${isRefusedSale({ funding }, sql`events.n`)} as is_refused,
      count(*)::int as sales, coalesce(sum(events.amount_minor), 0)::text as amount_minor,
      (count(*) filter (where left_minor > 0))::int as left_sales, coalesce(sum(left_minor), 0)::text as left_minor
    from callback_events events left join funding_batches batches on batches.id = events.funding_batch_id
    where ${inArray(sql`events.profile_id`, [...profileIds])} and events.merchant_id = ${merchantId}
      and events.funding <> 'none'
    group by 1, 2, 3, 4, 5, 6, 7, 8`)
  return Map.groupBy(
    rows.map(
      ({ profile_id, currency_code, batch_status, is_other_amount, is_refused, left_sales, ...row }) => ({
        profileId: profile_id,
        state: row.state,
        funding: row.funding,
        amount: row.amount,
        sales: row.sales,
        currencyCode: currency_code,
        batchStatus: batch_status,
        isRefused: is_refused,
        anomalies: is_other_amount ? (['link-amount-differs'] as const) : [],
        amountMinor: Number(row.amount_minor),
        left: seesMoney
          ? { sales: left_sales, amountMinor: Number(row.left_minor) }
          : { sales: 0, amountMinor: 0 },
      }),
    ),
    ({ profileId }) => profileId,
  )
}

const LATEST_BATCHES = 20

async function viewFunding(
  ctx: Ctx,
  merchantId: string,
  today: string,
): Promise<NonNullable<MerchantView['funding']>> {
  const { db } = ctx
  const [ageing, batches, held] = await Promise.all([
    listAgeing(ctx, today, merchantId),
    db.execute<{
      id: string
      number: number
      name: string
      status: BatchStatus
      succeeded: number
      failed: number
      isClosed: boolean
      purpose: BatchPurpose
      at: string
      lines: number
      amount_minor: string
      accepted_minor: string
      money: BatchMoney | null
    }>(sql`
      with latest as materialized (
        select * from funding_batches
        where id in (select batch_id from funding_lines where merchant_id = ${merchantId})
        order by number desc limit ${LATEST_BATCHES}
      )
      select batches.id, batches.number::int as number, batches.name, batches.status,
        batches.succeeded, batches.failed, (select ${isClosed} from funding_batches where id = batches.id) as "isClosed", batches.purpose,
        to_char(batches.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
        paid.lines, paid.amount_minor::text, paid.accepted_minor::text,
        case when (batches.money->>'changeCount')::int > 0 then batches.money end as money
      from latest batches join (
        select lines.batch_id, count(*)::int as lines, coalesce(sum(amount_minor), 0) as amount_minor,
          coalesce(sum(amount_minor) filter (
            where requests.state = 'accepted' and failures.transaction_no is null
          ), 0) as accepted_minor
        from funding_lines lines
          left join funding_requests requests on ${requestOfLine}
          left join funding_failures failures
            on failures.batch_id = lines.batch_id and failures.transaction_no = lines.transaction_no
        where lines.merchant_id = ${merchantId} and lines.batch_id in (select id from latest)
        group by lines.batch_id
      ) paid on paid.batch_id = batches.id
      order by batches.number desc`),
    listHeldFor(ctx, merchantId),
  ])
  return {
    held,
    ageing,
    batches: batches.rows.map(({ amount_minor, accepted_minor, money, ...batch }): MerchantBatch => {
      const isOver = batch.status === 'done' || batch.status === 'stopped'
      const isInPart = isOver && batch.succeeded + batch.failed > 0 && accepted_minor !== amount_minor
      const amountMinor = isInPart ? accepted_minor : amount_minor
      return {
        ...batch,
        amountMinor: Number(amountMinor),
        approvedMinor: isInPart ? Number(amount_minor) : null,
        // What was held before is stored for the whole approved batch, not for the accepted part.
        moved: isInPart ? null : changeWords(money && wasOfMerchant(money, merchantId), BigInt(amountMinor)),
      }
    }),
  }
}

/** The merchants created from an application, in their current state. */
export async function listMerchantsOf(
  { db, actor }: Pick<Ctx, 'db' | 'actor'>,
  applicationId: string,
): Promise<ApplicationMerchant[]> {
  const rows = await db
    .select()
    .from(merchants)
    .where(eq(merchants.applicationId, applicationId))
    .orderBy(asc(merchants.createdAt), asc(merchants.merchantId))
  const seesSales = can(actor.roles, 'callbacks:read')
  return Promise.all(
    rows.map(async (row) => ({
      merchantId: row.merchantId,
      name: row.name,
      state: row.state,
      confirmation: confirmationOf(row),
      receivers: seesSales ? await listReceiversOf(db, row.merchantId) : [],
    })),
  )
}
