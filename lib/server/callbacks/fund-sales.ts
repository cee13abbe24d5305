import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { DbOrTx } from '@/lib/db/client'
import { callbackEvents, fundingBatches } from '@/lib/db/schema/desk'
import { readCallbackListQuery } from '@/lib/domain/callbacks/callback-list-query'
import { type LeftOut, whyLeftOut } from '@/lib/domain/callbacks/left-out'
import { moneyText } from '@/lib/domain/funding/amount'
import { MAX_TRANSACTIONS } from '@/lib/domain/funding/limits'
import type { FundingLine } from '@/lib/domain/funding/line'
import { type SplitProblem, type SplitShare, splitAmount } from '@/lib/domain/funding/split'
import { decimalCents } from '@/lib/domain/values/money'
import { DeskError } from '@/lib/errors'
import { judgeLines } from '@/lib/server/funding/check-lines'
import { batchName, findOwn, insertBatch, nameOf, takeTurn } from '@/lib/server/funding/create-batch'
import { storableLine } from '@/lib/server/funding/data'
import { findProfile } from '@/lib/server/funding/profiles'
import type { ProfileView } from '@/lib/server/funding/views'
import type { Ctx } from '@/lib/server/world'
import { lockStandings } from './funding-standing'
import { everyCondition } from './list'
import type { SaleBatch } from './views'

const numbers = z.array(z.int().positive()).min(1).max(MAX_TRANSACTIONS)

export const previewSalesSchema = z.strictObject({
  /** By their numbers, or all unfunded ones that the log's address finds. */
  sales: z.union([
    numbers,
    z
      .string()
      .max(2_000)
      .transform((text) => readCallbackListQuery(new URLSearchParams(text))),
  ]),
})
type Wanted = z.output<typeof previewSalesSchema>['sales']

/** More merchants than a sale is ever split over. */
const MAX_SHARES = 10

const shareSchema = z
  .strictObject({
    merchantId: z.string().trim().max(60),
    percent: z.string().max(20).optional(),
    /** Cents. */
    fixedMinor: z.int().min(0).optional(),
  })
  .transform(
    ({ merchantId, percent, fixedMinor }): SplitShare => ({
      merchantId,
      ...(percent !== undefined && { percent }),
      ...(fixedMinor !== undefined && { fixedMinor: BigInt(fixedMinor) }),
    }),
  )

export const fundSalesSchema = z.strictObject({
  /** Made by the page, so that a second press leads to the same batch. */
  batchId: z.uuid(),
  name: z.union([batchName, z.string().trim().max(0)]),
  sales: numbers,
  /** What they came to, in cents, when somebody looked at them. */
  amountMinor: z.int().positive(),
  shares: z.array(shareSchema).min(1).max(MAX_SHARES),
})
export type FundSales = z.output<typeof fundSalesSchema>

type Sale = {
  n: number
  tranId: string
  merchantId: string
  amountMinor: number
}

export type LeftOutCount = { reason: LeftOut; sales: number; batches: SaleBatch[] }

/** What would become a batch. */
export type SalesPreview = {
  /** Oldest first. */
  sales: number[]
  amountMinor: number
  leftOut: LeftOutCount[]
  /** There are more than one batch takes. */
  more: boolean
  profile: ProfileView
  /** The merchants whose receivers they came to, with how many; '' for a receiver of the whole profile. */
  merchants: { merchantId: string; sales: number }[]
  /** The smallest: what can be split off it can be split off all of them. */
  example: { tranId: string; amountMinor: number }
}

type Refusal = {
  ok: false
  reason: 'nothing' | 'several-profiles' | 'no-profile' | 'changed' | 'shares'
  message: string
  leftOut?: LeftOutCount[]
  problems?: SplitProblem[]
}

export type PreviewSalesResult = { ok: true; preview: SalesPreview } | Refusal
export type FundSalesResult = { ok: true; batchId: string; number: number } | Refusal

