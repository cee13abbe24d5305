import { desc, eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callbackEvents } from '@/lib/db/schema/callbacks'
import { auditLog } from '@/lib/db/schema/desk'
import { merchants } from '@/lib/db/schema/merchants'
import { type CallbackListQuery, callbackList } from '@/lib/domain/callbacks/callback-list-query'
import { EVENT_STATES, FUNDING_STATUSES } from '@/lib/domain/callbacks/event'
import { isFundable } from '@/lib/domain/callbacks/ineligible'
import { readCsvRecords } from '@/lib/domain/tables/csv-records'
import { LIST_PAGE } from '@/lib/server/lists/keyset'
import type { Ctx } from '@/lib/server/services'
import {
  postCallbacks,
  type SeededReceiver,
  saleFields,
  seedReceiver,
  storeDeliveries,
} from '@/lib/testing/callbacks'
import { knowMerchants } from '@/lib/testing/merchants'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import { exportCallbacks } from './export'
import { countCallbacks, countMatching, everyCondition, listCallbackPage, listSources } from './list'
import { listLiveRows } from './live-rows'

let desk: TestDesk
let ana: Ctx
let shop: SeededReceiver
beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl: 'http://127.0.0.1:1/sandbox' })
  ana = await desk.as('Ana', ['auditor'])
  shop = await seedReceiver(ana, { label: 'Whole profile' })
  const blue = await seedReceiver(ana, { merchantId: 'BLUE', label: 'Blue heron' })
  const far = await seedReceiver(ana, { profileId: '941000000004', label: 'Far' })
  // Several at each moment, so that only their numbers distinguish them.
  for (let i = 0; i < 180; i += 1) {
    const fields = saleFields({
      tran_id: `T-${i}`,
      tran_amount: i % 9 === 0 ? '125' : `${i}.00`,
      invoice_number: `Inv-${i}`,
      client_ref_number: `=SHARED-${i % 3}`,
      retrieval_ref_number: `9${String(i).padStart(11, '0')}`,
    })
    await storeDeliveries(
      desk.services,
      [shop, blue, far][i % 3] ?? shop,
      i % 20 === 0 ? [fields, { ...fields, auth_code: 'other' }] : i % 10 === 0 ? [fields, fields] : [fields],
      { receivedAt: new Date(Date.UTC(2026, 10, 1, Math.floor(i / 3))) },
    )
  }
  await postCallbacks(
    desk.services,
    shop,
    ['nothing=known', saleFields({ tran_id: 'DECLINED', resp_code: '005' })],
    {
      receivedAt: new Date('2026-11-09T00:00:00Z'),
    },
  )
  await desk.services.db.execute(
    sql`update callback_events set funding = 'funded' where n % 7 = 0 and funding = 'unfunded'`,
  )
})
afterAll(() => desk.close())

const query = (fields: Partial<CallbackListQuery>): CallbackListQuery => ({ ...callbackList.all, ...fields })
const page = (fields: Partial<CallbackListQuery> = {}) => listCallbackPage(desk.services, query(fields))

const isFoundBy = (
  { identifiers, tranId }: { identifiers: string[]; tranId: string | null },
  key: string,
) => {
  return identifiers.includes(key) || (key.length >= 4 && tranId?.toLowerCase().endsWith(key) === true)
}

/** What a query should find, computed row by row. */
async function expected(asked: CallbackListQuery): Promise<number[]> {
  const {
    n,
    receivedAt,
    state,
    funding,
    profileId,
    merchantId,
    amountMinor,
    deliveries,
    identifiers,
    tranId,
  } = callbackEvents
  const rows = await desk.services.db
    .select({
      n,
      receivedAt,
      state,
      funding,
      profileId,
      merchantId,
      amountMinor,
      deliveries,
      identifiers,
      tranId,
    })
    .from(callbackEvents)
    .orderBy(desc(callbackEvents.receivedAt), desc(callbackEvents.n))
  const day = (at: Date) => at.toISOString().slice(0, 10)
  return rows
    .filter(
      (row) =>
        (asked.states.length === 0 || asked.states.includes(row.state)) &&
        (asked.funding.length === 0 || asked.funding.includes(row.funding)) &&
        (asked.profileId === null || row.profileId === asked.profileId) &&
        (asked.merchantId === null || row.merchantId === asked.merchantId) &&
        (asked.from === null || day(row.receivedAt) >= asked.from) &&
        (asked.to === null || day(row.receivedAt) <= asked.to) &&
        (asked.atLeastMinor === null || (row.amountMinor ?? -1) >= asked.atLeastMinor) &&
        (asked.atMostMinor === null || (row.amountMinor ?? Number.POSITIVE_INFINITY) <= asked.atMostMinor) &&
        (!asked.repeated || row.deliveries > 1) &&
        (asked.search === '' || isFoundBy(row, asked.search.toLowerCase())),
    )
    .map(({ n }) => n)
}

