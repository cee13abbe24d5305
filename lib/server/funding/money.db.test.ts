import { and, eq, type SQL } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callbackEvents } from '@/lib/db/schema/callbacks'
import { fundingBatches, fundingFailures, fundingRequests } from '@/lib/db/schema/funding'
import { merchants } from '@/lib/db/schema/merchants'
import { batchList } from '@/lib/domain/funding/batch-list-query'
import { payeeChangeWords } from '@/lib/domain/funding/batch-money'
import { differenceWords, wasWords } from '@/lib/domain/funding/change'
import type { FundingLine } from '@/lib/domain/funding/line'
import { listMyBatches } from '@/lib/server/dashboard/my-batches'
import { viewMerchant } from '@/lib/server/merchants/view'
import { storeSetting } from '@/lib/server/settings'
import { postCallbacks, saleFields, seedReceiver } from '@/lib/testing/callbacks'
import {
  approve,
  fundingLine,
  linesOf,
  newBatch,
  seedBatch,
  sendToEnd,
  submitDraft,
} from '@/lib/testing/funding-batches'
import { transactionId } from '@/lib/testing/funding-calls'
import { type FundingDesk, openFundingDesk } from '@/lib/testing/funding-desk'
import { knowMerchants } from '@/lib/testing/merchants'
import { seedSales } from '@/lib/testing/sales'
import { sandboxCalls } from '@/lib/testing/sandbox-calls'
import { resolveConflict } from '../callbacks/log/decisions'
import { viewCallback } from '../callbacks/log/view'
import type { Ctx } from '../services'
import { listAccepted } from './accepted'
import { allowOverSale } from './allow-over-sale'
import { answerKnowledge } from './answer-knowledge'
import { correctAmounts, retryFailed } from './child-batch'
import { createBatch } from './create-batch'
import { requireBatch } from './data'
import { type Export, exportBatch } from './export'
import { saveLines, viewLines } from './lines'
import { listBatchPage } from './list'
import { listOverwrites } from './overwrites'
import { resolveRequest } from './resolution'
import { sendBatch, sendFundingBatch } from './send'
import { approveBatch, discardBatch, recallBatch, submitBatch } from './submit'
import { viewBatch } from './view'
import { withdrawRest } from './withdraw'
import { sumWaitingApprovals } from './work'

/** Checks of entered lines against what the desk knows: in a draft, at approval, and before each request. */

let sandbox: FundingDesk['sandbox']
let partner: FundingDesk['partner']
let desk: FundingDesk['desk']
let mia: Ctx
let ole: Ctx
let uma: Ctx
let close: FundingDesk['close']
let used = 50_000

beforeAll(async () => {
  ;({ sandbox, desk, partner, mia, ole, uma, close } = await openFundingDesk('BLUEBIRD-01', 'KAYAKS-08'))
})
afterAll(() => close())

/** A logged sale that no other test uses: $75.21. */
async function newSale(fields: Parameters<typeof seedSales>[1][number] | object = {}): Promise<string> {
  used += 1
  const tranId = transactionId('C', used)
  await seedSales(mia, [{ tranId, amountMinor: 7_521, ...fields }])
  return tranId
}

const line = (id: string, amount: string, merchantId = 'BLUEBIRD-01', row = 2): FundingLine =>
  fundingLine(row, { transactionId: id, amount, merchantId })

/** A draft of these lines exactly as typed; the directory has only its known merchants. */
async function draftOf(...lines: FundingLine[]): Promise<string> {
  const batch = newBatch({ amountStyle: 'dollars' })
  await createBatch(mia, batch, { lines, sha256: null })
  return batch.batchId
}
const codesOf = async (batchId: string) =>
  (await viewLines(mia, batchId)).problems.flatMap(({ severity, code }) =>
    severity === 'error' ? [code] : [],
  )
const submit = async (batchId: string) =>
  submitBatch(mia, { batchId, version: (await requireBatch(mia.db, batchId)).version })
const heldBy = async (id: string) =>
  Object.fromEntries(
    (Object(await partner.held(id)).merchantFundingAmounts as { merchantId: string; amount: string }[]).map(
      ({ merchantId, amount }) => [merchantId, amount],
    ),
  )
async function funded(...lines: FundingLine[]): Promise<string> {
  const batchId = await draftOf(...lines)
  await submitDraft(mia, batchId)
  await approve(ole, batchId)
  expect(await sendToEnd(mia, batchId)).toBe('done')
  return batchId
}

