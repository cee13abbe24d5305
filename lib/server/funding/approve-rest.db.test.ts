import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callbackEvents } from '@/lib/db/schema/callbacks'
import { fundingAttempts, fundingBatches, fundingRequests } from '@/lib/db/schema/funding'
import { requestFigures } from '@/lib/domain/funding/requests'
import type { NoticeKind } from '@/lib/domain/notifications/notice'
import { fundingRequestText } from '@/lib/partner/mapping/funding-request'
import { storeSetting } from '@/lib/server/settings'
import {
  approve,
  batchStatus,
  fundingLine,
  newBatch,
  sendToEnd,
  submitDraft,
} from '@/lib/testing/funding-batches'
import { transactionId } from '@/lib/testing/funding-calls'
import { type FundingDesk, openFundingDesk } from '@/lib/testing/funding-desk'
import { seedSales } from '@/lib/testing/sales'
import { listNotifications } from '../notifications/list'
import type { Ctx } from '../services'
import { approveRest } from './approve-rest'
import { frozenLines } from './check-lines'
import { createBatch } from './create-batch'
import { listLines, requireBatch } from './data'
import { sendBatch, sendFundingBatch } from './send'
import { requestSha256 } from './submit'
import { viewBatch } from './view'
import { listWarnings } from './warnings'
import { listWorkIds, sumWaitingApprovals } from './work'

let partner: FundingDesk['partner']
let desk: FundingDesk['desk']
let mia: Ctx
let ole: Ctx
let uma: Ctx
let close: FundingDesk['close']
let used = 60_000

beforeAll(async () => {
  ;({ desk, partner, mia, ole, uma, close } = await openFundingDesk('BLUEBIRD-01', 'KAYAKS-08', 'CANOES-03'))
})
afterAll(() => close())

const heldBy = async (id: string) =>
  (Object(await partner.held(id)).merchantFundingAmounts as { merchantId: string; amount: string }[]).map(
    ({ merchantId, amount }) => `${merchantId} ${amount}`,
  )

async function newSale(): Promise<string> {
  used += 1
  const tranId = transactionId('C', used)
  await seedSales(mia, [{ tranId, amountMinor: 7_521 }])
  return tranId
}

/** The log learns only now whose sale it is. */
const belongsTo = (sale: string, merchantId: string) =>
  mia.db.update(callbackEvents).set({ merchantId }).where(eq(callbackEvents.tranId, sale))

/** Cuts a batch's single request into two, as a batch of more than 10,000 transactions has several. */
async function cutInTwo(batchId: string): Promise<void> {
  const { amountUnit } = await requireBatch(mia.db, batchId)
  const lines = frozenLines(await listLines(mia.db, batchId))
  await mia.db.delete(fundingRequests).where(eq(fundingRequests.batchId, batchId))
  for (const at of [0, 1]) {
    const own = lines.filter(({ transactionNo }) => transactionNo === at)
    const { amounts, amountsSum } = requestFigures(own, amountUnit ?? 'minor')
    await mia.db.insert(fundingRequests).values({
      batchId,
      n: at + 1,
      firstTransaction: at,
      lastTransaction: at,
      amounts,
      amountsSum,
      requestSha256: requestSha256(fundingRequestText(own, amountUnit ?? 'minor')),
      state: 'waiting',
    })
  }
}

/** Two sales: one is paid, and the other turns out to be another merchant's before its turn. */
async function stoppedHalfway(...approvers: Ctx[]) {
  return stoppedAfter([await newSale(), await newSale()], approvers)
}

