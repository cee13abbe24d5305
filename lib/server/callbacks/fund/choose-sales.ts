import { and, eq, ne, sql } from 'drizzle-orm'
import type { DbOrTx } from '@/lib/db/client'
import { callbackEvents } from '@/lib/db/schema/callbacks'
import { fundingBatches } from '@/lib/db/schema/funding'
import type { CallbackListQuery } from '@/lib/domain/callbacks/callback-list-query'
import { type Ineligible, ineligibleReason } from '@/lib/domain/callbacks/ineligible'
import {
  type Directory,
  type DirectoryMerchant,
  type SalesSplit,
  type SplitSale,
  splitSale,
} from '@/lib/domain/callbacks/split-sale'
import type { ProfileView } from '@/lib/domain/funding/check-batch'
import { MAX_LINES, MAX_TRANSACTIONS } from '@/lib/domain/funding/limits'
import type { SplitAmount, SplitShare } from '@/lib/domain/funding/split'
import { DeskError } from '@/lib/errors'
import { everyCondition, type LogDesk } from '@/lib/server/callbacks/log/list'
import { findProfile } from '@/lib/server/funding/profiles'
import { listDirectory } from '@/lib/server/sales/directory'
import type { SaleBatch } from '@/lib/server/sales/views'
import type { Ctx } from '@/lib/server/services'

/** The numbers of sales, or a query of the log: all unfunded sales that it finds. */
export type WantedSales = readonly number[] | CallbackListQuery

/** A split that may still be incomplete: null means not chosen, `shares: null` not entered. */
export type AskedSplit =
  | Extract<SalesSplit, { by: 'merchant' }>
  | { by: 'shares'; shares: readonly SplitShare[] | null }
  | null

export type ReadySale = {
  n: number
  tranId: string
  merchantId: string
  amountMinor: number
  receivedAt: Date
  /** Empty until a split is chosen. */
  amounts: SplitAmount[]
}

export type IneligibleMerchant = { merchantId: string; name: string; sales: number; payee: string | null }

export type IneligibleCount = {
  reason: Ineligible
  sales: number
  /** Cents, without sales whose amount is unknown. */
  amountMinor: number
  /** Some of the batches that have them. */
  batches: SaleBatch[]
  /** The merchants with the most of these sales, and how many merchants there are in all. */
  merchants: IneligibleMerchant[]
  merchantCount: number
}

export type ChooseRefusal = {
  ok: false
  reason: 'nothing' | 'several-profiles' | 'no-profile'
  message: string
  leftOut?: IneligibleCount[]
}

export type ChosenSales = {
  ok: true
  /** Oldest first. */
  ready: ReadySale[]
  leftOut: IneligibleCount[]
  /** Sales that do not fit into one batch. */
  remaining: number
  profile: ProfileView
  split: Exclude<AskedSplit, null>
  directory: Directory
  /** About all sales that can be funded, including those that cannot be split. */
  fundable: {
    hasMerchants: boolean
    /** `out`: numbers of the sales that have no split. */
    noMerchant: { sales: number; amountMinor: number; out: number[] }
    smallest: { tranId: string; amountMinor: number }
  }
}

/** How many sales one query reads. */
const PAGE = 2 * MAX_TRANSACTIONS

/** Which of the wanted sales can be funded and split, oldest first, and why the others cannot. */
export async function chooseSales(
  ctx: Ctx,
  db: DbOrTx,
  wanted: WantedSales,
  asked: AskedSplit,
): Promise<ChosenSales | ChooseRefusal> {
  const numbers = isQuery(wanted) ? null : new Set(wanted).size
  const profileIds = new Set<string>()
  const sorter = new Sorter(asked)
  let previewed = 0
  let last: SaleRow | undefined
  do {
    const rows = await selectSales({ ...ctx, db }, wanted, last)
    for (const { profileId } of rows) profileIds.add(profileId)
    if (profileIds.size > 1) return severalProfiles(ctx, [...profileIds])
    await sorter.sort(db, rows)
    previewed += rows.length
    last = rows.length < PAGE ? undefined : rows.at(-1)
    if (!last && numbers !== null && previewed < numbers) throw new DeskError('not-found')
  } while (last && !sorter.isFull)
  const [profileId] = profileIds
  const { ready, leftOut, fundable, split } = sorter
  if (profileId === undefined || fundable.smallest === null || split === null) {
    return { ok: false, reason: 'nothing', message: NOTHING, leftOut: leftOut() }
  }
  const profile = findProfile(ctx, profileId)
  if (!profile) {
    return {
      ok: false,
      reason: 'no-profile',
      message: `The funding profile ${profileId} of these sales is not configured. Ask an admin to configure it.`,
    }
  }
  const unseen = last ? (numbers ?? (await countSales({ ...ctx, db }, wanted))) - previewed : 0
  return {
    ok: true,
    ready,
    leftOut: leftOut(),
    remaining: sorter.beyond + Math.max(0, unseen),
    profile,
    split,
    directory: sorter.directory,
    fundable: { ...fundable, smallest: fundable.smallest },
  }
}