describe('a draft', () => {
  test('cannot be submitted with a hundred times the sale, a sale in conflict or a mistyped merchant', async () => {
    const sale = await newSale()
    const contested = await newSale({ state: 'conflict', amountMinor: 4_200 })
    const batchId = await draftOf(line(sale, '7521.00'), line(contested, '4200.00', 'BLUEBRID-01', 3))
    expect(await codesOf(batchId)).toEqual(['over-sale', 'merchant-unknown', 'sale-conflict', 'over-sale'])
    expect((await viewLines(mia, batchId)).problems).toContainEqual(
      expect.objectContaining({ code: 'merchant-unknown', suggestion: 'BLUEBIRD-01' }),
    )
    expect(await submit(batchId)).toMatchObject({ ok: false, reason: 'problems' })
    expect((await requireBatch(mia.db, batchId)).errors).toBe(4)
  })

  test('with cents that were read as dollars says so until its amounts are read as cents', async () => {
    const [one, two] = [await newSale(), await newSale()]
    const batchId = await draftOf(line(one, '7521'), line(two, '7521', 'BLUEBIRD-01', 3))
    const { lines, mayBeCents } = await viewLines(mia, batchId)
    expect(mayBeCents).toBe(true)
    const changed = lines.map(([row]) => ({ row, amount: '75.21' }))
    const saved = await saveLines(mia, { batchId, version: 1, changed, removed: [], added: [] })
    expect(saved).toMatchObject({ ok: true, mayBeCents: false })
  })

  test('errors end with what caused them: a merchant that is confirmed meanwhile stands in no way', async () => {
    await mia.db.insert(merchants).values({
      merchantId: 'NEW-1',
      name: 'New one',
      state: 'active',
      createdBy: mia.actor.id,
      createdAt: mia.now(),
      updatedAt: mia.now(),
    })
    const batchId = await draftOf(line(await newSale(), '75.21', 'NEW-1'))
    expect(await codesOf(batchId)).toEqual(['merchant-unconfirmed'])
    await mia.db.update(merchants).set({ confirmedAt: mia.now() }).where(eq(merchants.merchantId, 'NEW-1'))
    expect((await viewBatch(mia, batchId)).may.submit.allowed).toBe(true)
    expect(await submit(batchId)).toMatchObject({ ok: true })
  })

  test('marks rows of sales without a merchant in the log, until they are sent', async () => {
    const [known, unowned] = [await newSale({ merchantId: 'BLUEBIRD-01' }), await newSale()]
    const batchId = await draftOf(line(known, '75.21'), line(unowned, '75.21', 'KAYAKS-08', 3))
    expect((await viewLines(mia, batchId)).unowned).toEqual([3])
    const changed = [{ row: 3, transactionId: known, amount: '0.00' }]
    expect(await saveLines(mia, { batchId, version: 1, changed, removed: [], added: [] })).toMatchObject({
      ok: true,
      unowned: [],
    })
    const back = [{ row: 3, transactionId: unowned, amount: '75.21' }]
    expect(
      await saveLines(mia, { batchId, version: 2, changed: back, removed: [], added: [] }),
    ).toMatchObject({
      ok: true,
      unowned: [3],
    })
    await submitDraft(mia, batchId)
    expect((await viewLines(ole, batchId)).unowned).toEqual([3])
    await approve(ole, batchId)
    await sendToEnd(mia, batchId)
    expect((await viewLines(ole, batchId)).unowned).toEqual([])
  })

  test('with a few unlogged transactions is submitted once its maker has confirmed them', async () => {
    const [known, slip] = [await newSale({ merchantId: 'BLUEBIRD-01' }), transactionId('C', 990_011)]
    const batchId = await draftOf(line(known, '75.21'), line(slip, '75.21', 'BLUEBIRD-01', 3))
    const version = 1
    const refused = {
      ok: false,
      reason: 'unconfirmed',
      message: `1 of 2 transactions is not in the callback log: row 3 (${slip}). Correct the IDs, or confirm that they are meant. Nothing was submitted.`,
      question: expect.objectContaining({ count: 1, transactions: 2 }),
    }
    expect(await submitBatch(mia, { batchId, version })).toEqual(refused)
    expect(await submitBatch(mia, { batchId, version, confirmed: 0 })).toEqual(refused)
    expect((await requireBatch(mia.db, batchId)).status).toBe('draft')
    expect(await submitBatch(mia, { batchId, version, confirmed: 1 })).toMatchObject({ ok: true })
    const { money, history } = await viewBatch(ole, batchId)
    expect(money?.notInLog).toBe(1)
    expect(history[0]?.detail).toMatchObject({ unloggedConfirmed: 1 })
  })

  test('with another merchant’s sale is submitted once its maker has confirmed it, and names the likely sale', async () => {
    const [meant, slip] = ['SWAP-40517-A', 'SWAP-45017-A']
    await newSale({ tranId: meant, merchantId: 'BLUEBIRD-01' })
    await newSale({ tranId: slip, merchantId: 'KAYAKS-08' })
    const batchId = await draftOf(line(slip, '75.21'))
    const refused = {
      ok: false,
      reason: 'unconfirmed',
      message: `1 of 1 transaction is a sale of another merchant, who gets nothing: row 2 (${slip}, of KAYAKS-08). Correct the IDs, or confirm that they are meant. Nothing was submitted.`,
      question: {
        count: 1,
        otherPayee: 1,
        otherSale: 0,
        transactions: 1,
        named: [{ row: 2, transaction: slip, amountMinor: '7521', owner: 'KAYAKS-08', meant }],
      },
    }
    expect(await submitBatch(mia, { batchId, version: 1 })).toEqual(refused)
    expect((await requireBatch(mia.db, batchId)).status).toBe('draft')
    expect(await submitBatch(mia, { batchId, version: 1, confirmed: 1 })).toMatchObject({ ok: true })
    const { money, history } = await viewBatch(ole, batchId)
    expect(money?.warningGroups).toContainEqual(expect.objectContaining({ code: 'other-payee', count: 1 }))
    expect(history[0]?.detail).toMatchObject({ otherPayeeConfirmed: 1 })
    expect(history[0]?.detail).not.toHaveProperty('unloggedConfirmed')
  })

  test('with the amount of another sale is submitted once its maker has confirmed it', async () => {
    const [meant, slip] = ['SLIP-20196-A', 'SLIP-20116-A']
    await newSale({ tranId: meant, merchantId: 'BLUEBIRD-01', amountMinor: 3_532 })
    await newSale({ tranId: slip, amountMinor: 24_710 })
    const batchId = await draftOf(line(slip, '35.32'))
    expect(await submitBatch(mia, { batchId, version: 1 })).toMatchObject({
      reason: 'unconfirmed',
      question: {
        count: 1,
        otherSale: 1,
        named: [{ row: 2, transaction: slip, amountMinor: '3532', saleMinor: '24710', meant }],
      },
    })
    expect(await submitBatch(mia, { batchId, version: 1, confirmed: 1 })).toMatchObject({ ok: true })
    const { money, history } = await viewBatch(ole, batchId)
    expect(money?.warningGroups).toContainEqual(expect.objectContaining({ code: 'sale-meant', count: 1 }))
    expect(history[0]?.detail).toMatchObject({ otherSaleConfirmed: 1 })
  })

  test('shows that problem before it exists, among many matching sales', async () => {
    const [meant, slip] = ['SLIP-30196-B', 'SLIP-30116-B']
    await newSale({ tranId: meant, merchantId: 'BLUEBIRD-01', amountMinor: 3_532 })
    await newSale({ tranId: slip, amountMinor: 24_710 })
    const right = Array.from({ length: 21 }, (_, n) => `RIGHT-${n}`)
    await seedSales(
      mia,
      right.map((tranId) => ({ tranId, merchantId: 'BLUEBIRD-01', amountMinor: 7_521 })),
    )
    const body = {
      profileId: (await requireBatch(mia.db, await draftOf(line(slip, '1.00')))).profileId,
      transactions: [...right.map((id) => [id, '', 7_521, [0]]), [slip, '', 3_532, [0]]],
      merchants: ['BLUEBIRD-01'],
    }
    const request = new Request('http://desk.test', { method: 'POST', body: JSON.stringify(body) })
    const { likeSales } = await answerKnowledge(mia, request)
    expect(likeSales).toEqual([
      [slip, [{ id: meant, amountMinor: 3_532, merchantId: 'BLUEBIRD-01', isSlip: true }]],
    ])
  })

  test('with no logged sale at all says so once, until it is sent', async () => {
    const [one, other] = [transactionId('C', 990_001), transactionId('C', 990_002)]
    const batchId = await draftOf(line(one, '75.21'), line(other, '75.21', 'KAYAKS-08', 3))
    /** Whether the log has no sale of the batch, and which rows have a warning of their own. */
    const told = async (id = batchId) => {
      const { allUnlogged, problems } = await viewLines(ole, id)
      return [allUnlogged, ...problems.flatMap(({ code, row }) => (code === 'unlogged' ? [row] : []))]
    }
    const save = (version: number, id: string) =>
      saveLines(mia, {
        batchId,
        version,
        changed: [{ row: 3, transactionId: id }],
        removed: [],
        added: [],
      })
    expect(await told()).toEqual([true])
    // If the log has some, each of the others has its own warning.
    expect(await save(1, await newSale())).toMatchObject({ allUnlogged: false })
    expect(await told()).toEqual([false, 2])
    expect(await save(2, other)).toMatchObject({ allUnlogged: true })
    await submitDraft(mia, batchId)
    expect(await told()).toEqual([true])
    await approve(ole, batchId)
    await sendToEnd(mia, batchId)
    expect(await told()).toEqual([false])
    // A line without an identifier yet.
    expect(await told(await draftOf(line('', '75.21')))).toEqual([false])
  })

  test('has an error on each row instead if Settings require the log', async () => {
    await storeSetting(desk.services.db, 'funding', { unlogged: 'refused' })
    const batchId = await draftOf(line(transactionId('C', 990_003), '75.21'))
    expect(await codesOf(batchId)).toEqual(['not-in-log'])
    expect((await viewLines(mia, batchId)).allUnlogged).toBe(false)
    await storeSetting(desk.services.db, 'funding', {})
  })

  test('the same sale waits in one batch at a time', async () => {
    const sale = await newSale()
    const [first, second] = [await draftOf(line(sale, '75.21')), await draftOf(line(sale, '75.21'))]
    expect(await codesOf(second)).toEqual([])
    expect(await submit(first)).toMatchObject({ ok: true })
    expect(await codesOf(second)).toEqual(['open-elsewhere'])
    expect(await submit(second)).toMatchObject({ ok: false, reason: 'problems' })
  })
})

test('a retry whose identifier is corrected to a sale that its batch has funded warns about it', async () => {
  const paid = await newSale()
  used += 1
  // The partner refuses a PIN debit, and the log does not have it.
  const parent = await funded(line(paid, '75.21'), line(transactionId('P', used), '75.21', 'KAYAKS-08', 3))
  const retry = crypto.randomUUID()
  await retryFailed(mia, { batchId: parent, newBatchId: retry })
  const { number } = await requireBatch(mia.db, parent)
  await saveLines(mia, {
    batchId: retry,
    version: 1,
    changed: [{ row: 3, transactionId: paid }],
    removed: [],
    added: [],
  })
  const { problems } = await viewLines(mia, retry)
  expect(problems).toContainEqual(expect.objectContaining({ code: 'already-funded', batch: `B-${number}` }))
  // With another merchant, it takes the first one's money in a line of its own.
  expect(problems.map(({ code }) => code)).toContain('taken-out')
})