/** What a batch of these sales would be, and what of them would stay out of it and why. Changes nothing. */
export const previewSales = async (
  ctx: Ctx,
  { sales }: z.output<typeof previewSalesSchema>,
): Promise<PreviewSalesResult> => {
  const chosen = await chooseSales(ctx, ctx.db, sales)
  if (!chosen.ok) return chosen
  const { ready, leftOut, more, profile } = chosen
  const byMerchant = Map.groupBy(ready, ({ merchantId }) => merchantId)
  const example = ready.reduce((least, sale) => (sale.amountMinor < least.amountMinor ? sale : least))
  return {
    ok: true,
    preview: {
      sales: ready.map(({ n }) => n),
      amountMinor: sumOf(ready),
      leftOut,
      more,
      profile,
      merchants: [...byMerchant].map(([merchantId, own]) => ({ merchantId, sales: own.length })),
      example: { tranId: example.tranId, amountMinor: example.amountMinor },
    },
  }
}

/**
 * Makes a draft of sales, each a transaction that is split as the shares say. All of them or none: what somebody
 * looked at is what stands in the batch. They are taken one person after the other, so that no two batches have one.
 */
export async function fundSales(ctx: Ctx, input: FundSales): Promise<FundSalesResult> {
  return ctx.db.transaction(async (tx): Promise<FundSalesResult> => {
    await takeTurn(tx, input.batchId)
    const there = await findOwn(ctx, tx, input.batchId)
    if (there) return { ok: true, batchId: there.batchId, number: there.number }
    await lockStandings(tx)
    const chosen = await chooseSales(ctx, tx, input.sales)
    if (!chosen.ok) return chosen.reason === 'nothing' ? changed(chosen.leftOut ?? []) : chosen
    const { ready, leftOut, profile } = chosen
    if (leftOut.length > 0 || sumOf(ready) !== input.amountMinor) return changed(leftOut)
    const split = splitSales(ready, input.shares)
    if (!split.ok) return split
    const lines = split.lines.map(storableLine)
    const terms = { amountUnit: profile.amountUnit }
    const made = await insertBatch(
      ctx,
      tx,
      {
        batchId: input.batchId,
        name: nameOf(ctx, { name: input.name, fileName: null }),
        profileId: profile.profileId,
        amountStyle: 'dollars',
        source: 'callbacks',
        purpose: 'new',
        parentId: null,
        fileName: null,
        sha256: null,
      },
      await judgeLines(tx, { profileId: profile.profileId, batchId: null, parentId: null }, lines, terms),
    )
    return { ok: true, batchId: made.batchId, number: made.number }
  })
}

const sumOf = (sales: readonly Sale[]): number => sales.reduce((sum, { amountMinor }) => sum + amountMinor, 0)

const changed = (leftOut: LeftOutCount[]): Refusal => {
  const count = leftOut.reduce((sum, { sales }) => sum + sales, 0)
  return {
    ok: false,
    reason: 'changed',
    message:
      count > 0
        ? `${count === 1 ? 'One of these sales' : `${count.toLocaleString('en-US')} of these sales`} cannot be funded any more: somebody was quicker, or it changed. No batch was made. Look at what is left, and make the batch of that.`
        : 'The amounts of these sales changed meanwhile. No batch was made. Look at the new sum, and make the batch of that.',
    leftOut,
  }
}

type Chosen =
  | { ok: true; ready: Sale[]; leftOut: LeftOutCount[]; more: boolean; profile: ProfileView }
  | Refusal

/** The sales that can be funded of those that are wanted, oldest first, and why the others cannot. */
async function chooseSales(ctx: Ctx, db: DbOrTx, wanted: Wanted): Promise<Chosen> {
  const rows = await selectSales(db, wanted)
  if (Array.isArray(wanted) && rows.length < new Set(wanted).size) throw new DeskError('not-found')
  const profileIds = [...new Set(rows.map(({ profileId }) => profileId))]
  const [profileId] = profileIds
  if (profileIds.length > 1) return severalProfiles(ctx, profileIds)
  const { ready, leftOut } = sortOut(rows)
  if (profileId === undefined || ready.length === 0) {
    return { ok: false, reason: 'nothing', message: NOTHING, leftOut }
  }
  const profile = findProfile(ctx, profileId)
  if (!profile) {
    return {
      ok: false,
      reason: 'no-profile',
      message: `These sales came in for the funding profile ${profileId}, which is not configured. Ask an admin: nothing can be sent for it.`,
    }
  }
  return {
    ok: true,
    ready: ready.slice(0, MAX_TRANSACTIONS),
    leftOut,
    more: ready.length > MAX_TRANSACTIONS || rows.length >= LOOKED_AT,
    profile,
  }
}