const queries: fc.Arbitrary<CallbackListQuery> = fc
  .record({
    search: fc.constantFrom('', '', '=shared-1', 'INV-42', 't-11', '-117', 'none'),
    states: fc.subarray([...EVENT_STATES]),
    funding: fc.subarray([...FUNDING_STATUSES]),
    profileId: fc.constantFrom(null, null, '941000000001', '941000000004', 'none'),
    merchantId: fc.constantFrom(null, '', 'BLUE'),
    from: fc.constantFrom(null, '2026-11-02'),
    to: fc.constantFrom(null, '2026-11-03'),
    atLeastMinor: fc.constantFrom(null, 5_000),
    atMostMinor: fc.constantFrom(null, 12_500),
    repeated: fc.boolean(),
  })
  .map((asked) => query({ ...asked, merchantId: asked.profileId === null ? null : asked.merchantId }))

describe('the pages of the log', () => {
  test('contain, forward and back, exactly what any filter finds, latest first', async () => {
    await fc.assert(
      fc.asyncProperty(queries, async (asked) => {
        const all = await expected(asked)
        const there: number[][] = []
        const back: number[][] = []
        let at = await page(asked)
        expect(at.before).toBeNull()
        for (;;) {
          there.push(at.items.map(({ n }) => n))
          if (!at.after) break
          at = await page({ ...asked, cursor: { ...at.after, side: 'after' } })
        }
        expect(there.flat()).toEqual(all)
        for (;;) {
          back.unshift(at.items.map(({ n }) => n))
          if (!at.before) break
          at = await page({ ...asked, cursor: { ...at.before, side: 'before' } })
        }
        // Backward, a page is filled from its own end, so the first page may not overlap.
        expect(back.at(-1)).toEqual(there.at(-1))
        expect(new Set(back.flat())).toEqual(new Set(all))
      }),
      { numRuns: 60 },
    )
  }, 120_000)

  test('accept the URL that a page wrote', async () => {
    const asked = query({ states: ['conflict'], repeated: true, from: '2026-11-01' })
    const read = callbackList.read(new URLSearchParams(callbackList.write(asked)))
    expect(await page(read)).toEqual(await page(asked))
  })

  test.each([
    'from=1700-01-01',
    'to=9999-12-31',
    'before=9999-12-31T23:59:59.999Z~5',
    'after=1000-01-01T00:00:00.000Z~5',
  ])('exist for every day that a URL can name: %s', async (address) => {
    await expect(page(callbackList.read(new URLSearchParams(address)))).resolves.toBeDefined()
  })

  test('find an event by its number, and by each identifier in any case', async () => {
    const [first] = (await page({ search: 'T-42' })).items
    expect(first?.invoiceNumber).toBe('Inv-42')
    for (const search of [`#${first?.n}`, 't-42', 'INV-42', '900000000042'])
      expect((await page({ search })).items.map(({ n }) => n)).toEqual([first?.n])
    expect((await page({ search: String(first?.n) })).items.map(({ n }) => n)).not.toContain(first?.n)
  })

  test.each(["' or 1=1 --", '%', '{}', '\\', 'İ', '#0', '999999999999999'])(
    'find nothing for “%s”',
    async (search) => {
      expect((await page({ search })).items).toEqual([])
    },
  )

  test('find a sale by the last characters of its ID, four at least, in any case', async () => {
    const ids = async (search: string) => (await page({ search })).items.map(({ tranId }) => tranId)
    expect(await ids('ined')).toEqual(['DECLINED'])
    expect(await ids('Clined')).toEqual(['DECLINED'])
    expect(await ids('ned')).toEqual([])
    expect(await ids('decl')).toEqual([])
    expect(await ids('I_ED')).toEqual([])
    expect(await ids('-117')).toEqual(['T-117'])
  })

  test.each(['118.00', '$118'])('find a sale by its amount: %s', async (search) => {
    expect((await page({ search })).items.map(({ tranId }) => tranId)).toEqual(['T-118'])
  })

  test('use an index for each kind of ID search, and for amounts', async () => {
    const { db } = desk.services
    const plans: string[] = []
    await db.transaction(async (tx) => {
      // In a log this short, PostgreSQL would scan instead of using an index.
      await tx.execute(sql`set local enable_seqscan = off`)
      await tx.execute(sql`set local enable_indexscan = off`)
      const { rows } = await tx.execute<{ 'QUERY PLAN': string }>(
        sql`explain select n from ${callbackEvents} where ${everyCondition(desk.services, query({ search: '$12.50' }))}`,
      )
      plans.push(...rows.map((row) => row['QUERY PLAN']))
    })
    const plan = plans.join('\n')
    for (const index of ['callback_events_identifiers', 'callback_events_id_ends', 'callback_events_amount'])
      expect(plan).toContain(`Bitmap Index Scan on ${index}`)
  })

  test('name the receiver', async () => {
    expect((await page({ search: 'T-1' })).items[0]).toMatchObject({
      label: 'Blue heron',
      merchantId: 'BLUE',
    })
  })

  test('are correct for an identifier that many events have', async () => {
    await desk.services.db.execute(sql`
      insert into callback_events select many.* from generate_series(1, 14000) i, callback_events,
      lateral json_populate_record(callback_events, json_build_object(
        'n', 100000 + i, 'tran_id', 'MANY-' || i, 'received_at', timestamptz '2025-01-01' + interval '1 minute' * i,
        'identifiers', json_build_array('many-' || i % 2, case when i % 1500 = 0 then 'between' else 'other' end, case when i < 1100 then 'old' else 'new' end)
      )) many where callback_events.tran_id = 'T-1'`)
    try {
      for (const search of ['many-0', 'many-1', 'between', 'old']) {
        const all = await expected(query({ search }))
        const first = await page({ search })
        expect(first.items.map(({ n }) => n)).toEqual(all.slice(0, LIST_PAGE))
        if (!first.after) continue
        const second = await page({ search, cursor: { ...first.after, side: 'after' } })
        expect(second.items.map(({ n }) => n)).toEqual(all.slice(LIST_PAGE, 2 * LIST_PAGE))
        const back = await page({ search, cursor: { ...(second.before ?? first.after), side: 'before' } })
        expect(back.items.map(({ n }) => n)).toEqual(all.slice(0, LIST_PAGE))
      }
    } finally {
      await desk.services.db.execute(sql`delete from callback_events where n > 100000`)
    }
  })
})