test('a line that the desk added because of a slip disappears when the identifier or merchant is corrected', async () => {
  const [theirs, mine, third] = [await newSale(), await newSale(), await newSale()]
  await funded(line(theirs, '75.21'), line(third, '75.21', 'BLUEBIRD-01', 3))
  const batchId = await draftOf(line(theirs, '75.21', 'KAYAKS-08'), line(third, '75.21', 'KAYAKS-08', 3))
  const linesIn = async () =>
    (await viewLines(mia, batchId)).lines.map(
      ([row, , id, , merchantId, amount]) => `${row} ${id} ${merchantId} ${amount}`,
    )
  expect(await linesIn()).toEqual([
    `2 ${theirs} KAYAKS-08 75.21`,
    `4 ${theirs} BLUEBIRD-01 0.00`,
    `3 ${third} KAYAKS-08 75.21`,
    `5 ${third} BLUEBIRD-01 0.00`,
  ])
  const saved = await saveLines(mia, {
    batchId,
    version: 1,
    changed: [
      { row: 2, transactionId: mine },
      { row: 3, merchantId: 'BLUEBIRD-01' },
    ],
    removed: [],
    added: [],
  })
  if (!saved.ok) throw new Error(saved.message)
  expect(saved.lines).toHaveLength(2)
  expect(await linesIn()).toEqual([`2 ${mine} KAYAKS-08 75.21`, `3 ${third} BLUEBIRD-01 75.21`])
  expect((await viewBatch(mia, batchId)).history[0]?.detail).toMatchObject({ removed: 0, removedByDesk: 2 })
  expect(await submit(batchId)).toMatchObject({ ok: true })
})

test('a line that the desk added belongs to whoever changes it, and a typed $0.00 line stays', async () => {
  const sale = await newSale()
  await funded(line(sale, '75.21'))
  const batchId = await draftOf(line(sale, '50.00', 'KAYAKS-08'))
  await saveLines(mia, {
    batchId,
    version: 1,
    changed: [{ row: 3, amount: '25.21' }],
    removed: [],
    added: [],
  })
  await saveLines(mia, {
    batchId,
    version: 2,
    changed: [{ row: 3, amount: '0.00' }],
    removed: [2],
    added: [],
  })
  expect((await viewLines(mia, batchId)).lines.map(([row, , , , , amount]) => [row, amount])).toEqual([
    [3, '0.00'],
  ])
})

describe('a correction of amounts that a later batch has set again', () => {
  const cellsOf = async (batchId: string) =>
    (await viewLines(mia, batchId)).lines.map(([, , , , merchantId, amount]) => `${merchantId} ${amount}`)

  test('begins with what the partner holds now, for every merchant', async () => {
    const sale = await newSale()
    const parent = await funded(line(sale, '73.33'), line(sale, '1.88', 'KAYAKS-08', 3))
    await funded(line(sale, '75.21'))
    const back = await funded(line(sale, '70.00', 'KAYAKS-08'))
    const child = crypto.randomUUID()
    const correct = (batchId: string, newBatchId: string) =>
      correctAmounts(mia, { batchId, newBatchId, transactions: [0] })
    await correct(parent, child)
    expect(await cellsOf(child)).toEqual(['BLUEBIRD-01 0.00', 'KAYAKS-08 70.00'])
    // Approved unchanged, it would have reset the first amounts.
    expect(await submit(child)).toMatchObject({
      ok: false,
      message: expect.stringContaining('this correction changes nothing'),
    })
    const { number } = await requireBatch(mia.db, back)
    expect((await viewLines(mia, child)).problems).toContainEqual(
      expect.objectContaining({ code: 'already-funded', severity: 'warning' }),
    )
    expect((await viewBatch(mia, child)).alreadyFunded).toMatchObject([{ number }])
    await discardBatch(mia, { batchId: child })

    // In the last one, the desk's line becomes a real line once the partner holds money for that merchant.
    await funded(line(sale, '60.00'))
    const other = crypto.randomUUID()
    await correct(back, other)
    expect(await cellsOf(other)).toEqual(['KAYAKS-08 0.00', 'BLUEBIRD-01 60.00'])
  })

  test('has a row for a merchant that its batch did not name, with a new number', async () => {
    const sale = await newSale()
    const parent = await funded(line(sale, '10.00'), line(await newSale(), '10.00', 'BLUEBIRD-01', 3))
    await funded(line(sale, '20.00'), line(sale, '5.00', 'KAYAKS-08', 3))
    const child = crypto.randomUUID()
    await correctAmounts(mia, { batchId: parent, newBatchId: child, transactions: [0] })
    expect((await viewLines(mia, child)).lines.map(([row, , , , id, amount]) => [row, id, amount])).toEqual([
      [2, 'BLUEBIRD-01', '20.00'],
      [4, 'KAYAKS-08', '5.00'],
    ])
    // The same for the line that takes a merchant out, made by a save.
    const saved = await saveLines(mia, {
      batchId: child,
      version: 1,
      changed: [{ row: 2, merchantId: 'CANOES-03' }],
      removed: [],
      added: [],
    })
    expect(saved.ok && saved.lines?.map(([row, , , , id]) => [row, id])).toEqual([
      [2, 'CANOES-03'],
      [4, 'KAYAKS-08'],
      [5, 'BLUEBIRD-01'],
    ])
  })
})

describe('another merchant for a sale', () => {
  test('takes the first one out with a line of its own, so that the sale is paid once', async () => {
    const sale = await newSale()
    const parent = await funded(line(sale, '75.21'))
    const child = crypto.randomUUID()
    await correctAmounts(mia, { batchId: parent, newBatchId: child, transactions: [0] })
    // Unchanged it would do nothing, so no one is asked to approve it.
    expect(await submit(child)).toMatchObject({
      ok: false,
      message: expect.stringContaining('this correction changes nothing'),
    })
    const saved = await saveLines(mia, {
      batchId: child,
      version: 1,
      changed: [{ row: 2, merchantId: 'KAYAKS-08' }],
      removed: [],
      added: [],
    })
    if (!saved.ok) throw new Error(saved.message)
    expect(saved.lines?.map(([, , , , merchantId, amount]) => `${merchantId} ${amount}`)).toEqual([
      'KAYAKS-08 75.21',
      'BLUEBIRD-01 0.00',
    ])
    expect(saved.held).toEqual([[sale, '', 'BLUEBIRD-01', 7_521, expect.any(Number), true]])
    await submitDraft(mia, child)
    const { money } = await requireBatch(mia.db, child)
    expect(money?.changes).toMatchObject([
      { merchantId: 'KAYAKS-08', wasMinor: null, isMinor: '7521' },
      { merchantId: 'BLUEBIRD-01', wasMinor: '7521', isMinor: '0' },
    ])
    expect((await viewBatch(uma, child)).was).toEqual({
      'not-sent': { amountMinor: 7_521n, isCertain: true, takenMinor: 7_521n },
    })
    // Other batches may be waiting too; what they add does not hide what this one takes out.
    expect((await sumWaitingApprovals(uma)).moved).toMatch(/−\$75\.21 and \+\$\d/)
    expect((await viewMerchant(uma, 'BLUEBIRD-01')).funding?.batches[0]).toMatchObject({
      id: child,
      amountMinor: 0,
      moved: '−$75.21',
    })
    expect((await viewMerchant(uma, 'KAYAKS-08')).funding?.batches[0]).toMatchObject({
      id: child,
      amountMinor: 7_521,
      moved: null,
    })
    const waiting = (await listMyBatches(uma.db, uma.actor.id)).flatMap(({ items: own }) => own)
    expect(waiting).toContainEqual(expect.objectContaining({ id: child, amount: '−$75.21 and +$75.21' }))
    const { items } = await listBatchPage(uma, { ...batchList.all, search: sale })
    expect(items.map(({ purpose, moved }) => [purpose, moved])).toEqual([
      ['correction', '−$75.21 and +$75.21'],
      ['new', null],
    ])
    await approve(uma, child)
    const { number } = await requireBatch(mia.db, child)
    const marked = async () => (await viewLines(mia, parent)).corrected
    const rows = (words: string) => [{ row: 2, words: `${words} B-${number}` }]
    expect(await marked()).toEqual(rows('Correction pending in'))
    await sendToEnd(mia, child)
    expect(await heldBy(sale)).toEqual({ 'BLUEBIRD-01': '0', 'KAYAKS-08': '7521' })
    expect(await marked()).toEqual(rows('Corrected by'))
    expect((await viewLines(mia, child)).corrected).toEqual([])
  })

  test('in a second batch of the same sum shows its approvers first who loses what another gets', async () => {
    const sale = await newSale()
    await funded(line(sale, '75.21'))
    const second = await draftOf(line(sale, '75.21', 'KAYAKS-08'))
    await submitDraft(mia, second)
    const { money, warnings } = await viewBatch(ole, second)
    expect(money && payeeChangeWords(money)).toBe(
      'Merchant changes: was BLUEBIRD-01 $75.21, is KAYAKS-08 $75.21',
    )
    expect(warnings[0]).toMatchObject({ code: 'payee-changed', count: 1 })
  })

  test('is found if one batch uses the reference number and the other the ID', async () => {
    const [one, two] = [transactionId('D', 50_101), transactionId('D', 50_102)]
    const referenceOf = (id: string) => `9000000${id.slice(-5)}`
    await seedSales(
      mia,
      [one, two].map((tranId) => ({ tranId, amountMinor: 7_521, retrievalRefNumber: referenceOf(tranId) })),
    )
    const byReference = (id: string) =>
      fundingLine(2, {
        retrievalReferenceNumber: referenceOf(id),
        amount: '75.21',
        merchantId: 'BLUEBIRD-01',
      })
    const parents = [await funded(line(one, '75.21')), await funded(byReference(two))]
    const again = [await draftOf(byReference(one)), await draftOf(line(two, '75.21'))]
    for (const [at, batchId] of again.entries())
      expect((await viewBatch(mia, batchId)).alreadyFunded).toMatchObject([
        { id: parents[at], transactions: 1 },
      ])
  })

  test('in a second batch says what the partner holds', async () => {
    const sale = await newSale()
    await funded(line(sale, '10.25'))
    const second = await draftOf(line(sale, '75.21', 'KAYAKS-08'))
    const { lines, problems } = await viewLines(mia, second)
    expect(lines.map(([, , , , merchantId, amount]) => `${merchantId} ${amount}`)).toEqual([
      'KAYAKS-08 75.21',
      'BLUEBIRD-01 0.00',
    ])
    expect(problems.map(({ code }) => code)).toEqual(expect.arrayContaining(['already-funded', 'taken-out']))
  })
})

