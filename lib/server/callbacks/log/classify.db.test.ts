import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readCallback } from '@/lib/domain/callbacks/read-callback'
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

/** The log as new, with its two receivers. */
const emptyLog = (of: TestDesk) =>
  of.services.db.execute(sql`truncate callback_deliveries, callback_events, callback_forwards cascade`)

beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl: NOBODY })
  const ana = await desk.as('Ana', ['admin'])
  shop = await seedReceiver(ana)
  other = await seedReceiver(ana, { merchantId: 'M-2', label: 'Other' })
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

  test('for another merchant is another sale, also with the same transaction', async () => {
    const [one] = await postCallbacks(desk.services, shop, [saleFields()])
    const [two] = await postCallbacks(desk.services, other, [saleFields()])
    expect([one?.merchantId, two?.merchantId]).toEqual(['', 'M-2'])
    expect(two?.n).not.toBe(one?.n)
  })

  test('of one sale in a thousand contents makes its event no longer to write', async () => {
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

  test('says when it last came, whatever the order in which it is looked at', async () => {
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

  test('that the rules cannot read is kept as unreadable, and stops no other', async () => {
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
  test('takes up what is stored when it is woken, and ends a run before it stops', async () => {
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

/** What is posted where: few sales, few contents, so that they meet. */
type Post = { to: 0 | 1; sale: number; content: number }
const posts = fc.array(
  fc.record({
    to: fc.constantFrom<0 | 1>(0, 1),
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

/** Every delivery counts for exactly one event, and each event says what its deliveries say. */
async function expectLedger(of: TestDesk, all: readonly Post[]): Promise<void> {
  const events = await listEvents(of.services)
  const deliveries = await listDeliveries(of.services)
  expect(deliveries).toHaveLength(all.length)
  expect(deliveries.every(({ kind }) => kind !== null)).toBe(true)
  const expected = Map.groupBy(all, ({ to, sale }) => `${to}/SALE-${sale}`)
  const whose = (merchantId: string) => (merchantId === '' ? 0 : 1)
  expect(events.map(({ merchantId, tranId }) => `${whose(merchantId)}/${tranId}`).sort()).toEqual(
    [...expected.keys()].sort(),
  )
  for (const event of events) {
    const told = expected.get(`${whose(event.merchantId)}/${event.tranId}`) ?? []
    const own = deliveries.filter(({ eventN }) => eventN === event.n)
    const contents = new Set(told.map(({ content }) => content))
    expect(event.deliveries).toBe(told.length)
    expect(own).toHaveLength(told.length)
    expect(event.state).toBe(contents.size > 1 ? 'conflict' : 'approved')
    expect(event.contentN).toBe(event.n)
    expect(event.contentSha256).toBe(own.find(({ n }) => n === event.n)?.contentSha256)
    expect(own.map(({ kind }) => kind).filter((kind) => kind === 'first')).toHaveLength(1)
    expect(own.map(({ kind }) => kind).filter((kind) => kind === 'conflict')).toHaveLength(contents.size - 1)
    expect(own.every(({ contentSha256 }) => contentSha256 !== null)).toBe(true)
  }
}

test('any deliveries in any order and any bursts give one event for each sale, counted exactly', async () => {
  await fc.assert(
    fc.asyncProperty(posts, fc.infiniteStream(fc.boolean()), async (all, cuts) => {
      await emptyLog(desk)
      for (const one of all) {
        await post(desk, [shop, other], [one])
        if (cuts.next().value) await classifyWaiting(desk.services)
      }
      await classifyAll(desk.services)
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
      const receivers = [await seedReceiver(ana), await seedReceiver(ana, { merchantId: 'M-2' })]
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
