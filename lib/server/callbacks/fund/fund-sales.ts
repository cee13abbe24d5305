import { z } from 'zod'
import type { DbOrTx } from '@/lib/db/client'
import { callbackList } from '@/lib/domain/callbacks/callback-list-query'
import type { Ineligible } from '@/lib/domain/callbacks/ineligible'
import { salesBatchName } from '@/lib/domain/callbacks/sales-batch-name'
import { checkShares, type SalesSplit } from '@/lib/domain/callbacks/split-sale'
import type { ProfileView } from '@/lib/domain/funding/check-batch'
import { MAX_TRANSACTIONS } from '@/lib/domain/funding/limits'
import type { FundingLine } from '@/lib/domain/funding/line'
import type { SplitProblem, SplitShare } from '@/lib/domain/funding/split'
import { MAX_SHARES, storedShares } from '@/lib/domain/merchants/default-split'
import type { StoredShare } from '@/lib/domain/merchants/merchant'
import { businessDay, type DayRule } from '@/lib/domain/values/business-day'
import type { IsoDate } from '@/lib/domain/values/calendar'
import { decimalCents } from '@/lib/domain/values/money'
import { judgeLines } from '@/lib/server/funding/check-lines'
import {
  batchName,
  findOwn,
  insertBatch,
  nameOf,
  sha256Of,
  takeTurn,
} from '@/lib/server/funding/create-batch'
import { sanitizeLine } from '@/lib/server/funding/data'
import { listPayeeProblems } from '@/lib/server/funding/known-merchants'
import { lockFundingStatus } from '@/lib/server/sales/funding-status'
import { listRefusedSales } from '@/lib/server/sales/refused-sales'
import type { RefusedSale } from '@/lib/server/sales/views'
import type { Ctx } from '@/lib/server/services'
import {
  type ChooseRefusal,
  type ChosenSales,
  chooseSales,
  givenShares,
  type IneligibleCount,
  listOtherProfiles,
  type OtherProfile,
  type ReadySale,
  type WantedSales,
} from './choose-sales'

const numbers = z.array(z.int().positive()).max(MAX_TRANSACTIONS)

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
const shares = z.array(shareSchema).min(1).max(MAX_SHARES)

const byMerchant = z.strictObject({ by: z.literal('merchant'), forNoMerchant: shares.nullable() })
const byShares = z.strictObject({ by: z.literal('shares'), shares })

export const previewSalesSchema = z.strictObject({
  /** The numbers of sales, or the query string of a log page: all unfunded sales that it finds. */
  sales: z.union([
    // More than fits into a batch: sales that dropped out of the selection are included, so that the answer says why.
    z
      .array(z.int().positive())
      .min(1)
      .max(2 * MAX_TRANSACTIONS),
    z
      .string()
      .max(2_000)
      .transform((text) => callbackList.read(new URLSearchParams(text))),
  ]),
  /** Null: by merchant if any sale has one, else by shares that the person has yet to enter. */
  split: z.union([byMerchant, byShares.extend({ shares: shares.nullable() })]).nullable(),
})

export const fundSalesSchema = z.strictObject({
  /** Chosen by the page, so that a second click leads to the same batch. */
  batchId: z.uuid(),
  name: z.union([batchName, z.string().trim().max(0)]),
  sales: numbers.min(1),
  /** Sales that an earlier preview included and the last one did not. */
  dropped: numbers,
  /** Their sum in the preview that the person saw, in cents. */
  amountMinor: z.int().positive(),
  /** A hash of the default splits behind that preview (`termsOf`). */
  terms: z.string().max(64),
  split: z.union([byMerchant, byShares]),
})
export type FundSales = z.output<typeof fundSalesSchema>

type PreviewMerchant = {
  /** '' for sales whose receiver is for a whole profile. */
  merchantId: string
  name: string
  /** Its default split, or the shares for sales without a merchant; null if all sales share one split. */
  split: readonly StoredShare[] | null
  sales: number
  amountMinor: number
}