describe('money of a batch that a later batch set again', () => {
  const overwritesOf = async (batchId: string) => {
    const { overwrites } = await viewBatch(mia, batchId)
    const said = (some: typeof overwrites.by) =>
      some.map(
        ({ batchId: other, was, newMinor, transactions, unclear }) =>
          [other, transactions, differenceWords(was, newMinor), unclear] as const,
      )
    return { by: said(overwrites.by), of: said(overwrites.of) }
  }
  const nowHeld = async (batchId: string) => {
    const { now } = (await viewBatch(mia, batchId)).overwrites
    return now && [now.transactions, wasWords(now.held)]
  }
  const numberOf = async (batchId: string) => (await requireBatch(mia.db, batchId)).number
  const fileOf = async (batchId: string, what: Export) =>
    (await new Response(await exportBatch(mia, batchId, what)).text()).trim().split('\r\n')

  test('is shown on both batches, and no longer once it is as before', async () => {
    const [moved, raised, same] = [await newSale(), await newSale(), await newSale()]
    const earlier = await funded(
      line(moved, '75.21'),
      line(raised, '10.00', 'KAYAKS-08', 3),
      line(same, '5.00', 'BLUEBIRD-01', 4),
    )
    expect(await overwritesOf(earlier)).toEqual({ by: [], of: [] })
    const later = await draftOf(
      line(moved, '75.21', 'KAYAKS-08'),
      line(raised, '14.79', 'KAYAKS-08', 3),
      line(same, '5.00', 'BLUEBIRD-01', 4),
    )
    await submitDraft(mia, later)
    const told = [2, '+$4.79 (−$75.21 and +$80.00)', 0] as const
    // The approver sees whose money it takes; nothing is taken yet.
    expect(await overwritesOf(later)).toEqual({ by: [], of: [[earlier, ...told]] })
    expect(await overwritesOf(earlier)).toEqual({ by: [], of: [] })
    await approve(ole, later)
    expect(await sendToEnd(mia, later)).toBe('done')
    expect(await overwritesOf(earlier)).toEqual({ by: [[later, ...told]], of: [] })
    expect(await overwritesOf(later)).toEqual({ by: [], of: [[earlier, ...told]] })
    const by = `B-${await numberOf(later)}`
    expect(await nowHeld(earlier)).toEqual([3, '$95.00'])
    expect((await viewLines(mia, earlier)).corrected).toEqual([
      { row: 2, words: `Overwritten by ${by}, now $0.00` },
      { row: 3, words: `Overwritten by ${by}, now $14.79` },
    ])
    expect((await viewLines(mia, later)).corrected).toEqual([])
    expect(
      (await viewBatch(mia, earlier)).merchants?.shown.map(({ merchantId, overwritten }) => [
        merchantId,
        overwritten,
      ]),
    ).toEqual([
      ['BLUEBIRD-01', `$75.21 by ${by}, now $0.00`],
      ['KAYAKS-08', `$10.00 by ${by}, now $90.00`],
    ])

    // Someone who adds up both batches' files must see what is in both, even amounts set to the same value.
    const results = await fileOf(earlier, 'results')
    expect(results.map((row) => row.split(',').slice(4))).toEqual([
      ['Amount', 'Request', 'Outcome', 'Error code', 'Error message', 'Overwritten by', 'Held now'],
      ['75.21', '1', 'Funded', '', '', by, '0.00'],
      ['10.00', '1', 'Funded', '', '', by, '14.79'],
      ['5.00', '1', 'Funded', '', '', by, '5.00'],
    ])
    expect((await fileOf(earlier, 'lines'))[1]).toMatch(new RegExp(`,75\\.21,.*,${by},0\\.00$`))
    expect((await fileOf(earlier, 'merchants')).map((row) => row.split(',').slice(3))).toEqual([
      ['Amount', 'Funded', 'Overwritten amount', 'Overwritten by', 'Held now'],
      ['80.21', '80.21', '80.21', by, '5.00'],
      ['10.00', '10.00', '10.00', by, '90.00'],
      ['90.21', '90.21', '90.21', '', '95.00'],
    ])
    expect((await fileOf(later, 'results'))[0]).not.toContain('Overwritten')

    // The second of three batches has no part in what the third took from the first.
    const last = await funded(line(moved, '75.21'))
    expect((await overwritesOf(earlier)).by).toEqual([[later, 1, '+$4.79', 0]])
    expect((await overwritesOf(later)).by).toEqual([[last, 1, '$0.00 (−$75.21 and +$75.21)', 0]])
    expect((await overwritesOf(last)).of).toEqual([[later, 1, '$0.00 (−$75.21 and +$75.21)', 0]])
  })

  test('counts whole transactions, including merchants that only one batch names', async () => {
    const [shared, left] = [await newSale(), await newSale()]
    const earlier = await funded(line(shared, '75.21'), line(left, '5.00', 'BLUEBIRD-01', 3))
    const later = await funded(line(shared, '67.82'), line(shared, '7.39', 'KAYAKS-08', 3))
    const told = [1, '$0.00 (−$7.39 and +$7.39)', 0] as const
    expect((await overwritesOf(earlier)).by).toEqual([[later, ...told]])
    expect((await overwritesOf(later)).of).toEqual([[earlier, ...told]])
    expect(await nowHeld(earlier)).toEqual([2, '$80.21'])
    const { items } = await listBatchPage(uma, { ...batchList.all, search: shared })
    expect(items.map(({ id, overwrites, moved }) => [id, overwrites, moved])).toEqual([
      [later, { by: [], of: [{ id: earlier, number: await numberOf(earlier) }] }, '−$7.39 and +$7.39'],
      [earlier, { by: [{ id: later, number: await numberOf(later) }], of: [] }, null],
    ])
    // What a merchant had before a batch is not a change by that batch.
    expect((await overwritesOf(later)).by).toEqual([])
  })

  test('is the same in the list as on the pages, also if the later batch failed in part or a third one restored the amounts', async () => {
    const [kept, failed] = [await newSale(), await newSale()]
    const earlier = await funded(line(kept, '75.21'), line(failed, '10.00', 'BLUEBIRD-01', 3))
    const later = await funded(line(kept, '70.00'), line(failed, '14.79', 'BLUEBIRD-01', 3))
    await mia.db
      .insert(fundingFailures)
      .values({ batchId: later, transactionNo: 1, errorCode: 'E1', errorMessage: 'No.' })
    await mia.db.update(fundingBatches).set({ succeeded: 1, failed: 1 }).where(eq(fundingBatches.id, later))
    const listed = async () => {
      const { items } = await listBatchPage(uma, { ...batchList.all, search: kept })
      return items.map(({ id, overwrites: { by, of } }) => [
        id,
        by.map((one) => one.id),
        of.map((one) => one.id),
      ])
    }
    const onPages = async (...batches: string[]) =>
      Promise.all(
        batches.map(async (id) => {
          const { by, of } = await overwritesOf(id)
          return [id, by.map(([other]) => other), of.map(([other]) => other)]
        }),
      )
    expect(await listed()).toEqual([
      [later, [], [earlier]],
      [earlier, [later], []],
    ])
    expect(await onPages(later, earlier)).toEqual(await listed())
    const third = await funded(line(kept, '75.21'))
    expect(await listed()).toEqual([
      [third, [], [later]],
      [later, [third], [earlier]],
      [earlier, [], []],
    ])
    expect(await onPages(third, later, earlier)).toEqual(await listed())
    // The same where so many batches changed amounts that the list reads its own transactions.
    const rows = await Promise.all([third, later, earlier].map((id) => requireBatch(mia.db, id)))
    const ofPage = await listOverwrites(mia.db, rows, 0)
    expect(
      rows.map((row) => {
        const { by, of } = ofPage(row)
        return [row.id, by.map(({ id }) => id), of.map(({ id }) => id)]
      }),
    ).toEqual(await listed())
    // Sorted by amount, the pages of one batch each name every batch once, also after one that was accepted in part.
    const byAmount: string[] = []
    let cursor: Parameters<typeof listBatchPage>[1]['cursor'] = null
    for (let pages = 0; pages < 4; pages += 1) {
      const query = {
        ...batchList.all,
        search: kept,
        sort: { by: 'amount', direction: 'descending' } as const,
        cursor,
      }
      const { items, after } = await listBatchPage(uma, query, 1)
      byAmount.push(...items.map(({ id }) => id))
      if (!after) break
      cursor = { ...after, side: 'after' }
    }
    expect(byAmount).toEqual([earlier, later, third])
  })

  test('what was accepted of batches in part is on the list as on their pages, in as many statements as for one', async () => {
    const [kept, failed] = [await newSale(), await newSale()]
    await funded(line(kept, '75.21'), line(failed, '10.00', 'BLUEBIRD-01', 3))
    const inPart = async (...amounts: [kept: string, failed: string]) => {
      const id = await funded(line(kept, amounts[0]), line(failed, amounts[1], 'BLUEBIRD-01', 3))
      await mia.db
        .insert(fundingFailures)
        .values({ batchId: id, transactionNo: 1, errorCode: 'E1', errorMessage: 'No.' })
      await mia.db.update(fundingBatches).set({ succeeded: 1, failed: 1 }).where(eq(fundingBatches.id, id))
      return requireBatch(mia.db, id)
    }
    const batches = [await inPart('70.00', '14.79'), await inPart('72.50', '9.00')]
    let statements = 0
    const counted = {
      execute: (query: SQL) => {
        statements += 1
        return mia.db.execute(query)
      },
    } as typeof mia.db
    const accepted = await listAccepted(counted, batches)
    expect(statements).toBe(2)
    for (const { id } of batches) {
      const { result, was } = await viewBatch(mia, id)
      expect(accepted.get(id)).toEqual({ amountMinor: result?.funded.amountMinor, was: was?.funded })
    }
    expect(batches.map(({ id }) => accepted.get(id)?.amountMinor)).toEqual([7_000n, 7_250n])
  })

  test('is unclear while the later one has no outcome', async () => {
    const sale = await newSale()
    const earlier = await funded(line(sale, '75.21'))
    const later = await draftOf(line(sale, '1.00'))
    await submitDraft(mia, later)
    await approve(ole, later)
    await mia.db.update(fundingRequests).set({ state: 'unknown' }).where(eq(fundingRequests.batchId, later))
    expect((await overwritesOf(earlier)).by).toEqual([[later, 0, '$0.00', 1]])
    expect((await fileOf(earlier, 'results'))[1]).toMatch(
      new RegExp(`,Funded,,,B-${await numberOf(later)} \\(outcome unknown\\),$`),
    )
  })
})