const NOTHING =
  'None of these sales can be funded now. Those that are unfunded stand in the log under “Unfunded”.'

const severalProfiles = ({ funding }: Pick<Ctx, 'funding'>, profileIds: readonly string[]): Refusal => {
  const names = profileIds.map((id) => {
    const profile = findProfile({ funding }, id)
    return profile ? `${profile.label} (${id})` : id
  })
  return {
    ok: false,
    reason: 'several-profiles',
    message: `A batch is sent with one funding profile, and these sales came in for ${names.length}: ${names.join(', ')}. Choose the sales of one, by the filter of the log.`,
  }
}

/** Word for word as the index of what is unfunded has it. */
const UNFUNDED = sql`${callbackEvents.funding} = 'unfunded'`
const OLDEST_FIRST = sql`${callbackEvents.receivedAt} asc nulls first, ${callbackEvents.n} asc nulls first`

/** What is looked through for one batch: enough, also where some of it waits for somebody. */
const LOOKED_AT = 2 * MAX_TRANSACTIONS

const selectSales = (db: DbOrTx, wanted: Wanted) =>
  db
    .select({
      n: callbackEvents.n,
      tranId: callbackEvents.tranId,
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
      Array.isArray(wanted)
        ? sql`${callbackEvents.n} in (select json_array_elements_text(${JSON.stringify(wanted)}::json)::bigint)`
        : and(everyCondition({ ...wanted, funding: [] }), UNFUNDED),
    )
    .orderBy(OLDEST_FIRST)
    .limit(LOOKED_AT)

type SaleRow = Awaited<ReturnType<typeof selectSales>>[number]

/** Batches that are named of those that have some of the sales. */
const NAMED = 3

function sortOut(rows: readonly SaleRow[]): { ready: Sale[]; leftOut: LeftOutCount[] } {
  const ready: Sale[] = []
  const reasons = new Map<LeftOut, { sales: number; batches: Map<string, SaleBatch> }>()
  const taken = new Set<string>()
  for (const row of rows) {
    const { n, tranId, merchantId, amountMinor, batch } = row
    const reason = whyLeftOut(row) ?? (taken.has(tranId ?? '') ? 'told-twice' : null)
    if (reason === null && tranId !== null && amountMinor !== null) {
      taken.add(tranId)
      ready.push({ n, tranId, merchantId, amountMinor })
      continue
    }
    const known = reasons.get(reason ?? 'no-sale') ?? { sales: 0, batches: new Map() }
    reasons.set(reason ?? 'no-sale', known)
    known.sales += 1
    if (batch && known.batches.size < NAMED) known.batches.set(batch.id, batch)
  }
  return {
    ready,
    leftOut: [...reasons].map(([reason, { sales, batches }]) => ({
      reason,
      sales,
      batches: [...batches.values()],
    })),
  }
}

/** By transaction id: a credit is identified by nothing else (interface, section 1), and a debit may be. */
function splitSales(
  sales: readonly Sale[],
  shares: readonly SplitShare[],
): { ok: true; lines: FundingLine[] } | Refusal {
  const lines: FundingLine[] = []
  for (const { tranId, amountMinor } of sales) {
    const split = splitAmount(BigInt(amountMinor), shares)
    if (!split.ok) {
      return {
        ok: false,
        reason: 'shares',
        message: `The sale ${tranId} of $${moneyText(BigInt(amountMinor))} cannot be split like this. No batch was made.`,
        problems: split.problems,
      }
    }
    for (const { merchantId, amountMinor: part } of split.amounts) {
      lines.push({
        row: lines.length + 1,
        transactionId: tranId,
        retrievalReferenceNumber: '',
        merchantId,
        amount: decimalCents(part),
      })
    }
  }
  return { ok: true, lines }
}