async function stoppedAfter(sales: [paid: string, unpaid: string], approvers: readonly Ctx[]) {
  const batch = newBatch({ amountStyle: 'dollars' })
  const lines = sales.map((transactionId, at) =>
    fundingLine(at + 2, { transactionId, amount: '75.21', merchantId: 'BLUEBIRD-01' }),
  )
  await createBatch(mia, batch, { lines, sha256: null })
  const { batchId } = batch
  await submitDraft(mia, batchId)
  await cutInTwo(batchId)
  for (const person of approvers) await approve(person, batchId)
  expect(await sendBatch(mia, { batchId })).toMatchObject({ ok: true })
  await belongsTo(sales[1], 'KAYAKS-08')
  await sendFundingBatch(mia, { batchId })
  expect(await batchStatus(mia, batchId)).toBe('stopped')
  expect(await heldBy(sales[0])).toEqual(['BLUEBIRD-01 7521'])
  expect(await heldBy(sales[1])).toEqual([])
  return { batchId, paid: sales[0], unpaid: sales[1] }
}

/** What the batch's page sends with “Approve”. */
async function shownTo(ctx: Ctx, batchId: string) {
  const { unseenRest } = await viewBatch(ctx, batchId)
  return {
    batchId,
    contentSha256: unseenRest?.contentSha256 ?? '',
    amountMinor: String(unseenRest?.amountMinor ?? 0),
    note: 'The merchants agreed on it.',
  }
}

const attemptsAt = async (batchId: string, request: number) =>
  (
    await mia.db
      .select({ state: fundingAttempts.state })
      .from(fundingAttempts)
      .where(and(eq(fundingAttempts.batchId, batchId), eq(fundingAttempts.request, request)))
  ).map(({ state }) => state)

async function noticeOf(ctx: Ctx, batchId: string, wanted: NoticeKind) {
  const { groups } = await listNotifications(ctx)
  const notice = groups.find(({ id }) => id === batchId)?.notices.find(({ kind }) => kind === wanted)
  return notice && (notice.hasEnded ? 'ended' : 'open')
}

/** A person's notifications about the rest, and whether the overview lists it for them. */
async function askedOf(ctx: Ctx, batchId: string) {
  return {
    notice: await noticeOf(ctx, batchId, 'rest-approval-wanted'),
    isAtWork: (await listWorkIds(ctx, 'to-approve')).includes(batchId),
  }
}

