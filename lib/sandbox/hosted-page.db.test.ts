import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Database, migrateDatabase, openDatabase } from '@/lib/db/client'
import { sandboxCallbacks, sandboxSales } from '@/lib/db/schema/sandbox'
import { withPostgres } from '@/lib/testing/postgres-cluster'
import { box } from '@/lib/testing/sandbox-box'
import { createSandbox } from './create-sandbox'

const BASE_URL = 'https://desk.example/sandbox'

const waitingForSales = sql`
  select 1 from pg_locks join pg_database on pg_database.oid = pg_locks.database
  where datname = current_database() and relation = 'sandbox.sales'::regclass and not granted`

withPostgres('the hosted page, many forms at once', (createDatabase) => {
  let database: Database
  let sandbox: (request: Request) => Promise<Response>
  beforeAll(async () => {
    database = await openDatabase({ databaseUrl: await createDatabase(), dataDir: '' })
    await migrateDatabase(database)
    sandbox = createSandbox({
      box,
      db: database.db,
      baseUrl: BASE_URL,
      now: () => new Date('2026-11-20T12:00:00Z'),
    })
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    await database.db.delete(sandboxCallbacks)
    await database.db.delete(sandboxSales)
  })

  const pay = (fields: Record<string, string> = {}) =>
    sandbox(
      new Request(`${BASE_URL}/hpp/pay`, {
        method: 'POST',
        body: new URLSearchParams({
          profile_id: '941000000001',
          payment_amount: '10.00',
          card_number: '4111111111111111',
          exp_date: '1229',
          ...fields,
        }),
      }),
    )
  const times = <T>(count: number, send: (index: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, index) => send(index)))

  test('one form sent eight times at once is one sale with one event, and all see its result', async () => {
    const answers: Promise<Response>[] = []
    // Holds back every insert until all eight have found no sale of this form.
    await database.db.transaction(async (tx) => {
      await tx.execute(sql`lock table ${sandboxSales} in share mode`)
      answers.push(...Array.from({ length: 8 }, () => pay({ hpp_tran_id: 'form-1' })))
      await expect.poll(async () => (await tx.execute(waitingForSales)).rows).toHaveLength(8)
    })
    for (const answer of await Promise.all(answers)) {
      expect(answer.headers.get('location')).toBe('/sandbox/hpp/result/form-1')
    }
    expect(await database.db.select().from(sandboxSales)).toHaveLength(1)
    expect(await database.db.select().from(sandboxCallbacks)).toHaveLength(1)
  })

  test('forms of different payments do not wait for each other, and each is a sale', async () => {
    const answers = await times(50, (index) => pay({ hpp_tran_id: `form-${index}` }))
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(303))
    expect(await database.db.select().from(sandboxSales)).toHaveLength(50)
    expect(await database.db.select().from(sandboxCallbacks)).toHaveLength(50)
  })

  test('a declined sale is kept, without an event and without the whole card number', async () => {
    await pay({ card_number: '4000 0000 0000 0002', hpp_tran_id: 'form-1' })
    const sales = await database.db.select().from(sandboxSales)
    expect(sales).toMatchObject([
      { hppTranId: 'form-1', approved: false, kind: 'credit', amountMinor: 1_000, profileId: '941000000001' },
    ])
    expect(JSON.stringify(sales)).not.toMatch(/4000 ?0000 ?0000 ?0002/)
    expect(await database.db.select().from(sandboxCallbacks)).toEqual([])
  })
})
