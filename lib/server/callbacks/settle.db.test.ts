import { and, desc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditLog, callbackEvents } from '@/lib/db/schema/desk'
import type { Ctx } from '@/lib/server/world'
import {
  type CallbackBody,
  listDeliveries,
  postCallbacks,
  requireEvent,
  type SeededReceiver,
  saleFields,
  seedReceiver,
  storeDeliveries,
} from '@/lib/testing/callbacks'
import { linesOf, seedBatch } from '@/lib/testing/funding-batches'
import { withPostgres } from '@/lib/testing/postgres-cluster'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import { classifyWaiting } from './classify'
import { reprocessEvent, type SettleEvent, settleEvent, settleEventSchema } from './settle'

const NOBODY = 'http://127.0.0.1:1/sandbox'

let desk: TestDesk
let finn: Ctx
let shop: SeededReceiver
beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl: NOBODY })
  finn = await desk.as('Finn', ['finance'])
  shop = await seedReceiver(finn)
})
afterAll(() => desk.close())
beforeEach(async () => {
  await desk.world.db.execute(sql`truncate callback_deliveries, callback_events, callback_forwards cascade`)
})

/** The number of the one event that these are. */
async function posted(...bodies: CallbackBody[]): Promise<number> {
  const [event] = await postCallbacks(desk.world, shop, bodies)
  if (!event) throw new Error('No event.')
  return event.n
}

/** What a page that is up to date would send. */
async function seen(n: number, fields: Partial<SettleEvent> = {}): Promise<SettleEvent> {
  const { deliveries, settledAt } = await requireEvent(desk.world, n)
  return {
    n,
    deliveries,
    settledAt: settledAt?.toISOString() ?? null,
    note: 'The partner said so.',
    ...fields,
  }
}

const TWO = [saleFields(), saleFields({ tran_amount: '126.00', invoice_number: 'INV-2' })]
const numbers = async () => (await listDeliveries(desk.world)).map(({ n }) => n)