test('a rest stopped by a new warning is sent after someone else has approved it with the warning', async () => {
  const { batchId, paid, unpaid } = await stoppedHalfway(ole)
  const before = await requireBatch(mia.db, batchId)
  // Clicking Send again is not enough.
  expect(await sendToEnd(mia, batchId)).toBe('stopped')
  expect(await heldBy(unpaid)).toEqual([])

  // Possible approvers are notified with the money of the rest; the maker is not.
  for (const person of [ole, uma]) {
    expect(await askedOf(person, batchId)).toEqual({ notice: 'open', isAtWork: true })
    expect(await sumWaitingApprovals(person)).toEqual({ batches: 1, moved: '$75.21' })
  }
  expect(await askedOf(mia, batchId)).toEqual({ notice: undefined, isAtWork: false })

  const view = await viewBatch(ole, batchId)
  expect(view.unseenRest).toMatchObject({ transactions: 1, amountMinor: 7_521n, approvalsNeeded: 1 })
  expect(view.unseenRest?.warnings).toContainEqual(expect.objectContaining({ code: 'other-payee', count: 1 }))
  const { texts } = await listWarnings(ole, { batchId, kind: 'other-payee', after: 0 })
  expect(texts, 'of the rest alone').toEqual([expect.stringMatching(/^Row 3, \$75\.21: /)])
  expect(view.unseenRest?.approvers).toEqual(['Ole', 'Uma'])
  expect(view.may['approve-rest'].allowed).toBe(true)
  expect((await viewBatch(mia, batchId)).may['approve-rest'].allowed).toBe(false)
  const shown = await shownTo(ole, batchId)
  expect(await approveRest(mia, shown)).toMatchObject({ ok: false, reason: 'own-work' })
  expect(await approveRest(ole, { ...shown, contentSha256: before.contentSha256 ?? '' })).toMatchObject({
    ok: false,
    reason: 'stale',
  })
  expect(await approveRest(ole, { ...shown, amountMinor: '15042' })).toMatchObject({
    ok: false,
    message: expect.stringContaining('the rest has $75.21'),
  })
  expect(await approveRest(ole, shown)).toEqual({ ok: true, status: 'stopped' })
  expect(await heldBy(unpaid), 'an approval sends nothing').toEqual([])
  expect(await approveRest(uma, shown), 'nothing is left to be approved').toMatchObject({ ok: false })

  const after = await viewBatch(mia, batchId)
  expect(after.unseenRest).toBeNull()
  // The new one is counted with the others.
  const { warnings = 0, warningGroups = [] } = after.money ?? {}
  expect(warningGroups.map(({ code }) => code)).toContain('other-payee')
  expect(warnings).toBe(warningGroups.reduce((sum, { count }) => sum + count, 0))
  expect(after.contentSha256).toBe(shown.contentSha256)
  for (const person of [ole, uma]) {
    expect(await askedOf(person, batchId)).toEqual({ notice: 'ended', isAtWork: false })
    expect(await sumWaitingApprovals(person)).toMatchObject({ batches: 0 })
  }
  expect(await noticeOf(mia, batchId, 'rest-approved')).toBe('open')
  expect(after.history[0]).toMatchObject({
    action: 'funding-rest-approved',
    by: 'Ole',
    detail: { approvals: 1, needed: 1, requests: [2], transactions: 1, amountMinor: '7521', to: 'stopped' },
  })
  expect(await sendToEnd(mia, batchId)).toBe('done')
  expect(await noticeOf(mia, batchId, 'rest-approved')).toBe('ended')
  expect(await heldBy(unpaid)).toEqual(['BLUEBIRD-01 7521'])
  expect(await heldBy(paid)).toEqual(['BLUEBIRD-01 7521'])
  expect(await attemptsAt(batchId, 1), 'what was sent is not sent again').toEqual(['accepted'])
})

test('a warning counts as new if its kind was only shown for another transaction', async () => {
  const sales: [string, string] = [await newSale(), await newSale()]
  // The approvers see this risk, and not the other.
  await belongsTo(sales[0], 'KAYAKS-08')
  const { batchId } = await stoppedAfter(sales, [ole])
  expect((await viewBatch(uma, batchId)).unseenRest?.warnings).toMatchObject([
    { code: 'other-payee', count: 1 },
  ])
})

test('the rest needs as many approvals as the batch, all for the same warnings', async () => {
  await storeSetting(desk.services.db, 'funding', { secondAboveAmount: '100' })
  const { batchId, unpaid } = await stoppedHalfway(ole, uma)
  expect(await approveRest(ole, await shownTo(ole, batchId))).toMatchObject({ ok: true })
  expect((await viewBatch(uma, batchId)).unseenRest).toMatchObject({ approvalsNeeded: 2, approvalsGiven: 1 })
  expect(await approveRest(ole, await shownTo(ole, batchId)), 'one person once').toMatchObject({ ok: false })
  expect(await askedOf(ole, batchId)).toEqual({ notice: 'ended', isAtWork: false })
  expect(await askedOf(uma, batchId)).toEqual({ notice: 'open', isAtWork: true })
  expect(await noticeOf(mia, batchId, 'rest-approved'), 'one of two').toBeUndefined()
  expect(await sendToEnd(mia, batchId)).toBe('stopped')
  expect(await heldBy(unpaid)).toEqual([])
  expect(await askedOf(ole, batchId), 'sent once more, it is asked once more').toMatchObject({
    notice: 'open',
  })
  // One approver's hash differs from what the other would approve.
  await belongsTo(unpaid, 'CANOES-03')
  expect((await viewBatch(uma, batchId)).unseenRest).toMatchObject({ approvalsGiven: 0 })
  expect(await approveRest(uma, await shownTo(uma, batchId))).toMatchObject({ ok: true })
  expect(await askedOf(uma, batchId)).toEqual({ notice: 'ended', isAtWork: false })
  expect(await askedOf(ole, batchId)).toEqual({ notice: 'open', isAtWork: true })
  expect(await sendToEnd(mia, batchId)).toBe('stopped')
  expect(await approveRest(ole, await shownTo(ole, batchId))).toMatchObject({ ok: true })
  expect(await sendToEnd(mia, batchId)).toBe('done')
  expect(await heldBy(unpaid)).toEqual(['BLUEBIRD-01 7521'])
  await storeSetting(desk.services.db, 'funding', {})
})