describe('other callbacks', () => {
  test('a reference number that two sales share identifies neither', async () => {
    const reference = '700000050001'
    const first = await newSale({ retrievalRefNumber: reference })
    await newSale({ retrievalRefNumber: reference })
    const byReference = await draftOf(
      fundingLine(2, { retrievalReferenceNumber: reference, amount: '9000.00', merchantId: 'BLUEBIRD-01' }),
    )
    expect(await codesOf(byReference)).toEqual(['sale-ambiguous'])
    expect(await codesOf(await draftOf(line(first, '75.21')))).toEqual([])
  })

  test('a sale of another profile is an error, and is still compared', async () => {
    const sale = await newSale({ profileId: '941000000004' })
    expect(await codesOf(await draftOf(line(sale, '75.21')))).toEqual(['sale-other-profile'])
    expect(await codesOf(await draftOf(line(sale, '7521.00')))).toEqual(['sale-other-profile', 'over-sale'])
  })

  test('a sale whose money was taken back completely is unfunded again', async () => {
    const sale = await newSale()
    const parent = await funded(line(sale, '75.21'))
    const child = crypto.randomUUID()
    await correctAmounts(mia, { batchId: parent, newBatchId: child, transactions: [0] })
    await saveLines(mia, {
      batchId: child,
      version: 1,
      changed: [{ row: 2, amount: '0.00' }],
      removed: [],
      added: [],
    })
    await submitDraft(mia, child)
    await approve(uma, child)
    expect(await sendToEnd(mia, child)).toBe('done')
    const [event] = await mia.db.select().from(callbackEvents).where(eq(callbackEvents.tranId, sale))
    expect(event?.funding).toBe('unfunded')
    expect(await codesOf(await draftOf(line(sale, '75.21')))).toEqual([])
  })
})

describe('a frozen batch is checked again', () => {
  async function waiting(): Promise<{ batchId: string; sale: string }> {
    const sale = await newSale()
    const batchId = await draftOf(line(sale, '75.21'))
    await submitDraft(mia, batchId)
    return { batchId, sale }
  }
  const contest = (sale: string) =>
    mia.db.update(callbackEvents).set({ state: 'conflict' }).where(eq(callbackEvents.tranId, sale))

  test('at approval', async () => {
    const { batchId, sale } = await waiting()
    await contest(sale)
    const { contentSha256, amountMinor } = await requireBatch(mia.db, batchId)
    const result = await approveBatch(ole, {
      batchId,
      contentSha256: contentSha256 ?? '',
      amountMinor: String(amountMinor),
      note: '',
    })
    expect(result).toMatchObject({ ok: false, reason: 'problems' })
    expect(Object(result).message).toMatch(/Row 2: .*conflicting deliveries.*Return the batch, fix/)
  })

  test('when a request is sent: risks that approvers have not seen stop it', async () => {
    const approved = async () => {
      const { batchId, sale } = await waiting()
      await approve(ole, batchId)
      return { batchId, sale }
    }
    const setSplit = (split: { merchantId: string; percent?: string }[]) =>
      mia.db.update(merchants).set({ split }).where(eq(merchants.merchantId, 'BLUEBIRD-01'))
    const { batchId, sale } = await approved()
    await mia.db
      .update(callbackEvents)
      .set({ merchantId: 'KAYAKS-08' })
      .where(eq(callbackEvents.tranId, sale))
    expect(await sendBatch(mia, { batchId })).toMatchObject({
      ok: false,
      message: expect.stringMatching(
        /1 warning has appeared.*KAYAKS-08, who gets nothing.*Take the batch back/,
      ),
    })
    // Also between the click and the request.
    const other = await approved()
    await sendBatch(mia, { batchId: other.batchId })
    await mia.db
      .update(callbackEvents)
      .set({ merchantId: 'KAYAKS-08' })
      .where(eq(callbackEvents.tranId, other.sale))
    await setSplit([{ merchantId: 'KAYAKS-08', percent: '10' }, { merchantId: 'BLUEBIRD-01' }])
    await sendFundingBatch(mia, { batchId: other.batchId })
    await setSplit([])
    for (const one of [sale, other.sale]) expect(await heldBy(one)).toEqual({})
    expect((await requireBatch(mia.db, other.batchId)).status).toBe('stopped')
  })

  test('before it starts sending: nothing reaches the partner', async () => {
    const { batchId, sale } = await waiting()
    await approve(ole, batchId)
    await mia.db
      .update(merchants)
      .set({ state: 'paused' })
      .where(and(eq(merchants.merchantId, 'BLUEBIRD-01')))
    // The sender is told.
    expect((await viewBatch(mia, batchId)).totals.errors).toBe(1)
    await sendBatch(mia, { batchId })
    await sendFundingBatch(mia, { batchId })
    await mia.db.update(merchants).set({ state: 'active' }).where(eq(merchants.merchantId, 'BLUEBIRD-01'))
    const [request] = await mia.db.select().from(fundingRequests).where(eq(fundingRequests.batchId, batchId))
    expect(request?.state).toBe('not-sent')
    expect(await heldBy(sale)).toEqual({})
    // Once the cause is gone, it is sent as approved.
    expect(await sendToEnd(mia, batchId)).toBe('done')
    expect(await heldBy(sale)).toEqual({ 'BLUEBIRD-01': '7521' })
  })
})