test('the counts are of events that need a person', async () => {
  const count = async (fields: Partial<CallbackListQuery>) => (await expected(query(fields))).length
  expect(await countCallbacks(desk.services.db)).toEqual({
    conflicts: await count({ states: ['conflict'] }),
    anomalies: await count({ states: ['anomaly', 'unreadable'] }),
    unfunded: await count({ funding: ['unfunded'] }),
  })
})

test('a filter of unfunded sales shows how many it finds', async () => {
  const asked = query({ funding: ['unfunded'], states: ['approved', 'anomaly'], repeated: true })
  expect((await countMatching(desk.services, asked))?.count).toBe((await expected(asked)).length)
  const { items } = await listCallbackPage(desk.services, asked)
  expect(items).toHaveLength((await expected(asked)).length)
  const fundable = items.filter(isFundable)
  expect((await countMatching(desk.services, asked))?.fundable).toEqual({
    sales: fundable.length,
    amountMinor: fundable.reduce((sum, { amountMinor }) => sum + (amountMinor ?? 0), 0),
  })
  expect(await countMatching(desk.services, query({}))).toBeNull()
  expect(await countMatching(desk.services, query({ funding: ['unfunded', 'funded'] }))).toBeNull()
})

test('the log can be narrowed to each receiver', async () => {
  expect((await listSources(desk.services.db)).map(({ label }) => label)).toEqual([
    'Blue heron',
    'Far',
    'Whole profile',
  ])
})