/** `problem`: why this merchant cannot be paid, as the draft would say it; null if it can. */
type PreviewPayee = { merchantId: string; name: string; amountMinor: number; problem: string | null }

/** The batch that these sales would make. */
export type SalesPreview = {
  /** Oldest first. */
  sales: number[]
  amountMinor: number
  leftOut: IneligibleCount[]
  /** The `sales` that the partner refused for good. */
  refused: ({ n: number; tranId: string } & RefusedSale)[]
  /** What the same search finds for other funding profiles, each of which needs a batch of its own. */
  otherProfiles: OtherProfile[]
  /** Sales that do not fit into one batch. */
  remaining: number
  profile: ProfileView
  splitBy: SalesSplit['by']
  terms: string
  lines: number
  /** The merchants whose receivers reported the sales, largest sum first. */
  merchants: PreviewMerchant[]
  /** Who gets how much, largest sum first; empty until a split is chosen. */
  payees: PreviewPayee[]
  /** Of all sales that can be funded: whether any has a merchant, and those that have none. */
  hasMerchants: boolean
  noMerchant: ChosenSales['fundable']['noMerchant']
  /** The smallest sale: fixed amounts that fit it fit all of them. */
  example: { tranId: string; amountMinor: number }
  name: string
}

type Refusal =
  | ChooseRefusal
  | {
      ok: false
      reason: 'changed' | 'shares'
      message: string
      leftOut?: IneligibleCount[]
      problems?: SplitProblem[]
    }

export type PreviewSalesResult = { ok: true; preview: SalesPreview } | Refusal
export type FundSalesResult = { ok: true; batchId: string; number: number } | Refusal

/** The batch that these sales would make, which of them would stay out of it, and why. Changes nothing. */
export const previewSales = async (
  ctx: Ctx,
  { sales: wanted, split }: z.output<typeof previewSalesSchema>,
): Promise<PreviewSalesResult> => {
  const wrong = wrongShares(split)
  if (wrong) return wrong
  const chosen = await chooseSales(ctx, ctx.db, wanted, split)
  if (!chosen.ok) return chosen
  const { ready, leftOut, remaining, profile, fundable } = chosen
  const refused = await listRefusedSales(
    ctx,
    ready.map(({ n }) => n),
  )
  return {
    ok: true,
    preview: {
      sales: ready.map(({ n }) => n),
      amountMinor: sumOf(ready),
      leftOut,
      refused: ready.flatMap(({ n, tranId }) => {
        const found = refused.get(n)
        return found ? [{ n, tranId, ...found }] : []
      }),
      otherProfiles: await listOtherProfiles(ctx, wanted, profile.profileId),
      remaining,
      profile,
      splitBy: chosen.split.by,
      terms: termsOf(chosen),
      lines: ready.reduce((sum, { amounts }) => sum + amounts.length, 0),
      merchants: merchantsOf(chosen),
      payees: await viewPayees(ctx, chosen),
      hasMerchants: fundable.hasMerchants,
      noMerchant: fundable.noMerchant,
      example: ready.length === 0 ? fundable.smallest : exampleOf(ready, fundable.smallest),
      name: nameOfSales(chosen, askedUntil(wanted), ctx.days),
    },
  }
}

/**
 * Makes a draft batch with one transaction for each sale, split by its merchant's default split or by shares. All of
 * the sales or none: the batch has exactly what the person saw. Requests take turns, so that no two batches get the
 * same sale.
 */