describe('an amount above the sale', () => {
  test('can be allowed for one transaction, with a reason, by a colleague with the right, if Settings allow it', async () => {
    const sale = await newSale()
    const batchId = await draftOf(line(sale, '80.00'))
    const ask = (ctx: Ctx) => allowOverSale(ctx, { batchId, version: 1, row: 2, reason: 'Tip paid in cash' })
    expect(await ask(ole)).toMatchObject({ ok: false, reason: 'not-allowed' })
    await storeSetting(desk.services.db, 'funding', { overSale: true })
    expect(await ask(mia)).toMatchObject({ ok: false, reason: 'not-allowed' })
    expect(await ask(ole)).toMatchObject({ ok: true, totals: { errors: 0 } })
    await saveLines(mia, {
      batchId,
      version: 1,
      changed: [{ row: 2, amount: '80.01' }],
      removed: [],
      added: [],
    })
    expect(await codesOf(batchId)).toEqual(['over-sale'])
    await saveLines(mia, {
      batchId,
      version: 2,
      changed: [{ row: 2, amount: '80.00', merchantId: 'KAYAKS-08' }],
      removed: [],
      added: [],
    })
    // Allowed for one merchant, and not for another.
    expect(await codesOf(batchId)).toContain('over-sale')
    await saveLines(mia, {
      batchId,
      version: 3,
      changed: [{ row: 2, merchantId: 'BLUEBIRD-01' }],
      removed: [],
      added: [],
    })
    // Nor if whoever allowed it has decided about the sale since: they count as having worked on the batch.
    const decide = (amountBy: string | null) =>
      mia.db.update(callbackEvents).set({ amountBy }).where(eq(callbackEvents.tranId, sale))
    await decide(ole.actor.id)
    expect(await codesOf(batchId)).toContain('over-sale')
    await decide(null)
    await submitDraft(mia, batchId)
    expect((await requireBatch(mia.db, batchId)).money?.overrides).toMatchObject([
      { transaction: sale, saleMinor: '7521', allowedMinor: '8000', by: 'Ole', reason: 'Tip paid in cash' },
    ])
    await approve(uma, batchId)
    expect(await sendToEnd(mia, batchId)).toBe('done')
    await storeSetting(desk.services.db, 'funding', {})
  })
})

describe('amounts and sales that cannot be paid', () => {
  test.each([
    ['three decimals', '75.210', ['amount-too-fine']],
    ['thousands with a comma in the wrong place', '7,52.10', ['amount-thousands']],
    ['less than nothing', '-75.21', ['amount-negative']],
    ['the same in parentheses', '($75.21)', ['amount-negative']],
    ['another currency', '€75.21', ['amount-currency']],
    ['one without cents', '¥7521', ['amount-currency']],
    ['a power of ten', '7.5e1', ['amount-not-digits']],
  ])('%s is an error', async (_, amount, codes) => {
    expect(await codesOf(await draftOf(line(await newSale(), amount)))).toEqual(codes)
  })

  test('a sale is not paid twice under another spelling, in one file or two', async () => {
    const sale = await newSale()
    expect(
      await codesOf(await draftOf(line(sale, '75.21'), line(sale.toLowerCase(), '75.21', 'KAYAKS-08', 3))),
    ).toEqual(['over-sale'])
    const first = await draftOf(line(` ${sale.toLowerCase()}`, '75.21'))
    await submitDraft(mia, first)
    expect(await codesOf(await draftOf(line(`'${sale}`, '75.21', 'KAYAKS-08')))).toEqual(['open-elsewhere'])
    // The log has neither of them.
    const unlogged = transactionId('C', 49_801)
    expect(
      await codesOf(
        await draftOf(line(unlogged, '1.00'), line(unlogged.toLowerCase(), '1.00', 'KAYAKS-08', 3)),
      ),
    ).toEqual(['same-id-otherwise'])
    // Nor by two batches: a draft does not block it, but a submitted batch does.
    const small = unlogged.toLowerCase()
    const before = await draftOf(line(unlogged, '1.00'))
    const after = await draftOf(line(small, '1.00', 'KAYAKS-08'))
    expect(await codesOf(after)).toEqual([])
    await submitDraft(mia, before)
    expect(await codesOf(after)).toEqual(['same-id-elsewhere'])
    expect(await submitBatch(mia, { batchId: after, version: 1 })).toMatchObject({
      ok: false,
      reason: 'problems',
    })
    // If the log has both, they may be two sales, and the approver is told.
    await seedSales(
      mia,
      [unlogged, small].map((tranId) => ({ tranId, amountMinor: 100 })),
    )
    expect(await codesOf(after)).not.toContain('same-id-elsewhere')
    const { problems } = await viewLines(mia, after)
    expect(problems).toContainEqual(
      expect.objectContaining({ code: 'sale-same-letters', severity: 'warning', twin: unlogged }),
    )
  })

  test('a void with its own ID blocks its sale until a person closes it with a reason', async () => {
    const payment = { invoiceNumber: 'INV-VOID', account: '************1111' }
    const sale = await newSale(payment)
    const back = { tranType: 'VOID', anomalies: ['not-a-sale'], state: 'anomaly', funding: 'none' }
    const voided = await newSale({ ...payment, ...back })
    const byReference = await newSale({ retrievalRefNumber: '700000059001' })
    await newSale({ ...back, retrievalRefNumber: '700000059001', amountMinor: 1_000 })
    expect(await codesOf(await draftOf(line(byReference, '75.21')))).toEqual(['sale-taken-back'])
    const batchId = await draftOf(line(sale, '75.21'))
    expect(await codesOf(batchId)).toEqual(['sale-taken-back'])
    await mia.db
      .update(callbackEvents)
      .set({ state: 'closed', closedBy: ole.actor.id, closedNote: 'The payer paid again in cash' })
      .where(eq(callbackEvents.tranId, voided))
    expect(await codesOf(batchId)).toEqual([])
    await submitDraft(mia, batchId)
    expect((await viewBatch(uma, batchId)).warnings[0]).toMatchObject({
      code: 'sale-back-closed',
      texts: [expect.stringContaining('Ole closed it: The payer paid again in cash')],
    })
  })

  test('a refund with response 000 is never funded', async () => {
    for (const tranType of ['REFUND', 'Void', 'CREDIT RETURN']) {
      const sale = await newSale({ tranType, anomalies: ['not-a-sale'], state: 'anomaly', funding: 'none' })
      expect(await codesOf(await draftOf(line(sale, '75.21')))).toEqual(['sale-not-approved'])
    }
  })
})