describe('settling', () => {
  test('lets the chosen content stand, and ends the conflict', async () => {
    const n = await posted(...TWO)
    const [, second = 0] = await numbers()
    expect(await settleEvent(finn, await seen(n, { contentN: second }))).toEqual({ ok: true })
    expect(await requireEvent(desk.world, n)).toMatchObject({
      state: 'approved',
      contentN: second,
      amountMinor: 12_600,
      invoiceNumber: 'INV-2',
      funding: 'unfunded',
      settledBy: finn.actor.id,
      settledNote: 'The partner said so.',
    })
  })

  test('keeps it found by what the other content named', async () => {
    const n = await posted(...TWO)
    const [, second = 0] = await numbers()
    await settleEvent(finn, await seen(n, { contentN: second }))
    expect((await requireEvent(desk.world, n)).identifiers).toEqual(
      expect.arrayContaining(['inv-1', 'inv-2']),
    )
  })

  test('holds when either content comes again, and not when a new one does', async () => {
    const n = await posted(...TWO)
    const [, second = 0] = await numbers()
    await settleEvent(finn, await seen(n, { contentN: second }))
    await posted(...TWO)
    expect(await requireEvent(desk.world, n)).toMatchObject({ state: 'approved', deliveries: 4 })
    await posted(saleFields({ tran_amount: '127.00' }))
    expect(await requireEvent(desk.world, n)).toMatchObject({
      state: 'conflict',
      contentN: second,
      amountMinor: 12_600,
    })
  })

  test('says what an ambiguous amount is', async () => {
    const n = await posted(saleFields({ tran_amount: '125' }))
    expect(await requireEvent(desk.world, n)).toMatchObject({ state: 'anomaly', amountMinor: null })
    expect(await settleEvent(finn, await seen(n, { amountMinor: 12_500 }))).toEqual({ ok: true })
    expect(await requireEvent(desk.world, n)).toMatchObject({
      state: 'approved',
      anomalies: [],
      amountMinor: 12_500,
      amountText: '125',
    })
  })

  test('of an amount does not count for another content', async () => {
    const n = await posted(saleFields({ tran_amount: '125' }), saleFields({ tran_amount: '126' }))
    const [first = 0, second = 0] = await numbers()
    await settleEvent(finn, await seen(n, { contentN: first, amountMinor: 12_500 }))
    await settleEvent(finn, await seen(n, { contentN: second }))
    expect(await requireEvent(desk.world, n)).toMatchObject({ state: 'anomaly', amountMinor: null })
  })

  test('says nothing of an amount that is known', async () => {
    const n = await posted(saleFields())
    expect(await settleEvent(finn, await seen(n, { amountMinor: 1 }))).toMatchObject({
      reason: 'wrong-state',
    })
    expect(await requireEvent(desk.world, n)).toMatchObject({ amountMinor: 12_500, settledAt: null })
  })

  test('ends an anomaly that somebody has looked at, and lets one last that a look does not mend', async () => {
    const odd = await posted(saleFields({ currency_code: '978' }))
    const declined = await posted(saleFields({ tran_id: 'T-2', resp_code: '005' }))
    for (const n of [odd, declined]) await settleEvent(finn, await seen(n))
    expect(await requireEvent(desk.world, odd)).toMatchObject({
      state: 'approved',
      anomalies: ['currency-unknown'],
    })
    expect(await requireEvent(desk.world, declined)).toMatchObject({ state: 'anomaly', funding: 'none' })
  })

  test('is refused where another content came since, and not where the same came again', async () => {
    const n = await posted(...TWO)
    const before = await seen(n)
    await posted(...TWO)
    expect(await settleEvent(finn, before)).toEqual({ ok: true })
    const again = await seen(n)
    await posted(saleFields({ tran_amount: '127.00' }))
    expect(await settleEvent(finn, again)).toMatchObject({ ok: false, reason: 'stale' })
    expect((await requireEvent(desk.world, n)).state).toBe('conflict')
  })

  test('is refused where somebody settled it since', async () => {
    const n = await posted(...TWO)
    const before = await seen(n)
    await settleEvent(finn, before)
    expect(await settleEvent(finn, before)).toMatchObject({ ok: false, reason: 'stale' })
  })

  test('takes no delivery of another event, and no event that is none', async () => {
    const n = await posted(saleFields())
    const other = await posted(saleFields({ tran_id: 'T-2' }))
    await expect(settleEvent(finn, await seen(n, { contentN: other }))).rejects.toMatchObject({
      code: 'invalid',
    })
    await expect(settleEvent(finn, { ...(await seen(n)), n: 999_999 })).rejects.toMatchObject({
      code: 'not-found',
    })
  })

  test('is not possible for what names no transaction', async () => {
    const n = await posted('x=1')
    expect(await settleEvent(finn, await seen(n))).toMatchObject({ ok: false, reason: 'wrong-state' })
  })

  test('is possible while a batch has the sale, which stays in it', async () => {
    const n = await posted(...TWO)
    await seedBatch(finn, linesOf(['SBX-C-000001']))
    expect((await requireEvent(desk.world, n)).funding).toBe('in-batch')
    const [, second = 0] = await numbers()
    expect(await settleEvent(finn, await seen(n, { contentN: second }))).toEqual({ ok: true })
    expect(await requireEvent(desk.world, n)).toMatchObject({ state: 'approved', funding: 'in-batch' })
    await desk.world.db.execute(sql`truncate funding_batches cascade`)
  })

  test('is written down with its note', async () => {
    const n = await posted(...TWO)
    const [, second = 0] = await numbers()
    await settleEvent(finn, await seen(n, { contentN: second, note: "Ana's call" }))
    expect(await lastAudit(n)).toMatchObject({
      action: 'callback-settled',
      actorId: finn.actor.id,
      detail: {
        note: "Ana's call",
        content: { from: n, to: second },
        state: { from: 'conflict', to: 'approved' },
      },
    })
  })

  test.each([
    ['no note', { note: '  ' }],
    ['a note of more than 2,000 characters', { note: 'x'.repeat(2_001) }],
    ['an amount of nothing', { amountMinor: 0 }],
    ['a part of a cent', { amountMinor: 1.5 }],
    ['anything else', { state: 'approved' }],
  ])('is not asked for with %s', (_, fields) => {
    const input = { n: 1, deliveries: 1, settledAt: null, note: 'x', ...fields }
    expect(settleEventSchema.safeParse(input).success).toBe(false)
  })
})

const lastAudit = async (n: number) => {
  const [row] = await desk.world.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subjectType, 'callback'), eq(auditLog.subjectId, String(n))))
    .orderBy(desc(auditLog.id))
    .limit(1)
  return row
}