export async function fundSales(ctx: Ctx, input: FundSales): Promise<FundSalesResult> {
  const wrong = wrongShares(input.split)
  if (wrong) return wrong
  return ctx.db.transaction(async (tx): Promise<FundSalesResult> => {
    await takeTurn(tx, input.batchId)
    const there = await findOwn(ctx, tx, input.batchId)
    if (there) return { ok: true, batchId: there.batchId, number: there.number }
    await lockFundingStatus(tx)
    const chosen = await chooseSales(ctx, tx, input.sales, input.split)
    if (!chosen.ok) return chosen.reason === 'nothing' ? changed(chosen.leftOut ?? []) : chosen
    const { ready, leftOut, remaining, profile } = chosen
    if (leftOut.length > 0 || remaining > 0 || sumOf(ready) !== input.amountMinor) return changed(leftOut)
    const lost = await listLost(ctx, tx, input)
    if (lost.length > 0) return changed(lost)
    if (termsOf(chosen) !== input.terms) return { ok: false, reason: 'changed', message: OTHER_TERMS }
    const barred = await barredShares(tx, chosen)
    if (barred) return barred
    const lines = linesOf(ready).map(sanitizeLine)
    const name = input.name || nameOfSales(chosen, null, ctx.days)
    const made = await insertBatch(
      ctx,
      tx,
      {
        batchId: input.batchId,
        name: nameOf(ctx, { name, fileName: null }),
        profileId: profile.profileId,
        amountStyle: 'dollars',
        source: 'callbacks',
        purpose: 'new',
        parentId: null,
        fileName: null,
        sha256: null,
      },
      await judgeLines(
        tx,
        { profileId: profile.profileId, batchId: null, parentId: null, purpose: 'new' },
        lines,
        profile,
      ),
    )
    return { ok: true, batchId: made.batchId, number: made.number }
  })
}

/** A refusal if no sale at all could be split by these shares. */
function wrongShares(split: z.output<typeof previewSalesSchema>['split']): Refusal | null {
  const given = split?.by === 'merchant' ? split.forNoMerchant : split?.shares
  const checked = given ? checkShares(given) : null
  if (!checked || checked.ok) return null
  return {
    ok: false,
    reason: 'shares',
    message: checked.problems[0]?.message ?? 'The sales cannot be split like this.',
    problems: checked.problems,
  }
}

/** A refusal if an entered share goes to a merchant that cannot be paid. Default splits are checked with each sale. */
async function barredShares(db: DbOrTx, { ready, split }: ChosenSales): Promise<Refusal | null> {
  const given = givenShares(split)
  const paid = new Set(ready.flatMap(({ amounts }) => amounts.map(({ merchantId }) => merchantId)))
  const problems = await listPayeeProblems(
    db,
    given.map(({ merchantId }) => merchantId).filter((merchantId) => paid.has(merchantId)),
  )
  const barred = given.flatMap(({ merchantId }, index): SplitProblem[] => {
    const message = problems.get(merchantId)
    return message === undefined ? [] : [{ index, message }]
  })
  const [first] = barred
  return first ? { ok: false, reason: 'shares', message: first.message, problems: barred } : null
}

/** Reasons that follow from the split the person chose, and not from anything that others did meanwhile. */
const BY_CHOICE: readonly Ineligible[] = ['no-merchant', 'sale-too-small', 'told-twice']

/** Of the sales that dropped out while the person was choosing: those that are out because of what others did. */
async function listLost(ctx: Ctx, db: DbOrTx, { dropped, split }: FundSales): Promise<IneligibleCount[]> {
  if (dropped.length === 0) return []
  const { leftOut = [] } = await chooseSales(ctx, db, dropped, split)
  return leftOut.filter(({ reason }) => !BY_CHOICE.includes(reason))
}

const sumOf = (sales: readonly ReadySale[]): number =>
  sales.reduce((sum, { amountMinor }) => sum + amountMinor, 0)

const changed = (leftOut: IneligibleCount[]): Refusal => {
  const count = leftOut.reduce((sum, { sales }) => sum + sales, 0)
  return {
    ok: false,
    reason: 'changed',
    message:
      count > 0
        ? `${count === 1 ? 'One of these sales' : `${count.toLocaleString('en-US')} of these sales`} can no longer be funded like this: another batch was first, or something changed. No batch was created. Review the rest and create the batch again.`
        : 'The amounts of these sales changed. No batch was created. Review the new sum and create the batch again.',
    leftOut,
  }
}

const OTHER_TERMS =
  'The default split of a merchant changed. No batch was created. Review the new amounts and create the batch again.'

