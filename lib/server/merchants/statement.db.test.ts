import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditLog } from '@/lib/db/schema/desk'
import { fundingAttempts, fundingLines } from '@/lib/db/schema/funding'
import { statementList } from '@/lib/domain/merchants/statement-query'
import { listHeldAmounts } from '@/lib/server/sales/held-amounts'
import { fundingLine, seedApproved, sendToEnd } from '@/lib/testing/funding-batches'
import { seedSales } from '@/lib/testing/sales'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import type { Ctx } from '../services'
import { listHeldFor } from './accepted-history'
import { viewStatement } from './statement'
import { exportStatement } from './statement-export'

let sandbox: SandboxProcess
let desk: TestDesk
let fay: Ctx
let flo: Ctx
beforeAll(async () => {
  sandbox = await startSandboxProcess()
  desk = await openTestDesk({ partnerUrl: sandbox.url })
  fay = await desk.as('Fay', ['finance'])
  flo = await desk.as('Flo', ['finance'])
})
afterAll(async () => {
  await desk.close()
  await sandbox.stop()
})

const all = statementList.all
const OCTOBER = { ...all, from: '2026-10-01', to: '2026-10-31' }
const NOVEMBER = { ...all, from: '2026-11-01', to: '2026-11-30' }
const DECEMBER = { ...all, from: '2026-12-01', to: '2026-12-31' }

type Amount = readonly [name: { id?: string; reference?: string }, merchantId: string, amount: string]

/** Creates a batch that the partner accepted at this time. */
async function sent(at: string, ...amounts: Amount[]): Promise<string> {
  const lines = amounts.map(([{ id = '', reference = '' }, merchantId, amount], index) =>
    fundingLine(index + 2, {
      transactionId: id,
      retrievalReferenceNumber: reference,
      merchantId,
      amount,
    }),
  )
  const batchId = await seedApproved(fay, [flo], lines, { amountStyle: 'dollars' })
  expect(await sendToEnd(fay, batchId)).toBe('done')
  await fay.db
    .update(fundingAttempts)
    .set({ answeredAt: new Date(at) })
    .where(eq(fundingAttempts.batchId, batchId))
  return batchId
}

/** Later than what was sent in a test. */
const inMinutes = (minutes: number) => new Date(fay.now().getTime() + minutes * 60_000)

const totalsOf = async (merchantId: string, query: typeof all) =>
  (await viewStatement(fay, merchantId, query)).totals

/** Cents over all profiles, as the merchant's page shows them. */
const heldFor = async (merchantId: string) =>
  (await listHeldFor(fay, merchantId)).map(({ transactions, amountMinor }) => [transactions, amountMinor])