test('errors, and batches that are not stopped, cannot be approved', async () => {
  const { batchId, unpaid } = await stoppedHalfway(ole)
  const shown = await shownTo(ole, batchId)
  await mia.db.update(callbackEvents).set({ state: 'conflict' }).where(eq(callbackEvents.tranId, unpaid))
  const view = await viewBatch(ole, batchId)
  expect(view.unseenRest?.problem).toMatch(/Row 3: .*conflicting deliveries.*Remove the cause/)
  expect(view.may['approve-rest'].allowed).toBe(false)
  expect(await approveRest(ole, shown)).toMatchObject({ ok: false, reason: 'problems' })
  expect(await sendToEnd(mia, batchId)).toBe('stopped')
  expect(await heldBy(unpaid)).toEqual([])
})

test('for batches approved in an older version, every risk is shown again before sending', async () => {
  const sales: [string, string] = [await newSale(), await newSale()]
  // Shown to them, in the row that is sent last.
  await belongsTo(sales[1], 'KAYAKS-08')
  const batch = newBatch({ amountStyle: 'dollars' })
  const { batchId } = batch
  const lines = sales.map((transactionId, at) =>
    fundingLine(at + 2, { transactionId, amount: '75.21', merchantId: 'BLUEBIRD-01' }),
  )
  await createBatch(mia, batch, { lines, sha256: null })
  await submitDraft(mia, batchId)
  await cutInTwo(batchId)
  await approve(ole, batchId)
  const { money } = await requireBatch(mia.db, batchId)
  const { riskRows, ...older } = money ?? {}
  expect(riskRows).toEqual({ 'other-payee': [[3, 3]] })
  const frozenBefore = (before: object | null) =>
    mia.db
      .update(fundingBatches)
      .set({ money: before as typeof money })
      .where(eq(fundingBatches.id, batchId))

  // As many of this kind as before, but in another row: the count alone proves nothing.
  await belongsTo(sales[0], 'KAYAKS-08')
  await belongsTo(sales[1], 'BLUEBIRD-01')
  for (const before of [older, null]) {
    await frozenBefore(before)
    expect(await sendBatch(mia, { batchId })).toMatchObject({
      ok: false,
      message: expect.stringMatching(/Row 2: .*Take the batch back/),
    })
  }
  // If it was under way during an upgrade, it stops at that row; once approved, it continues.
  await mia.db.update(fundingBatches).set({ status: 'sending' }).where(eq(fundingBatches.id, batchId))
  await sendFundingBatch(mia, { batchId })
  expect(await batchStatus(mia, batchId)).toBe('stopped')
  expect(await heldBy(sales[0])).toEqual([])
  expect(await askedOf(ole, batchId)).toEqual({ notice: 'open', isAtWork: true })
  expect(await approveRest(ole, await shownTo(ole, batchId))).toMatchObject({ ok: true })
  expect((await requireBatch(mia.db, batchId)).money?.riskRows).toEqual({ 'other-payee': [[2, 2]] })
  expect(await sendToEnd(mia, batchId)).toBe('done')
  expect(await heldBy(sales[0])).toEqual(['BLUEBIRD-01 7521'])
})