const NOTHING = 'None of these sales can be funded now. Filter the log by “Unfunded” to see those that can.'

const severalProfiles = ({ funding }: Pick<Ctx, 'funding'>, profileIds: readonly string[]): ChooseRefusal => {
  const names = profileIds.map((id) => {
    const profile = findProfile({ funding }, id)
    return profile ? `${profile.label} (${id})` : id
  })
  return {
    ok: false,
    reason: 'several-profiles',
    message: `A batch has one funding profile, and these sales have ${names.length}: ${names.join(', ')}. Filter the log by one.`,
  }
}

/** Word for word as in the index of unfunded sales, so that PostgreSQL uses it. */
const UNFUNDED = sql`${callbackEvents.funding} = 'unfunded'`
const OLDEST_FIRST = sql`${callbackEvents.receivedAt} asc nulls first, ${callbackEvents.n} asc nulls first`

const wantedCondition = (desk: Pick<LogDesk, 'days' | 'funding'>, wanted: WantedSales) =>
  isQuery(wanted)
    ? and(everyCondition(desk, { ...wanted, funding: [] }), UNFUNDED)
    : sql`${callbackEvents.n} in (select json_array_elements_text(${JSON.stringify(wanted)}::json)::bigint)`

const isQuery = (wanted: WantedSales): wanted is CallbackListQuery => !Array.isArray(wanted)

const selectSales = (
  desk: LogDesk,
  wanted: WantedSales,
  after: { receivedAt: Date; n: number } | undefined,
) =>
  desk.db
    .select({
      n: callbackEvents.n,
      tranId: callbackEvents.tranId,
      receivedAt: callbackEvents.receivedAt,
      profileId: callbackEvents.profileId,
      merchantId: callbackEvents.merchantId,
      state: callbackEvents.state,
      funding: callbackEvents.funding,
      amountMinor: callbackEvents.amountMinor,
      currencyCode: callbackEvents.currencyCode,
      anomalies: callbackEvents.anomalies,
      batch: { id: fundingBatches.id, number: fundingBatches.number, status: fundingBatches.status },
    })
    .from(callbackEvents)
    .leftJoin(fundingBatches, eq(fundingBatches.id, callbackEvents.fundingBatchId))
    .where(
      and(
        wantedCondition(desk, wanted),
        after &&
          sql`(${callbackEvents.receivedAt}, ${callbackEvents.n}) > (${after.receivedAt.toISOString()}::timestamptz, ${after.n}::bigint)`,
      ),
    )
    .orderBy(OLDEST_FIRST)
    .limit(PAGE)

type SaleRow = Awaited<ReturnType<typeof selectSales>>[number]

async function countSales(desk: LogDesk, wanted: WantedSales): Promise<number> {
  const [row] = await desk.db
    .select({ count: sql<number>`count(*)::int` })
    .from(callbackEvents)
    .where(wantedCondition(desk, wanted))
  return row?.count ?? 0
}

/** Unfunded sales of another funding profile, which need a batch of their own. */
export type OtherProfile = {
  profileId: string
  label: string
  sales: number
  /** Cents, without sales whose amount is unknown or not in US dollars. */
  amountMinor: number
}

/** What the same search finds for other profiles, ordered by id. Nothing for a search by merchant. */
export async function listOtherProfiles(
  { db, days, funding }: Pick<Ctx, 'db' | 'days' | 'funding'>,
  wanted: WantedSales,
  profileId: string,
): Promise<OtherProfile[]> {
  if (!isQuery(wanted) || wanted.merchantId !== null) return []
  const rows = await db
    .select({
      profileId: callbackEvents.profileId,
      sales: sql<number>`count(*)::int`,
      amountMinor: sql<number>`coalesce(sum(${callbackEvents.amountMinor}) filter (where ${callbackEvents.currencyCode} = '840'), 0)::float8`,
    })
    .from(callbackEvents)
    .where(
      and(
        wantedCondition({ days, funding }, { ...wanted, profileId: null }),
        ne(callbackEvents.profileId, profileId),
      ),
    )
    .groupBy(callbackEvents.profileId)
    .orderBy(callbackEvents.profileId)
  return rows.map((row) => ({ ...row, label: findProfile({ funding }, row.profileId)?.label ?? '' }))
}

/** The most batches and merchants named for each reason. */
const NAMED_BATCHES = 3
const NAMED_MERCHANTS = 20

type Tally = {
  sales: number
  amountMinor: number
  batches: Map<string, SaleBatch>
  merchants: Map<string, IneligibleMerchant>
}

/** Sorts sales into those in the batch, those that stay out of it, and those it has no room for. */
class Sorter {
  readonly ready: ReadySale[] = []
  beyond = 0
  readonly directory = new Map<string, DirectoryMerchant>()
  readonly fundable = {
    hasMerchants: false,
    noMerchant: { sales: 0, amountMinor: 0, out: [] as number[] },
    smallest: null as { tranId: string; amountMinor: number } | null,
  }
  split: Exclude<AskedSplit, null> | null
  private lines = 0
  private readonly asked = new Set<string>()
  private readonly taken = new Set<string>()
  private readonly tallies = new Map<Ineligible, Tally>()