test('each amount and correction counts on the day it was accepted, and all time adds up to what the partner holds', async () => {
  const [first, second] = ['SBX-C-000001', 'SBX-C-000002']
  await seedSales(fay, [{ tranId: first, merchantId: 'CEDAR', amountMinor: 10_000 }])
  await sent('2026-10-15T12:00:00Z', [{ id: first }, 'CEDAR', '100.00'], [{ id: second }, 'CEDAR', '20.00'])
  const october = { transactions: 2, paidMinor: 12_000, takenBackMinor: 0, netMinor: 12_000 }
  expect(await totalsOf('CEDAR', OCTOBER)).toEqual(october)
  await sent('2026-11-10T12:00:00Z', [{ id: first }, 'CEDAR', '60.00'], [{ id: first }, 'OAK', '40.00'])
  // The same amount once more changes nothing.
  await sent('2026-11-11T12:00:00Z', [{ id: second }, 'CEDAR', '20.00'])
  await sent('2026-12-01T12:00:00Z', [{ id: 'SBX-C-000003' }, 'CEDAR', '5.00'])

  expect(await totalsOf('CEDAR', OCTOBER)).toEqual(october)
  expect(await totalsOf('CEDAR', NOVEMBER)).toEqual({
    transactions: 1,
    paidMinor: 0,
    takenBackMinor: 4_000,
    netMinor: -4_000,
  })
  expect(await totalsOf('OAK', NOVEMBER)).toMatchObject({ netMinor: 4_000 })
  expect(await totalsOf('CEDAR', all)).toMatchObject({ transactions: 3, netMinor: 8_500 })
  expect(await heldFor('CEDAR')).toEqual([[3, 8_500]])

  const { items } = await viewStatement(fay, 'CEDAR', all)
  expect(
    items.map(({ id, sale, wasMinor, changeMinor, later }) => [
      id,
      sale?.amountMinor,
      wasMinor,
      changeMinor,
      later?.heldMinor,
    ]),
  ).toEqual([
    ['SBX-C-000003', undefined, 0, 500, undefined],
    [first, 10_000, 10_000, -4_000, undefined],
    [second, undefined, 0, 2_000, undefined],
    [first, 10_000, 0, 10_000, 6_000],
  ])

  const pages: string[] = []
  let cursor: typeof all.cursor = null
  do {
    const page = await viewStatement(fay, 'CEDAR', { ...all, cursor }, 1)
    pages.push(...page.items.map(({ id }) => id))
    cursor = page.after && { side: 'after', ...page.after }
  } while (cursor)
  expect(pages).toEqual(items.map(({ id }) => id))

  // The last day that an address can name has no day after it.
  const untilTheEnd = await viewStatement(fay, 'CEDAR', { ...all, to: '9999-12-31' })
  expect(untilTheEnd.totals).toEqual((await viewStatement(fay, 'CEDAR', all)).totals)

  const csv = await new Response(await exportStatement(fay, 'CEDAR', NOVEMBER)).text()
  const lines = csv.trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`2026-11-10,2026-11-10T12:00:00.000Z,${first},,941000000001,100.00,B-`)
  expect(lines[1]).toContain(',100.00,-40.00,')
  expect(await fay.db.$count(auditLog, eq(auditLog.action, 'merchant-statement-exported'))).toBe(1)
})

test('an ID and a reference number of one sale count once, and two lines for one merchant add up', async () => {
  const tranId = 'SBX-D-000001'
  const reference = '900000000001'
  await seedSales(fay, [{ tranId, retrievalRefNumber: reference, merchantId: 'ELM', amountMinor: 10_000 }])
  const batchId = await sent('2026-11-01T12:00:00Z', [{ id: tranId }, 'ELM', '30.00'])
  const [line] = await fay.db.select().from(fundingLines).where(eq(fundingLines.batchId, batchId))
  if (!line) throw new Error('No line.')
  // The desk refuses such lines today, but older batches may have them.
  await fay.db.insert(fundingLines).values({ ...line, row: 9, amount: '10.00', amountMinor: 1_000n })
  expect(await heldFor('ELM')).toEqual([[1, 4_000]])
  await sent('2026-11-02T12:00:00Z', [{ reference }, 'ELM', '25.00'])
  expect(await heldFor('ELM')).toEqual([[1, 2_500]])
  const held = await listHeldAmounts(fay.db, [{ key: 'sale', id: tranId, reference }])
  expect(held.get('sale')).toMatchObject([{ merchantId: 'ELM', amountMinor: 2_500 }])
  expect(await totalsOf('ELM', all)).toMatchObject({ transactions: 1, paidMinor: 4_000, netMinor: 2_500 })
})

