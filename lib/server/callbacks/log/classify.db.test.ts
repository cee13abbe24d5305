import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { callbackEvents } from '@/lib/db/schema/callbacks'
import { readCallback } from '@/lib/domain/callbacks/read-callback'
import type { Ctx } from '@/lib/server/world'
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

/** The log as new, with its two receivers. */
const emptyLog = (of: TestDesk) =>
  of.world.db.execute(sql`truncate callback_deliveries, callback_events, callback_forwards cascade`)

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

const kinds = async () => (await listDeliveries(desk.world)).map(({ kind, eventN }) => [kind, eventN])

describe('a delivery', () => {
  test('is the first of its transaction, a repeat of a content, or a conflict with it', async () => {
    const [n = 0] = await storeDeliveries(desk.world, shop, [
      saleFields(),
      saleFields(),
      saleFields({ tran_amount: '126.00' }),
      saleFields({ tran_amount: '126.00' }),
      saleFields(),
    ])
    await classifyAll(desk.world)
    expect(await kinds()).toEqual([
      ['first', n],
      ['repeat', n],
      ['conflict', n],
      ['repeat', n],
      ['repeat', n],
    ])
    expect(await requireEvent(desk.world, n)).toMatchObject({
      deliveries: 5,
      state: 'conflict',
      contentN: n,
      amountMinor: 12_500,
    })
  })

  test('is a repeat in another encoding and another order of fields', async () => {
    const [event] = await postCallbacks(desk.world, shop, [
      'tran_id=T%201&resp_code=000&resp_text=OK&tran_amount=1.00&tran_date=x&auth_code=',
      'resp_code=%30%30%30&tran_id=T+1&tran_date=x&tran_amount=1.00&resp_text=OK',
    ])
    expect(event).toMatchObject({ tranId: 'T 1', deliveries: 2 })
    expect(await kinds()).toEqual([
      ['first', event?.n],
      ['repeat', event?.n],
    ])
  })

  test('of the same by a second receiver of the profile is the same sale, of the merchant that one of them names', async () => {
    const [one] = await postCallbacks(desk.world, shop, [saleFields()])
    expect(one).toMatchObject({ merchantId: '', deliveries: 1 })
    const [two] = await postCallbacks(desk.world, other, [saleFields()])
    expect(two).toMatchObject({ n: one?.n, merchantId: 'M-2', deliveries: 2, state: 'approved' })
    expect((await kinds()).map(([kind]) => kind)).toEqual(['first', 'repeat'])
  })

  test('of another amount by a second receiver is a conflict, and stays it when both say so again', async () => {
    const another = saleFields({ tran_amount: '999.00' })
    for (const receiver of [shop, other]) {
      await postCallbacks(desk.world, receiver, [receiver === shop ? saleFields() : another])
    }
    const [event] = await postCallbacks(desk.world, other, [another])
    expect(event).toMatchObject({ merchantId: '', deliveries: 3, state: 'conflict', amountMinor: 12_500 })
    expect((await kinds()).map(([kind]) => kind)).toEqual(['first', 'conflict', 'repeat'])
  })

  test('of the same for another merchant is a conflict, also with what a receiver of the profile told', async () => {
    for (const receiver of [shop, other, third, other, shop])
      await postCallbacks(desk.world, receiver, [saleFields()])
    expect((await kinds()).map(([kind]) => kind)).toEqual(['first', 'repeat', 'conflict', 'repeat', 'repeat'])
    expect(await listEvents(desk.world)).toMatchObject([
      { merchantId: 'M-2', deliveries: 5, state: 'conflict' },
    ])
  })

  test('goes to the event of its own receiver where an older log has one for each', async () => {
    const [one] = await postCallbacks(desk.world, shop, [saleFields()])
    if (!one) throw new Error('No event.')
    await desk.world.db.insert(callbackEvents).values({ ...one, n: one.n + 1_000_000, merchantId: 'M-2' })
    await storeDeliveries(desk.world, other, [saleFields()])
    await storeDeliveries(desk.world, shop, [saleFields()])
    await classifyAll(desk.world)
    expect(
      (await listEvents(desk.world)).map(({ merchantId, deliveries }) => [merchantId, deliveries]),
    ).toEqual([
      ['', 2],
      ['M-2', 2],
    ])
  })

  test('in another profile is another sale', async () => {
    const elsewhere = await seedReceiver(ana, { profileId: '941000000004' })
    const [one] = await postCallbacks(desk.world, shop, [saleFields()])
    const [two] = await postCallbacks(desk.world, elsewhere, [saleFields()])
    expect(two?.n).not.toBe(one?.n)
  })

  test('of one sale in a thousand contents makes its event no longer to write', async () => {
    const contents = Array.from({ length: 400 }, (_, i) => saleFields({ invoice_number: `INV-${i}` }))
    const [event] = await postCallbacks(desk.world, shop, contents)
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
    const events = await postCallbacks(desk.world, shop, nameless)
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

  test('says when it last came, whatever the order in which it is looked at', async () => {
    const [early, late] = [new Date('2026-11-01T00:00:00Z'), new Date('2026-11-02T00:00:00Z')]
    await postCallbacks(desk.world, shop, [saleFields()], { receivedAt: late })
    const [event] = await postCallbacks(desk.world, shop, [saleFields()], { receivedAt: early })
    expect(event).toMatchObject({ receivedAt: late, lastReceivedAt: late })
    const [again] = await postCallbacks(desk.world, shop, [saleFields()], {
      receivedAt: new Date('2026-11-03'),
    })
    expect(again?.lastReceivedAt).toEqual(new Date('2026-11-03'))
  })

  test('keeps every byte of its body', async () => {
    const body = new Uint8Array([...new TextEncoder().encode('tran_id=T&x='), 0xff, 0xfe, 0x00, 0x0d])
    await postCallbacks(desk.world, shop, [body])
    const [delivery] = await listDeliveries(desk.world)
    expect([...(delivery?.body ?? [])]).toEqual([...body])
  })

  test('can have texts of any kind and length', async () => {
    const odd = `İ'\u0000\u202e${'𝒳'.repeat(400)}`
    const [event] = await postCallbacks(desk.world, shop, [
      saleFields({ invoice_number: odd, client_ref_number: odd, resp_code: odd, __proto__x: odd }),
    ])
    expect(event?.tranId).toBe('SBX-C-000001')
    expect(event?.invoiceNumber).toHaveLength(255)
  })

  test('that the rules cannot read is kept as unreadable, and stops no other', async () => {
    const [, bad = 0] = await storeDeliveries(desk.world, shop, [
      saleFields(),
      saleFields({ tran_id: 'POISON' }),
      saleFields({ tran_id: 'SBX-C-000002' }),
    ])
    const found = await classifyWaiting(desk.world, (fields, ...rest) => {
      if (fields.some(([, value]) => value === 'POISON')) throw new Error('no reading')
      return readCallback(fields, ...rest)
    })
    expect(found).toBe(3)
    expect((await kinds()).map(([kind]) => kind)).toEqual(['first', 'unreadable', 'first'])
    expect(await requireEvent(desk.world, bad)).toMatchObject({ state: 'unreadable', tranId: null })
  })
})

describe('a burst', () => {
  test('takes 100 deliveries', async () => {
    await storeDeliveries(
      desk.world,
      shop,
      Array.from({ length: 101 }, (_, i) => saleFields({ tran_id: `T-${i}` })),
    )
    expect(await classifyWaiting(desk.world)).toBe(100)
    expect(await classifyWaiting(desk.world)).toBe(1)
    expect(await classifyWaiting(desk.world)).toBe(0)
  })

  test('takes fewer of large ones', async () => {
    const large = (i: number) => saleFields({ tran_id: `T-${i}`, padding: 'x'.repeat(60 * 1024) })
    await storeDeliveries(
      desk.world,
      shop,
      Array.from({ length: 50 }, (_, i) => large(i)),
    )
    const found = await classifyWaiting(desk.world)
    expect(found).toBeGreaterThan(10)
    expect(found).toBeLessThan(50)
    await classifyAll(desk.world)
    expect(await listEvents(desk.world)).toHaveLength(50)
  })
})

describe('the classifier', () => {
  test('takes up what is stored when it is woken, and ends a run before it stops', async () => {
    const classifier = startClassifier(desk.world)
    await storeDeliveries(desk.world, shop, [saleFields()])
    classifier.wake()
    classifier.wake()
    await classifier.stop()
    expect((await kinds()).map(([kind]) => kind)).toEqual(['first'])
    await storeDeliveries(desk.world, shop, [saleFields()])
    classifier.wake()
    await classifier.stop()
    expect((await kinds()).map(([kind]) => kind)).toEqual(['first', null])
  })
})

/** What is posted where: few sales, few contents, so that they meet. */
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
    if (receiver) await storeDeliveries(of.world, receiver, [bodyOf(one)])
  }
}