describe('warnings about rows that look right', () => {
  const warningsOf = async (batchId: string) =>
    (await viewLines(mia, batchId)).problems.flatMap(({ severity, code, ...problem }) =>
      severity === 'warning' ? [{ code, ...problem }] : [],
    )

  test('a sale whose merchant gets nothing', async () => {
    const sale = await newSale({ merchantId: 'KAYAKS-08' })
    expect(await warningsOf(await draftOf(line(sale, '75.21')))).toMatchObject([
      { code: 'other-payee', merchant: 'KAYAKS-08' },
    ])
  })

  test('a sale reported by receivers of two merchants', async () => {
    const sale = await newSale({ merchantId: 'KAYAKS-08' })
    await seedSales(mia, [{ tranId: sale, amountMinor: 7_521, merchantId: 'BLUEBIRD-01' }])
    expect(await warningsOf(await draftOf(line(sale, '75.21')))).toContainEqual(
      expect.objectContaining({ code: 'sale-of-several', merchant: expect.stringContaining('KAYAKS-08') }),
    )
  })

  test('a sale whose amount a person has settled', async () => {
    const sale = await newSale({ amountBy: ole.actor.id, resolvedAmountMinor: 7_521 })
    expect(await warningsOf(await draftOf(line(sale, '75.21')))).toContainEqual(
      expect.objectContaining({ code: 'sale-judged', by: 'Ole' }),
    )
  })

  test('a resolved conflict, with the rejected delivery and the reason', async () => {
    const sale = transactionId('C', 49_802)
    const receiver = await seedReceiver(mia)
    const [event] = await postCallbacks(desk.services, receiver, [
      saleFields({ tran_id: sale, tran_amount: '75.21', invoice_number: 'INV-CON' }),
      saleFields({ tran_id: sale, tran_amount: '4.67', tran_type: 'VOID', invoice_number: 'INV-CON' }),
    ])
    const { n = 0, contentN = 0, version = 0 } = event ?? {}
    expect(
      await resolveConflict(ole, { n, version, contentN, deliveries: 2, note: 'The bank has it.' }),
    ).toEqual({
      ok: true,
    })
    expect(await warningsOf(await draftOf(line(sale, '75.21')))).toContainEqual(
      expect.objectContaining({
        code: 'sale-judged',
        resolved: { by: 'Ole', note: 'The bank has it.', others: [{ tranType: 'VOID', amount: '4.67' }] },
      }),
    )
  })

  test('a person who counted an event as a sale cannot approve it, and approvers see that', async () => {
    const sale = await newSale({ saleBy: ole.actor.id, saleAt: desk.services.now(), tranType: 'CREDIT' })
    const batchId = await draftOf(line(sale, '75.21'))
    expect(await warningsOf(batchId)).toContainEqual(
      expect.objectContaining({ code: 'sale-counted', by: 'Ole', came: 'CREDIT' }),
    )
    await submitDraft(mia, batchId)
    expect((await requireBatch(mia.db, batchId)).workedOnBy).toEqual([mia.actor.id, ole.actor.id])
  })

  test('a person who set a sale’s amount cannot approve a batch that pays it', async () => {
    const sale = await newSale({ amountBy: ole.actor.id, resolvedAmountMinor: 7_521, amountText: '7521' })
    const batchId = await draftOf(line(sale, '75.21'))
    expect(await warningsOf(batchId)).toContainEqual(
      expect.objectContaining({ code: 'sale-judged', came: '7521' }),
    )
    // Already for the draft: no one is named who could not approve.
    const { approvers } = await viewBatch(mia, batchId)
    expect(approvers).toContain('Uma')
    expect(approvers).not.toContain('Ole')
    expect(approvers).not.toContain('Mia')
    await submitDraft(mia, batchId)
    expect((await viewBatch(mia, batchId)).approvers).toEqual(approvers)
    const { contentSha256, amountMinor, workedOnBy } = await requireBatch(mia.db, batchId)
    expect(workedOnBy).toEqual([mia.actor.id, ole.actor.id])
    const approval = {
      batchId,
      contentSha256: contentSha256 ?? '',
      amountMinor: String(amountMinor),
      note: '',
    }
    const message = `You decided about the sale ${sale} in it. Someone else has to approve it.`
    expect(await approveBatch(ole, approval)).toMatchObject({ ok: false, reason: 'own-work', message })
    expect((await viewBatch(ole, batchId)).may.approve).toEqual({ allowed: false, reason: message })
    // A person who decided about a sale has not edited anything.
    expect((await viewBatch(mia, batchId)).workedOnBy).toEqual({
      edited: ['Mia'],
      decided: [{ by: 'Ole', sales: [sale] }],
      before: [],
    })
    expect(await approveBatch(uma, approval)).toMatchObject({ ok: true })
  })

  test('a person who resolves a conflict while the batch waits cannot approve it', async () => {
    const sale = await newSale()
    const batchId = await draftOf(line(sale, '75.21'))
    await submitDraft(mia, batchId)
    await mia.db
      .update(callbackEvents)
      .set({ resolvedBy: ole.actor.id })
      .where(eq(callbackEvents.tranId, sale))
    const { contentSha256, amountMinor } = await requireBatch(mia.db, batchId)
    const approval = {
      batchId,
      contentSha256: contentSha256 ?? '',
      amountMinor: String(amountMinor),
      note: '',
    }
    expect(await approveBatch(ole, approval)).toMatchObject({ ok: false, reason: 'own-work' })
    const { approvers, may } = await viewBatch(ole, batchId)
    expect(approvers).not.toContain('Ole')
    expect(may.approve.allowed).toBe(false)
    const toApprove = async (ctx: Ctx) =>
      (await listMyBatches(ctx.db, ctx.actor.id))
        .find(({ key }) => key === 'batches-to-approve')
        ?.items.map(({ id }) => id)
    expect(await toApprove(ole)).not.toContain(batchId)
    expect(await toApprove(uma)).toContain(batchId)
  })

  test('a default split that changes while the batch waits', async () => {
    const sale = await newSale({ merchantId: 'BLUEBIRD-01' })
    const setSplit = (percent: string) =>
      mia.db
        .update(merchants)
        .set({ split: [{ merchantId: 'KAYAKS-08', percent }, { merchantId: 'BLUEBIRD-01' }] })
        .where(eq(merchants.merchantId, 'BLUEBIRD-01'))
    await setSplit('10')
    const batchId = await draftOf(line(sale, '7.52', 'KAYAKS-08'), line(sale, '67.69', 'BLUEBIRD-01', 3))
    expect((await warningsOf(batchId)).map(({ code }) => code)).not.toContain('split-differs')
    await submitDraft(mia, batchId)
    await setSplit('20')
    const { contentSha256, amountMinor } = await requireBatch(mia.db, batchId)
    const approval = {
      batchId,
      contentSha256: contentSha256 ?? '',
      amountMinor: String(amountMinor),
      note: '',
    }
    expect(await approveBatch(ole, approval)).toMatchObject({ ok: false, reason: 'stale' })
    expect((await requireBatch(mia.db, batchId)).money).toMatchObject({
      otherSplitCount: 1,
      otherSplits: [
        {
          transaction: sale,
          merchantId: 'BLUEBIRD-01',
          shares: [
            { merchantId: 'KAYAKS-08', isMinor: 752, defaultMinor: 1_504 },
            { merchantId: 'BLUEBIRD-01', isMinor: 6_769, defaultMinor: 6_017 },
          ],
        },
      ],
    })
    expect((await viewBatch(ole, batchId)).warnings).toContainEqual(
      expect.objectContaining({ code: 'split-differs', count: 1 }),
    )
    await mia.db.update(merchants).set({ split: [] }).where(eq(merchants.merchantId, 'BLUEBIRD-01'))
  })

  test('two sales with the same invoice, card and amount, and nothing less', async () => {
    const same = { invoiceNumber: 'INV-1', account: '************1111' }
    const first = await newSale(same)
    const second = await newSale(same)
    const others = [
      await newSale({ ...same, account: '************2222' }),
      await newSale({ ...same, amountMinor: 7_522 }),
      await newSale({ ...same, invoiceNumber: '' }),
      await newSale({ ...same, invoiceNumber: '' }),
      await newSale({ ...same, funding: 'none', respCode: '005' }),
    ]
    const batchId = await draftOf(
      ...[first, second, ...others].map((id, at) => line(id, '1.00', 'KAYAKS-08', at + 2)),
    )
    const twins = (await warningsOf(batchId)).filter(({ code }) => code === 'sale-twin')
    expect(twins).toMatchObject([
      { row: 2, twin: second },
      { row: 3, twin: first },
    ])
  })

  test('a click that comes too late says who was first', async () => {
    const batchId = await draftOf(line(await newSale(), '75.21'))
    await submitDraft(mia, batchId)
    await approve(uma, batchId)
    await recallBatch(ole, { batchId, note: '' })
    expect(await sendBatch(mia, { batchId })).toEqual({
      ok: false,
      reason: 'wrong-state',
      message: 'Ole recalled it. The batch is now: Draft. Nothing was sent by this press.',
    })
  })

  test('a merchant given by name, or by ID in other case, is stored by ID', async () => {
    const [one, two, three] = [await newSale(), await newSale(), await newSale()]
    await knowMerchants(mia, ['NAMED-1', 'NAMED-2', 'NAMED-3', 'NAMED-4'])
    const named = [
      ['NAMED-1', { name: 'Named Twice' }],
      ['NAMED-2', { name: 'named twice' }],
      ['NAMED-3', { name: 'Once Closed', state: 'closed' }],
      ['NAMED-4', { name: 'Only Once' }],
    ] as const
    for (const [merchantId, set] of named)
      await mia.db.update(merchants).set(set).where(eq(merchants.merchantId, merchantId))
    const batchId = await draftOf(
      line(one, '75.21', ' only  ONCE ', 2),
      line(two, '75.21', 'named-4', 3),
      line(three, '10.00', 'Named Twice', 4),
      line(three, '20.00', 'Once Closed', 5),
    )
    const { lines, problems, names, version } = await viewLines(mia, batchId)
    expect(lines.map(([, , , , merchantId]) => merchantId)).toEqual([
      'NAMED-4',
      'NAMED-4',
      'Named Twice',
      'Once Closed',
    ])
    expect(names).toContainEqual(['NAMED-4', 'Only Once'])
    expect(problems.filter(({ severity }) => severity === 'error')).toMatchObject([
      { row: 4, code: 'merchant-ambiguous', merchant: 'NAMED-1, NAMED-2' },
      { row: 5, code: 'merchant-closed', merchant: 'Once Closed (NAMED-3)' },
    ])
    // Also typed into the grid: the answer says what was replaced.
    const saved = await saveLines(mia, {
      batchId,
      version,
      changed: [{ row: 4, merchantId: 'Only once' }],
      removed: [5],
      added: [],
    })
    expect(saved).toMatchObject({
      ok: true,
      readAs: [{ typed: 'Only once', id: 'NAMED-4', name: 'Only Once', rows: 1 }],
      totals: { errors: 0 },
    })
    // The approver sees only IDs in its rows.
    expect((await viewBatch(ole, batchId)).readAs).toEqual([
      '“ only  ONCE ” read as NAMED-4 (Only Once) in 1 row.',
      '“named-4” read as NAMED-4 (Only Once) in 1 row.',
      '“Only once” read as NAMED-4 (Only Once) in 1 row.',
    ])
    expect(saved.ok && saved.lines?.map(([, , , , merchantId]) => merchantId)).toEqual([
      'NAMED-4',
      'NAMED-4',
      'NAMED-4',
    ])
  })

  test('an ID that differs from a sale by zeros, or by the letter O for a zero, gets a suggestion', async () => {
    const sale = await newSale()
    const typed = [
      sale.replace('-0', '-'),
      sale.replace('-0', '-').toLowerCase(),
      sale.replace('-0', '-00'),
      sale.replace('-0', '-O'),
    ]
    const batchId = await draftOf(...typed.map((id, at) => line(id, '1.00', 'BLUEBIRD-01', at + 2)))
    const unlogged = (await warningsOf(batchId)).filter(({ code }) => code === 'unlogged')
    expect(unlogged.map(({ suggestion }) => suggestion)).toEqual([sale, sale, sale, sale])
  })

  test('an ID one slip from a sale gets a suggestion; of several the one with the amount, except those in the batch', async () => {
    const [first, second, third] = ['NEAR-77310-A', 'NEAR-77311-A', 'NEAR-77312-A']
    await newSale({ tranId: first, amountMinor: 7_521 })
    const known = await newSale()
    // Beside a logged sale, so that the one that is not in the log gets a warning.
    const suggested = async (...lines: FundingLine[]) =>
      (await warningsOf(await draftOf(line(known, '75.21', 'BLUEBIRD-01', 9), ...lines)))
        .filter(({ code }) => code === 'unlogged')
        .map(({ suggestion }) => suggestion)
    expect(await suggested(line('NEAR-73710-A', '1.00'))).toEqual([first])
    await newSale({ tranId: second, amountMinor: 7_522 })
    await newSale({ tranId: third, amountMinor: 7_523 })
    expect(await suggested(line('NEAR-7731-A', '75.22'))).toEqual([second])
    expect(await suggested(line('NEAR-7731-A', '9.99'))).toEqual([undefined])
    expect(
      await suggested(line('NEAR-7731-A', '9.99'), line(first, '1', '', 3), line(third, '1', '', 4)),
    ).toEqual([second])
    expect(await suggested(line('NEAR-88888-A', '75.21'))).toEqual([undefined])
  })

  test('a lost answer is still reported after a person recorded that nothing was applied', async () => {
    const sale = await newSale()
    const batchId = await draftOf(line(sale, '75.21'))
    await submitDraft(mia, batchId)
    await approve(ole, batchId)
    const cut = { endpoint: 'funding', mode: 'cut-after', times: 1 }
    await sandboxCalls(sandbox.url).control('PUT', 'faults', cut)
    expect(await sendToEnd(mia, batchId)).toBe('unknown')
    const [request] = (await viewBatch(mia, batchId)).requests
    const attemptId = request?.unresolvedAttemptId ?? ''
    const absent = { batchId, attemptId, outcome: 'absent' as const, note: 'Not there.' }
    const [{ n } = { n: 0 }] = await mia.db
      .select({ n: callbackEvents.n })
      .from(callbackEvents)
      .where(eq(callbackEvents.tranId, sale))
    await resolveRequest(mia, absent)
    // Proposed but not confirmed, it is still unknown, and no other batch can have it.
    expect((await viewCallback(mia, n)).batches).toMatchObject([{ outcome: 'unknown' }])
    await resolveRequest(uma, absent)
    expect((await viewCallback(mia, n)).batches).toMatchObject([{ outcome: 'in-batch' }])
    expect((await viewCallback(mia, n)).batches[0]?.absentBy).toBeUndefined()
    await withdrawRest(mia, { batchId, note: 'Paid otherwise.' })
    const number = (await requireBatch(mia.db, batchId)).number
    expect(await warningsOf(await draftOf(line(sale, '75.21', 'KAYAKS-08')))).toContainEqual(
      expect.objectContaining({ code: 'declared-absent', batch: `B-${number}`, by: 'Mia and Uma' }),
    )
  })
})