describe('reprocessing', () => {
  test('writes an event again as today’s rules read it, and changes nothing the second time', async () => {
    const n = await posted(...TWO)
    const before = await requireEvent(desk.world, n)
    await desk.world.db.update(callbackEvents).set({
      state: 'approved',
      amountMinor: null,
      account: '',
      identifiers: [],
      deliveries: 1,
      anomalies: ['amount-zero'],
    })
    expect(await reprocessEvent(finn, { n })).toEqual({ ok: true, changed: true })
    expect(await requireEvent(desk.world, n)).toEqual(before)
    expect(await reprocessEvent(finn, { n })).toEqual({ ok: true, changed: false })
    expect(await lastAudit(n)).toMatchObject({ action: 'callback-reprocessed', detail: { changed: [] } })
  })

  test('keeps what was settled, and keeps open what came after it', async () => {
    const n = await posted(...TWO)
    const [, second = 0] = await numbers()
    await settleEvent(finn, await seen(n, { contentN: second }))
    const settled = await requireEvent(desk.world, n)
    await reprocessEvent(finn, { n })
    expect(await requireEvent(desk.world, n)).toEqual(settled)
    await posted(saleFields({ tran_amount: '127.00' }))
    await reprocessEvent(finn, { n })
    expect(await requireEvent(desk.world, n)).toMatchObject({ state: 'conflict', contentN: second })
  })

  test('keeps an amount that a person said', async () => {
    const n = await posted(saleFields({ tran_amount: '125' }))
    await settleEvent(finn, await seen(n, { amountMinor: 12_500 }))
    await reprocessEvent(finn, { n })
    expect(await requireEvent(desk.world, n)).toMatchObject({ state: 'approved', amountMinor: 12_500 })
  })

  /** A rule that fails on everything, as one that is mended later. */
  const unreadAtFirst = async (...bodies: CallbackBody[]) => {
    const [n = 0] = await storeDeliveries(desk.world, shop, bodies)
    await classifyWaiting(desk.world, () => {
      throw new Error('no reading')
    })
    return n
  }

  test('finds the sale in what could not be read before', async () => {
    const n = await unreadAtFirst(saleFields())
    expect(await requireEvent(desk.world, n)).toMatchObject({ state: 'unreadable', tranId: null })
    expect(await reprocessEvent(finn, { n })).toEqual({ ok: true, changed: true })
    expect(await requireEvent(desk.world, n)).toMatchObject({
      state: 'approved',
      tranId: 'SBX-C-000001',
      funding: 'unfunded',
    })
    expect((await listDeliveries(desk.world)).map(({ kind }) => kind)).toEqual(['first'])
  })

  test('makes no second sale of one that is in the log', async () => {
    const n = await unreadAtFirst(saleFields())
    const sale = await posted(saleFields())
    expect(sale).not.toBe(n)
    expect(await reprocessEvent(finn, { n })).toMatchObject({
      ok: false,
      reason: 'wrong-state',
      message: expect.stringContaining(String(sale)),
    })
    expect((await requireEvent(desk.world, n)).tranId).toBeNull()
  })

  test('reads an event of more deliveries than one go', async () => {
    const n = await posted(...Array.from({ length: 600 }, () => saleFields()))
    await posted(saleFields({ tran_amount: '126.00' }))
    expect(await reprocessEvent(finn, { n })).toEqual({ ok: true, changed: false })
    expect(await requireEvent(desk.world, n)).toMatchObject({ deliveries: 601, state: 'conflict' })
  })
})

withPostgres('on a real PostgreSQL', (createDatabase) => {
  test('of two people who settle at once one is refused, and a content that comes meanwhile is not lost', async () => {
    const far = await openTestDesk({ partnerUrl: NOBODY, databaseUrl: await createDatabase() })
    try {
      const [eva, otto] = [await far.as('Eva', ['finance']), await far.as('Otto', ['finance'])]
      const receiver = await seedReceiver(eva)
      for (let round = 0; round < 10; round++) {
        const tran_id = `T-${round}`
        const bodies = [saleFields({ tran_id }), saleFields({ tran_id, tran_amount: '126.00' })]
        const [event] = await postCallbacks(far.world, receiver, bodies)
        const input = { n: event?.n ?? 0, deliveries: 2, settledAt: null, note: 'Mine.' }
        const [one, two] = await Promise.all([
          settleEvent(eva, input),
          settleEvent(otto, input),
          postCallbacks(far.world, receiver, [saleFields({ tran_id, tran_amount: '127.00' })]),
        ])
        const after = await requireEvent(far.world, input.n)
        expect([one, two].filter(({ ok }) => ok).length).toBeLessThanOrEqual(1)
        expect(after).toMatchObject({ deliveries: 3, state: 'conflict' })
      }
    } finally {
      await far.close()
    }
  })
})