/** Every delivery counts for exactly one event, and each event says what its deliveries say. */
async function expectLedger(of: TestDesk, all: readonly Post[]): Promise<void> {
  const events = await listEvents(of.world)
  const deliveries = await listDeliveries(of.world)
  expect(deliveries).toHaveLength(all.length)
  expect(deliveries.every(({ kind }) => kind !== null)).toBe(true)
  const expected = Map.groupBy(all, ({ sale }) => `SALE-${sale}`)
  expect(events.map(({ tranId }) => tranId).sort()).toEqual([...expected.keys()].sort())
  for (const event of events) {
    const told = expected.get(event.tranId ?? '') ?? []
    const own = deliveries.filter(({ eventN }) => eventN === event.n)
    const contents = new Set(told.map(({ content }) => content))
    // The first receiver names no merchant: it contradicts neither of the others.
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

test('any deliveries in any order and any bursts give one event for each sale, counted exactly', async () => {
  await fc.assert(
    fc.asyncProperty(posts, fc.infiniteStream(fc.boolean()), async (all, cuts) => {
      await emptyLog(desk)
      for (const one of all) {
        await post(desk, [shop, other, third], [one])
        if (cuts.next().value) await classifyWaiting(desk.world)
      }
      await classifyAll(desk.world)
      await expectLedger(desk, all)
    }),
    { numRuns: 40 },
  )
}, 120_000)

withPostgres('several at once', (createDatabase) => {
  test('two classifiers at once, while it goes on coming in, give the same', async () => {
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
            classifyAll(first.world),
            classifyAll(first.world),
          ])
          await classifyAll(first.world)
          await expectLedger(first, [...before, ...meanwhile])
        }),
        { numRuns: 15 },
      )
    } finally {
      await first.close()
    }
  }, 120_000)
})