test('if the sender alone recorded that nothing was applied, the sale says that no one confirmed it', async () => {
  await storeSetting(desk.services.db, 'funding', { outcomeAlone: true })
  const sale = await newSale()
  const batchId = await draftOf(line(sale, '75.21'))
  await submitDraft(mia, batchId)
  await approve(ole, batchId)
  const cut = { endpoint: 'funding', mode: 'cut-after', times: 1 }
  await sandboxCalls(sandbox.url).control('PUT', 'faults', cut)
  await sendToEnd(mia, batchId)
  const attemptId = (await viewBatch(mia, batchId)).requests[0]?.unresolvedAttemptId ?? ''
  await resolveRequest(mia, { batchId, attemptId, outcome: 'absent', note: 'Not there.' })
  const [{ n } = { n: 0 }] = await mia.db
    .select({ n: callbackEvents.n })
    .from(callbackEvents)
    .where(eq(callbackEvents.tranId, sale))
  expect((await viewCallback(mia, n)).batches).toMatchObject([{ absentBy: 'Mia' }])
  await storeSetting(desk.services.db, 'funding', {})
})

describe('a sale that the log does not have', () => {
  test('is counted for the approvers, or refused if Settings say so', async () => {
    const [known, unknown] = [await newSale(), transactionId('C', 49_999)]
    const batchId = await seedBatch(
      mia,
      linesOf([known, unknown], { amount: '1.00', merchantId: 'BLUEBIRD-01' }),
      {
        amountStyle: 'dollars',
      },
    )
    await submitDraft(mia, batchId)
    expect((await requireBatch(mia.db, batchId)).money).toMatchObject({ inLog: 1, notInLog: 1 })
    await storeSetting(desk.services.db, 'funding', { unlogged: 'refused' })
    expect(await codesOf(batchId)).toEqual(['not-in-log'])
    await storeSetting(desk.services.db, 'funding', {})
  })

  test('is refused with a live partner, unless an admin has allowed it', async () => {
    const profiles = mia.funding.profiles.map((profile) => ({ ...profile, isLive: true }))
    const live: Ctx = { ...mia, funding: { ...mia.funding, profiles } }
    const batchId = await draftOf(line(transactionId('C', 49_901), '1.00'))
    const errors = async () => (await viewBatch(live, batchId)).totals.errors
    expect([await errors(), (await viewBatch(mia, batchId)).totals.errors]).toEqual([1, 0])
    expect(await submitBatch(live, { batchId, version: 1 })).toMatchObject({ ok: false, reason: 'problems' })
    await storeSetting(desk.services.db, 'funding', { unlogged: 'allowed' })
    expect(await errors()).toBe(0)
    await storeSetting(desk.services.db, 'funding', {})
  })
})