test('a reference number that a later sale takes again stays that of the first sale', async () => {
  const tranId = 'SBX-D-000002'
  const reference = '900000000002'
  const sale = { retrievalRefNumber: reference, merchantId: 'YEW', amountMinor: 10_000 }
  await seedSales(fay, [{ ...sale, tranId }])
  await sent('2026-11-01T12:00:00Z', [{ id: tranId }, 'YEW', '30.00'])
  await sent('2026-11-02T12:00:00Z', [{ reference }, 'YEW', '25.00'])
  // A reference number that came before its sale.
  const early = '900000000003'
  await sent('2026-11-02T12:00:00Z', [{ reference: early }, 'YEW', '1.00'])
  await seedSales(fay, [
    { ...sale, tranId: 'SBX-D-000003', retrievalRefNumber: early, receivedAt: inMinutes(1) },
    { ...sale, tranId: 'SBX-D-800002', receivedAt: inMinutes(2) },
    { ...sale, tranId: 'SBX-D-800003', retrievalRefNumber: early, receivedAt: inMinutes(2) },
  ])
  expect(await heldFor('YEW')).toEqual([[2, 2_600]])
  expect(await totalsOf('YEW', all)).toMatchObject({ transactions: 2, paidMinor: 3_100, netMinor: 2_600 })
  expect((await viewStatement(fay, 'YEW', all)).items.map(({ id }) => id).sort()).toEqual([
    tranId,
    tranId,
    'SBX-D-000003',
  ])
})

test('the page reads the history once, and the CSV as often for many parts as for one', async () => {
  const ids = Array.from({ length: 40 }, (_, index) => `SBX-C-0001${String(index).padStart(2, '0')}`)
  await sent('2026-11-03T12:00:00Z', ...ids.map((id): Amount => [{ id }, 'BAY', '1.00']))
  const readBy = (run: (ctx: Ctx) => Promise<unknown>) =>
    fay.db.transaction(async (tx) => {
      const count = async () => {
        const { rows } = await tx.execute<{ read: number }>(sql`
          select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables
          where relname = 'funding_lines'`)
        return rows[0]?.read ?? 0
      }
      const before = await count()
      const text = await run({ ...fay, db: tx as unknown as Ctx['db'] })
      return { text, read: (await count()) - before }
    })
  const csv = (stride: number) =>
    readBy(async (ctx) => new Response(await exportStatement(ctx, 'BAY', NOVEMBER, stride)).text())
  const whole = await csv(1_000)
  expect(String(whole.text).trim().split('\r\n')).toHaveLength(41)
  expect(await csv(4)).toEqual(whole)
  expect((await readBy((ctx) => viewStatement(ctx, 'BAY', NOVEMBER))).read).toBe(whole.read)
})

test('a lost answer counts on the day it is found, and changes no earlier day', async () => {
  const id = 'SBX-C-000004'
  const lost = await sent('2026-11-20T12:00:00Z', [{ id }, 'FIR', '50.00'])
  const found = (resolvedAt: string) =>
    fay.db
      .update(fundingAttempts)
      .set({ state: 'unknown', resolution: 'found', answeredAt: null, resolvedAt: new Date(resolvedAt) })
      .where(eq(fundingAttempts.batchId, lost))
  await found('2026-12-03T12:00:00Z')
  expect(await totalsOf('FIR', NOVEMBER)).toMatchObject({ netMinor: 0 })
  expect(await totalsOf('FIR', DECEMBER)).toMatchObject({ netMinor: 5_000 })
  await sent('2026-11-25T12:00:00Z', [{ id }, 'FIR', '45.00'])
  // The later batch's amount stays in effect, so finding the earlier one changed nothing.
  expect(await totalsOf('FIR', NOVEMBER)).toMatchObject({ netMinor: 4_500 })
  expect(await totalsOf('FIR', DECEMBER)).toMatchObject({ transactions: 0, netMinor: 0 })
  expect(await heldFor('FIR')).toEqual([[1, 4_500]])
})

test('days begin at the time set in Settings', async () => {
  await sent('2026-12-01T02:00:00Z', [{ id: 'SBX-C-000005' }, 'ASH', '7.00'])
  const east = { ...fay, days: { timeZone: 'America/New_York', cutOffHour: 24 } }
  expect((await viewStatement(east, 'ASH', NOVEMBER)).totals.netMinor).toBe(700)
  expect((await viewStatement(east, 'ASH', DECEMBER)).totals.netMinor).toBe(0)
})
