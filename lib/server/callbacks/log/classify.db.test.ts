import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { callbackEvents } from '@/lib/db/schema/callbacks'
import { readCallback } from '@/lib/domain/callbacks/read-callback'
import type { Ctx } from '@/lib/server/services'
import {
  type CallbackFields,
  classifyAll,
  listDeliveries,
  listEvents,
  postCallbacks,
  requireEvent,
  type SeededReceiver,
  saleFields,
  seedReceiver,
  storeDeliveries,
} from '@/lib/testing/callbacks'
import { withPostgres } from '@/lib/testing/postgres-cluster'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import { startClassifier } from './classifier'
import { classifyWaiting } from './classify'

const NOBODY = 'http://127.0.0.1:1/sandbox'

let desk: TestDesk
let shop: SeededReceiver
let other: SeededReceiver
let third: SeededReceiver
let ana: Ctx

/** An empty log with its two receivers. */
const emptyLog = (of: TestDesk) =>
  of.database.asOwner((db) =>
    db.execute(sql`truncate callback_deliveries, callback_events, callback_forwards cascade`),
  )

beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl: NOBODY })
  ana = await desk.as('Ana', ['admin'])
  shop = await seedReceiver(ana)
  other = await seedReceiver(ana, { merchantId: 'M-2', label: 'Other' })
  third = await seedReceiver(ana, { merchantId: 'M-3', label: 'Third' })
})
afterAll(() => desk.close())
beforeEach(async () => {
  await emptyLog(desk)
})

const kinds = async () => (await listDeliveries(desk.services)).map(({ kind, eventN }) => [kind, eventN])