  constructor(split: AskedSplit) {
    this.split = split
  }

  get isFull(): boolean {
    return this.beyond > 0 || this.ready.length >= MAX_TRANSACTIONS
  }

  async sort(db: DbOrTx, rows: readonly SaleRow[]): Promise<void> {
    const fundable = rows.filter((row) => row.tranId !== null && ineligibleReason(row) === null)
    const ofMerchants = fundable.filter(({ merchantId }) => merchantId !== '')
    if (this.split === null && fundable.length > 0) {
      this.split =
        ofMerchants.length > 0 ? { by: 'merchant', forNoMerchant: null } : { by: 'shares', shares: null }
    }
    await this.learn(db, ofMerchants)
    // A sale that a merchant's own receiver reported too is that merchant's, and is split by its default split.
    const named = new Set(this.split?.by === 'merchant' ? ofMerchants.map(({ tranId }) => tranId) : [])
    for (const row of rows) {
      const why = this.place(row, named)
      if (why) this.leave(row, why.reason, why.payee ?? null)
    }
  }

  /** Reads the merchants of these sales and of the shares, unless they were read already. */
  private async learn(db: DbOrTx, rows: readonly SaleRow[]): Promise<void> {
    const ids = [...rows.map(({ merchantId }) => merchantId), ...givenShares(this.split).map(payeeOf)]
    const fresh = [...new Set(ids)].filter((id) => !this.asked.has(id))
    for (const id of fresh) this.asked.add(id)
    for (const merchant of await listDirectory(db, fresh)) this.directory.set(merchant.merchantId, merchant)
  }

  /** Takes a sale into the batch, or says why it stays out. */
  private place(
    row: SaleRow,
    named: ReadonlySet<string | null>,
  ): { reason: Ineligible; payee?: string } | null {
    const { n, tranId, merchantId, amountMinor, receivedAt } = row
    const reason = ineligibleReason(row)
    if (reason !== null) return { reason }
    if (tranId === null || amountMinor === null || this.split === null) return { reason: 'no-sale' }
    if (this.taken.has(tranId) || (merchantId === '' && named.has(tranId))) return { reason: 'told-twice' }
    const { fundable } = this
    if (merchantId !== '') fundable.hasMerchants = true
    if (fundable.smallest === null || amountMinor < fundable.smallest.amountMinor)
      fundable.smallest = { tranId, amountMinor }
    const parts = this.partsOf({ merchantId, amountMinor })
    if (merchantId === '') {
      fundable.noMerchant.sales += 1
      fundable.noMerchant.amountMinor += amountMinor
    }
    if (!parts.ok) {
      const { out } = fundable.noMerchant
      if (parts.reason === 'no-merchant' && out.length < MAX_TRANSACTIONS) out.push(n)
      return parts
    }
    this.taken.add(tranId)
    // Once a sale has no room, no later one takes its place.
    if (this.isFull || this.lines + parts.amounts.length > MAX_LINES) {
      this.beyond += 1
      return null
    }
    this.lines += parts.amounts.length
    this.ready.push({ n, tranId, merchantId, amountMinor, receivedAt, amounts: parts.amounts })
    return null
  }

  private partsOf(sale: { merchantId: string; amountMinor: number }): SplitSale {
    const { split, directory } = this
    if (split === null) return { ok: true, amounts: [] }
    if (split.by === 'merchant') return splitSale(sale, split, directory)
    const { by, shares } = split
    return shares === null ? { ok: true, amounts: [] } : splitSale(sale, { by, shares }, directory)
  }

  private leave(row: SaleRow, reason: Ineligible, payee: string | null): void {
    const tally = this.tallies.get(reason) ?? {
      sales: 0,
      amountMinor: 0,
      batches: new Map(),
      merchants: new Map(),
    }
    this.tallies.set(reason, tally)
    tally.sales += 1
    tally.amountMinor += row.amountMinor ?? 0
    if (row.batch && tally.batches.size < NAMED_BATCHES) tally.batches.set(row.batch.id, row.batch)
    const { merchantId } = row
    if (merchantId === '') return
    const merchant = tally.merchants.get(merchantId) ?? {
      merchantId,
      name: this.directory.get(merchantId)?.name ?? '',
      sales: 0,
      payee,
    }
    merchant.sales += 1
    tally.merchants.set(merchantId, merchant)
  }

  readonly leftOut = (): IneligibleCount[] =>
    [...this.tallies].map(([reason, { sales, amountMinor, batches, merchants }]) => ({
      reason,
      sales,
      amountMinor,
      batches: [...batches.values()],
      merchants: [...merchants.values()].sort((a, b) => b.sales - a.sales).slice(0, NAMED_MERCHANTS),
      merchantCount: merchants.size,
    }))
}

const payeeOf = ({ merchantId }: SplitShare): string => merchantId

/** The shares that the person entered. */
export const givenShares = (split: AskedSplit): readonly SplitShare[] =>
  (split?.by === 'merchant' ? split.forNoMerchant : split?.shares) ?? []