/** A hash of the default splits of the batch's merchants: it changes when one of them does. */
function termsOf({ ready, split, directory }: ChosenSales): string {
  if (split.by === 'shares') return ''
  const ids = [...new Set(ready.map(({ merchantId }) => merchantId))].sort()
  return sha256Of(JSON.stringify(ids.map((id) => [id, sharesText(directory.get(id)?.split ?? [])])))
}

/** As arrays, because the database may return the members of a share in any order. */
const sharesText = (split: readonly StoredShare[]) =>
  split.map(({ merchantId, percent, fixedMinor }) => [merchantId, percent ?? null, fixedMinor ?? null])

function merchantsOf({ ready, split, directory }: ChosenSales): PreviewMerchant[] {
  const splitFor = (merchantId: string): readonly StoredShare[] | null => {
    if (split.by === 'shares') return null
    return merchantId === ''
      ? storedShares(split.forNoMerchant ?? [])
      : (directory.get(merchantId)?.split ?? [])
  }
  return [...Map.groupBy(ready, ({ merchantId }) => merchantId)]
    .map(([merchantId, own]) => ({
      merchantId,
      name: directory.get(merchantId)?.name ?? '',
      split: splitFor(merchantId),
      sales: own.length,
      amountMinor: sumOf(own),
    }))
    .sort(bySum)
}

/** Each payee with its sum, and why it cannot be paid, if so. */
async function viewPayees({ db }: Pick<Ctx, 'db'>, chosen: ChosenSales): Promise<PreviewPayee[]> {
  const payees = payeesOf(chosen)
  const problems = await listPayeeProblems(
    db,
    payees.map(({ merchantId }) => merchantId),
  )
  return payees.map((payee) => ({ ...payee, problem: problems.get(payee.merchantId) ?? null }))
}

function payeesOf({ ready, directory }: ChosenSales): Omit<PreviewPayee, 'problem'>[] {
  const sums = new Map<string, bigint>()
  for (const { amounts } of ready) {
    for (const { merchantId, amountMinor } of amounts) {
      sums.set(merchantId, (sums.get(merchantId) ?? 0n) + amountMinor)
    }
  }
  return [...sums]
    .map(([merchantId, sum]) => ({
      merchantId,
      name: directory.get(merchantId)?.name ?? '',
      amountMinor: Number(sum),
    }))
    .sort(bySum)
}

const bySum = (
  a: { merchantId: string; amountMinor: number },
  b: { merchantId: string; amountMinor: number },
): number => b.amountMinor - a.amountMinor || (a.merchantId < b.merchantId ? -1 : 1)

const exampleOf = (
  ready: readonly ReadySale[],
  smallest: SalesPreview['example'],
): SalesPreview['example'] => {
  const { tranId, amountMinor } = ready.reduce<SalesPreview['example']>(
    (least, sale) => (sale.amountMinor < least.amountMinor ? sale : least),
    ready[0] ?? smallest,
  )
  return { tranId, amountMinor }
}

/** The last day of the search; null if it has none. */
const askedUntil = (wanted: WantedSales): IsoDate | null => ('to' in wanted ? wanted.to : null)

function nameOfSales(chosen: ChosenSales, until: IsoDate | null, days: DayRule): string {
  const { ready, directory } = chosen
  const ids = [...new Set(ready.map(({ merchantId }) => merchantId))]
  return salesBatchName({
    // They are sorted oldest first, so the last is the latest.
    until: until ?? businessDay(ready.at(-1)?.receivedAt ?? new Date(0), days),
    merchants: ids.map((id) => directory.get(id)?.name ?? id),
    paid: payeesOf(chosen).length,
  })
}

/** Identified by transaction id: the only way for a credit (interface, section 1), and one of two for a debit. */
const linesOf = (ready: readonly ReadySale[]): FundingLine[] =>
  ready
    .flatMap(({ tranId, amounts }) => amounts.map((part) => ({ tranId, ...part })))
    .map(({ tranId, merchantId, amountMinor }, index) => ({
      row: index + 1,
      transactionId: tranId,
      retrievalReferenceNumber: '',
      merchantId,
      amount: decimalCents(amountMinor),
    }))