describe('a delivery', () => {
  test('is the first of its transaction, a repeat of a content, or a conflict with it', async () => {
    const [n = 0] = await storeDeliveries(desk.services, shop, [
      saleFields(),
      saleFields(),
      saleFields({ tran_amount: '126.00' }),
      saleFields({ tran_amount: '126.00' }),
      saleFields(),
    ])
    await classifyAll(desk.services)
    expect(await kinds()).toEqual([
      ['first', n],
      ['repeat', n],
      ['conflict', n],
      ['repeat', n],
      ['repeat', n],
    ])
    expect(await requireEvent(desk.services, n)).toMatchObject({
      deliveries: 5,
      state: 'conflict',
      contentN: n,
      amountMinor: 12_500,
    })
  })

  test('is a repeat in another encoding and another order of fields', async () => {
    const [event] = await postCallbacks(desk.services, shop, [
      'tran_id=T%201&resp_code=000&resp_text=OK&tran_amount=1.00&tran_date=x&auth_code=',
      'resp_code=%30%30%30&tran_id=T+1&tran_date=x&tran_amount=1.00&resp_text=OK',
    ])
    expect(event).toMatchObject({ tranId: 'T 1', deliveries: 2 })
    expect(await kinds()).toEqual([
      ['first', event?.n],
      ['repeat', event?.n],
    ])
  })

  test('of the same content at a second receiver of the profile is the same sale, with the merchant that one of them names', async () => {
    const [one] = await postCallbacks(desk.services, shop, [saleFields()])
    expect(one).toMatchObject({ merchantId: '', deliveries: 1 })
    const [two] = await postCallbacks(desk.services, other, [saleFields()])
    expect(two).toMatchObject({ n: one?.n, merchantId: 'M-2', deliveries: 2, state: 'approved' })
    expect((await kinds()).map(([kind]) => kind)).toEqual(['first', 'repeat'])
  })

  test('of another amount at a second receiver is a conflict, and stays one if both repeat', async () => {
    const another = saleFields({ tran_amount: '999.00' })
    for (const receiver of [shop, other]) {
      await postCallbacks(desk.services, receiver, [receiver === shop ? saleFields() : another])
    }
    const [event] = await postCallbacks(desk.services, other, [another])
    expect(event).toMatchObject({ merchantId: '', deliveries: 3, state: 'conflict', amountMinor: 12_500 })
    expect((await kinds()).map(([kind]) => kind)).toEqual(['first', 'conflict', 'repeat'])
  })

  test('of the same content for another merchant is a conflict, even with a profile receiver’s delivery', async () => {
    for (const receiver of [shop, other, third, other, shop])
      await postCallbacks(desk.services, receiver, [saleFields()])
    expect((await kinds()).map(([kind]) => kind)).toEqual(['first', 'repeat', 'conflict', 'repeat', 'repeat'])
    expect(await listEvents(desk.services)).toMatchObject([
      { merchantId: 'M-2', deliveries: 5, state: 'conflict' },
    ])
  })

  test('goes to its own receiver’s event if an older log has one for each', async () => {
    const [one] = await postCallbacks(desk.services, shop, [saleFields()])
    if (!one) throw new Error('No event.')
    await desk.services.db.insert(callbackEvents).values({ ...one, n: one.n + 1_000_000, merchantId: 'M-2' })
    await storeDeliveries(desk.services, other, [saleFields()])
    await storeDeliveries(desk.services, shop, [saleFields()])
    await classifyAll(desk.services)
    expect(
      (await listEvents(desk.services)).map(({ merchantId, deliveries }) => [merchantId, deliveries]),
    ).toEqual([
      ['', 2],
      ['M-2', 2],
    ])
  })

  test('in another profile is another sale', async () => {
    const elsewhere = await seedReceiver(ana, { profileId: '941000000004' })
    const [one] = await postCallbacks(desk.services, shop, [saleFields()])
    const [two] = await postCallbacks(desk.services, elsewhere, [saleFields()])
    expect(two?.n).not.toBe(one?.n)
  })

  test('of a sale with a thousand contents does not make its event slower to write', async () => {
    const contents = Array.from({ length: 400 }, (_, i) => saleFields({ invoice_number: `INV-${i}` }))
    const [event] = await postCallbacks(desk.services, shop, contents)
    expect(event).toMatchObject({ deliveries: 400, state: 'conflict' })
    expect(event?.identifiers).toHaveLength(200)
    expect(event?.identifiers).toEqual(expect.arrayContaining(['sbx-c-000001', 'inv-0']))
  })

  test('without a usable transaction is an event of its own, once for each content', async () => {
    const nameless = [
      saleFields({ tran_id: '' }),
      saleFields({ tran_id: '' }),
      saleFields({ tran_id: 'x'.repeat(256) }),
      saleFields({ tran_id: 'a\u0007b' }),
      '',
      new Uint8Array([0xff, 0x00, 0x26, 0x25]),
    ]
    const events = await postCallbacks(desk.services, shop, nameless)
    expect(
      events.map(({ state, tranId, deliveries, funding }) => [state, tranId, deliveries, funding]),
    ).toEqual([
      ['unreadable', null, 2, 'none'],
      ['unreadable', null, 1, 'none'],
      ['unreadable', null, 1, 'none'],
      ['unreadable', null, 1, 'none'],
      ['unreadable', null, 1, 'none'],
    ])
  })

  test('updates the last receipt in any order of processing', async () => {
    const [early, late] = [new Date('2026-11-01T00:00:00Z'), new Date('2026-11-02T00:00:00Z')]
    await postCallbacks(desk.services, shop, [saleFields()], { receivedAt: late })
    const [event] = await postCallbacks(desk.services, shop, [saleFields()], { receivedAt: early })
    expect(event).toMatchObject({ receivedAt: late, lastReceivedAt: late })
    const [again] = await postCallbacks(desk.services, shop, [saleFields()], {
      receivedAt: new Date('2026-11-03'),
    })
    expect(again?.lastReceivedAt).toEqual(new Date('2026-11-03'))
  })

  test('keeps every byte of its body', async () => {
    const body = new Uint8Array([...new TextEncoder().encode('tran_id=T&x='), 0xff, 0xfe, 0x00, 0x0d])
    await postCallbacks(desk.services, shop, [body])
    const [delivery] = await listDeliveries(desk.services)
    expect([...(delivery?.body ?? [])]).toEqual([...body])
  })

  test('can have texts of any kind and length', async () => {
    const odd = `İ'\u0000\u202e${'𝒳'.repeat(400)}`
    const [event] = await postCallbacks(desk.services, shop, [
      saleFields({ invoice_number: odd, client_ref_number: odd, resp_code: odd, __proto__x: odd }),
    ])
    expect(event?.tranId).toBe('SBX-C-000001')
    expect(event?.invoiceNumber).toHaveLength(255)
  })

  test('that makes the rules fail is stored as unreadable, and stops no other', async () => {
    const [, bad = 0] = await storeDeliveries(desk.services, shop, [
      saleFields(),
      saleFields({ tran_id: 'POISON' }),
      saleFields({ tran_id: 'SBX-C-000002' }),
    ])
    const found = await classifyWaiting(desk.services, (fields, ...rest) => {
      if (fields.some(([, value]) => value === 'POISON')) throw new Error('no reading')
      return readCallback(fields, ...rest)
    })
    expect(found).toBe(3)
    expect((await kinds()).map(([kind]) => kind)).toEqual(['first', 'unreadable', 'first'])
    expect(await requireEvent(desk.services, bad)).toMatchObject({ state: 'unreadable', tranId: null })
  })
})

describe('a burst', () => {
  test('takes 100 deliveries', async () => {
    await storeDeliveries(
      desk.services,
      shop,
      Array.from({ length: 101 }, (_, i) => saleFields({ tran_id: `T-${i}` })),
    )
    expect(await classifyWaiting(desk.services)).toBe(100)
    expect(await classifyWaiting(desk.services)).toBe(1)
    expect(await classifyWaiting(desk.services)).toBe(0)
  })

  test('takes fewer of large ones', async () => {
    const large = (i: number) => saleFields({ tran_id: `T-${i}`, padding: 'x'.repeat(60 * 1024) })
    await storeDeliveries(
      desk.services,
      shop,
      Array.from({ length: 50 }, (_, i) => large(i)),
    )
    const found = await classifyWaiting(desk.services)
    expect(found).toBeGreaterThan(10)
    expect(found).toBeLessThan(50)
    await classifyAll(desk.services)
    expect(await listEvents(desk.services)).toHaveLength(50)
  })
})