describe('live rows', () => {
  const live = () => listLiveRows(desk.services, query({}), true)

  test('are the first page and the counts, with the same tag until something changes', async () => {
    const { live: now, tag } = await live()
    expect(now.items).toEqual((await page()).items)
    expect(now.more).toBe(true)
    expect((await live()).tag).toBe(tag)
    expect((await listLiveRows(desk.services, query({ search: 'T-42' }), true)).live.more).toBe(false)
  })

  test('show a new event, a repeat, a conflict, and a batch’s effect', async () => {
    const tags = [(await live()).tag]
    const at = { receivedAt: new Date('2026-11-10T00:00:00Z') }
    const note = async () => tags.push((await live()).tag)
    const [event] = await postCallbacks(desk.services, shop, [saleFields({ tran_id: 'NEWS' })], at)
    expect((await live()).live.items[0]?.n).toBe(event?.n)
    await note()
    await postCallbacks(desk.services, shop, [saleFields({ tran_id: 'NEWS' })], at)
    await note()
    await postCallbacks(desk.services, shop, [saleFields({ tran_id: 'NEWS', auth_code: 'x' })], at)
    await note()
    await desk.services.db
      .update(callbackEvents)
      .set({ funding: 'outside' })
      .where(eq(callbackEvents.n, event?.n ?? 0))
    await note()
    expect(new Set(tags).size).toBe(5)
  })
})

describe('the export', () => {
  const exported = async (fields: Partial<CallbackListQuery>) => {
    const text = await new Response(await exportCallbacks(ana, query(fields))).text()
    const reading = readCsvRecords(text)
    if (!reading.ok) throw new Error(reading.message)
    return reading.records
  }

  test('has every event that the filters find once, and none twice', async () => {
    await fc.assert(
      fc.asyncProperty(queries, async (asked) => {
        const all = await expected(asked)
        const rows = await exported({ ...asked, cursor: null })
        expect(rows.slice(1).map(([n]) => Number(n))).toEqual(all.toSorted((a, b) => b - a))
      }),
      { numRuns: 15 },
    )
  })

  test('keeps identifiers unchanged, and begins none as a formula', async () => {
    const rows = await exported({ search: 'T-42' })
    const [titles = [], row = []] = rows
    const cell = (title: string) => row[titles.indexOf(title)]
    expect(cell('Retrieval reference number')).toBe('900000000042')
    expect(cell('Client reference')).toBe("'=SHARED-0")
    expect(cell('Amount')).toBe('42.00')
    expect(cell('Card or account')).toBe('************1111')
  })

  test('is audited', async () => {
    await exported({ search: 'T-42' })
    const [row] = await desk.services.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1)
    expect(row).toMatchObject({
      action: 'callbacks-exported',
      actorId: ana.actor.id,
      detail: { query: 'q=T-42' },
    })
  })
})

test('users who can see funding see who gets an unfunded sale, by its merchant’s default split', async () => {
  const asked = query({ funding: ['unfunded'], merchantId: 'BLUE' })
  const payeesOf = async (seesMoney: boolean) =>
    new Set((await listCallbackPage(desk.services, asked, seesMoney)).items.map(({ payees }) => payees))
  expect(await payeesOf(true)).toEqual(new Set([null]))
  await knowMerchants(desk.services, ['BLUE', 'FEE'])
  expect(await payeesOf(true)).toEqual(new Set(['to Merchant BLUE']))
  await desk.services.db
    .update(merchants)
    .set({ split: [{ merchantId: 'FEE', percent: '3' }, { merchantId: 'BLUE' }] })
    .where(eq(merchants.merchantId, 'BLUE'))
  expect(await payeesOf(true)).toEqual(new Set(['split between Merchant FEE and Merchant BLUE']))
  expect(await payeesOf(false)).toEqual(new Set([null]))
  const others = await listCallbackPage(desk.services, query({ funding: ['funded'] }), true)
  expect(new Set(others.items.map(({ payees }) => payees))).toEqual(new Set([null]))
})