describe('the classifier', () => {
  test('processes stored deliveries when woken, and finishes a run before it stops', async () => {
    const classifier = startClassifier(desk.services)
    await storeDeliveries(desk.services, shop, [saleFields()])
    classifier.wake()
    classifier.wake()
    await classifier.stop()
    expect((await kinds()).map(([kind]) => kind)).toEqual(['first'])
    await storeDeliveries(desk.services, shop, [saleFields()])
    classifier.wake()
    await classifier.stop()
    expect((await kinds()).map(([kind]) => kind)).toEqual(['first', null])
  })
})

/** What is posted to which receiver: few sales and contents, so that they collide. */
type Post = { to: 0 | 1 | 2; sale: number; content: number }
const posts = fc.array(
  fc.record({
    to: fc.constantFrom<0 | 1 | 2>(0, 1, 2),
    sale: fc.integer({ min: 0, max: 3 }),
    content: fc.integer({ min: 0, max: 2 }),
  }),
  { minLength: 1, maxLength: 40 },
)
const bodyOf = ({ sale, content }: Post): CallbackFields =>
  saleFields({ tran_id: `SALE-${sale}`, invoice_number: `INV-${content}` })

async function post(
  of: TestDesk,
  receivers: readonly SeededReceiver[],
  some: readonly Post[],
): Promise<void> {
  for (const one of some) {
    const receiver = receivers[one.to]
    if (receiver) await storeDeliveries(of.services, receiver, [bodyOf(one)])
  }
}

/** Every delivery belongs to exactly one event, and each event matches its deliveries. */
async function expectLedger(of: TestDesk, all: readonly Post[]): Promise<void> {
  const events = await listEvents(of.services)
  const deliveries = await listDeliveries(of.services)
  expect(deliveries).toHaveLength(all.length)
  expect(deliveries.every(({ kind }) => kind !== null)).toBe(true)
  const expected = Map.groupBy(all, ({ sale }) => `SALE-${sale}`)
  expect(events.map(({ tranId }) => tranId).sort()).toEqual([...expected.keys()].sort())
  for (const event of events) {
    const told = expected.get(event.tranId ?? '') ?? []
    const own = deliveries.filter(({ eventN }) => eventN === event.n)
    const contents = new Set(told.map(({ content }) => content))
    // The first receiver has no merchant, so it contradicts neither of the others.
    const named = new Set(told.flatMap(({ to }) => (to === 0 ? [] : [to])))
    const isContested = contents.size > 1 || named.size > 1
    expect(event.deliveries).toBe(told.length)
    expect(own).toHaveLength(told.length)
    expect(event.state).toBe(isContested ? 'conflict' : 'approved')
    expect(event.contentN).toBe(event.n)
    expect(event.contentSha256).toBe(own.find(({ n }) => n === event.n)?.contentSha256)
    expect(own.map(({ kind }) => kind).filter((kind) => kind === 'first')).toHaveLength(1)
    expect(own.some(({ kind }) => kind === 'conflict')).toBe(isContested)
    if (!isContested)
      expect(event.merchantId).toBe(
        named.size === 0 ? '' : `M-${(told.find(({ to }) => to !== 0)?.to ?? 0) + 1}`,
      )
    expect(own.every(({ contentSha256 }) => contentSha256 !== null)).toBe(true)
  }
}

test('any deliveries in any order and bursts give one event per sale, counted exactly', async () => {
  await fc.assert(
    fc.asyncProperty(posts, fc.infiniteStream(fc.boolean()), async (all, cuts) => {
      await emptyLog(desk)
      for (const one of all) {
        await post(desk, [shop, other, third], [one])
        if (cuts.next().value) await classifyWaiting(desk.services)
      }
      await classifyAll(desk.services)
      await expectLedger(desk, all)
    }),
    { numRuns: 40 },
  )
}, 120_000)

withPostgres('several at once', (createDatabase) => {
  test('two classifiers at once, with deliveries still arriving, give the same result', async () => {
    const first = await openTestDesk({ partnerUrl: NOBODY, databaseUrl: await createDatabase() })
    try {
      const ana = await first.as('Ana', ['admin'])
      const receivers = [
        await seedReceiver(ana),
        await seedReceiver(ana, { merchantId: 'M-2' }),
        await seedReceiver(ana, { merchantId: 'M-3' }),
      ]
      await fc.assert(
        fc.asyncProperty(posts, posts, async (before, meanwhile) => {
          await emptyLog(first)
          await post(first, receivers, before)
          await Promise.all([
            post(first, receivers, meanwhile),
            classifyAll(first.services),
            classifyAll(first.services),
          ])
          await classifyAll(first.services)
          await expectLedger(first, [...before, ...meanwhile])
        }),
        { numRuns: 15 },
      )
    } finally {
      await first.close()
    }
  }, 120_000)
})
