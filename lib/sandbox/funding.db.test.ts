import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Database, migrateDatabase, openDatabase } from '@/lib/db/client'
import { sandboxFundings, sandboxSales } from '@/lib/db/schema/sandbox'
import { openTestDatabase } from '@/lib/testing/database'
import {
  basic,
  FUNDING_CREDENTIALS,
  type FundingCalls,
  funding,
  fundingCalls,
  transactionId,
} from '@/lib/testing/funding-calls'
import { withPostgres } from '@/lib/testing/postgres-cluster'
import { box } from '@/lib/testing/sandbox-box'
import { sandboxCalls } from '@/lib/testing/sandbox-calls'
import { createSandbox } from './create-sandbox'
import { type Listening, listen } from './listen'

const serve = (database: Database) =>
  listen({ host: '127.0.0.1', port: 0 }, (origin) =>
    createSandbox({ box, db: database.db, baseUrl: `${origin}/sandbox`, now: () => new Date() }),
  )

describe('sales of the hosted page', () => {
  let database: Database
  let server: Listening
  let partner: FundingCalls
  beforeAll(async () => {
    database = await openTestDatabase()
    server = await serve(database)
    partner = fundingCalls(`${server.origin}/sandbox`)
    await database.db.insert(sandboxSales).values(
      [
        { n: 1, kind: 'credit' as const, approved: true, profileId: '941000000001' },
        { n: 2, kind: 'debit' as const, approved: true, profileId: '941000000001' },
        { n: 3, kind: 'credit' as const, approved: false, profileId: '941000000001' },
        { n: 4, kind: 'debit' as const, approved: false, profileId: '941000000001' },
        { n: 5, kind: 'debit' as const, approved: true, profileId: '941000000004' },
      ].map(({ n, ...sale }) => ({
        ...sale,
        tranId: `HPP-${n}`,
        hppTranId: `page-${n}`,
        retrievalReferenceNumber: `70000000000${n}`,
        amountMinor: 100,
        at: new Date(),
        event: {},
      })),
    )
  })
  afterAll(async () => {
    await server.close()
    await database.close()
  })

  test.each<[what: string, identifiers: Record<string, string>, code: string | null]>([
    ['an approved credit, by id', { id: 'HPP-1' }, null],
    ['an approved credit, by reference number', { retrievalReferenceNumber: '700000000001' }, '901'],
    ['an approved debit, by id', { id: 'HPP-2' }, null],
    ['an approved debit, by reference number', { retrievalReferenceNumber: '700000000002' }, null],
    ['a declined credit, by id', { id: 'HPP-3' }, '904'],
    ['a declined credit, by reference number', { retrievalReferenceNumber: '700000000003' }, '901'],
    ['a declined debit, by id', { id: 'HPP-4' }, '904'],
    ['a declined debit, by reference number', { retrievalReferenceNumber: '700000000004' }, '904'],
    ['a debit of another profile, by id', { id: 'HPP-5' }, '100'],
    ['a debit of another profile, by reference number', { retrievalReferenceNumber: '700000000005' }, '901'],
    ['a sale that no one made', { id: 'HPP-6' }, '100'],
    ['the id of a card form', { id: 'page-1' }, '100'],
  ])('%s: %j → %s', async (_, identifiers, code) => {
    const answer = await partner.fund([funding({ id: undefined, ...identifiers })])
    expect(answer.transactionLevelErrors).toMatchObject(code === null ? [] : [{ errorCode: code }])
    expect(answer.successfulTransactionCount).toBe(code === null ? '1' : '0')
  })

  test('one is funded by the profile that made it', async () => {
    const authorization = basic(FUNDING_CREDENTIALS.otherActive)
    expect(await partner.fund([funding({ id: 'HPP-5' })], { authorization })).toMatchObject({
      successfulTransactionCount: '1',
    })
  })

  test('a debit under both its names is a duplicate, for the profile that made it', async () => {
    const both = [funding({ id: 'HPP-2' }), funding({ retrievalReferenceNumber: '700000000002' })]
    expect(await partner.fund(both)).toMatchObject({ errorCode: '3' })
    const authorization = basic(FUNDING_CREDENTIALS.otherActive)
    const answer = await partner.fund(both, { authorization })
    expect(answer).not.toHaveProperty('errorCode')
    expect(answer.transactionLevelErrors).toMatchObject([{ errorCode: '100' }, { errorCode: '901' }])
  })

  test('are shown with what they are', async () => {
    expect(await partner.held('700000000005')).toMatchObject({
      id: 'HPP-5',
      retrievalReferenceNumber: '700000000005',
      kind: 'debit',
      settled: false,
    })
    expect(await partner.held('HPP-1')).toMatchObject({ retrievalReferenceNumber: null, kind: 'credit' })
    expect(await partner.held('HPP-4')).toMatchObject({ kind: 'declined' })
    expect(await partner.held('700000000001')).toBeNull()
  })
})

withPostgres('funding amounts, many requests at once', (createDatabase) => {
  const TRANSACTIONS = 300
  const ids = Array.from({ length: TRANSACTIONS }, (_, index) => transactionId('D', 10 * index + 1))

  let database: Database
  let server: Listening
  let partner: FundingCalls
  beforeAll(async () => {
    database = await openDatabase({ databaseUrl: await createDatabase(), dataDir: '' })
    await migrateDatabase(database)
    server = await serve(database)
    partner = fundingCalls(`${server.origin}/sandbox`)
  })
  afterAll(async () => {
    await server.close()
    await database.close()
  })
  beforeEach(async () => {
    await sandboxCalls(partner.url).control('POST', 'reset')
  })

  /** Requests at once that all name the same transactions, each in another order, some by reference number. */
  const fundAtOnce = (
    count: number,
    amounts: (request: number) => { merchantId: string; amount: string }[],
  ) =>
    Promise.all(
      Array.from({ length: count }, (_, request) => {
        const turned = [...ids.slice(request * 7), ...ids.slice(0, request * 7)]
        const transactions = (request % 2 === 0 ? turned : turned.toReversed()).map((id, index) => ({
          ...((request + index) % 3 === 0 ? { retrievalReferenceNumber: `900000${id.slice(-6)}` } : { id }),
          merchantFundingAmounts: amounts(request),
        }))
        return partner.fund(transactions)
      }),
    )

  const heldOfAll = async () =>
    (await Promise.all(ids.map((id) => partner.held(id)))).map((held) => held?.merchantFundingAmounts)

  test('nobody loses an amount, and nobody waits for another in a circle', async () => {
    const answers = await fundAtOnce(24, (request) => [{ merchantId: `MERCHANT-${request}`, amount: '1' }])
    expect(answers.map((answer) => answer.successfulTransactionCount)).toEqual(
      Array(24).fill(String(TRANSACTIONS)),
    )
    const merchants = Array.from({ length: 24 }, (_, request) => `MERCHANT-${request}`).sort()
    for (const amounts of await heldOfAll()) {
      const held = Array.isArray(amounts) ? amounts.map(({ merchantId }) => merchantId) : []
      expect(held.sort()).toEqual(merchants)
    }
  })

  test('of requests that give one merchant different amounts, the same one counts as the last for all transactions', async () => {
    await fundAtOnce(24, (request) => [{ merchantId: 'MERCHANT-1', amount: String(request) }])
    const [first, ...others] = await heldOfAll()
    expect(first).toEqual([{ merchantId: 'MERCHANT-1', amount: expect.stringMatching(/^\d+$/) }])
    expect(others).toEqual(Array(TRANSACTIONS - 1).fill(first))
  })

  test('all that one request gives has one place among the requests, also where others come at once', async () => {
    await fundAtOnce(3, (request) => [{ merchantId: `MERCHANT-${request}`, amount: '1' }])
    const places = await database.db
      .selectDistinct({ request: sandboxFundings.request })
      .from(sandboxFundings)
    expect(places).toHaveLength(3)
  })

  test('a request that was sent after another was answered counts as the later', async () => {
    for (const amount of ['1', '2', '3']) {
      await partner.fund([funding({ id: ids[0], merchantFundingAmounts: [{ merchantId: 'A', amount }] })])
    }
    expect(await partner.held(ids[0] ?? '')).toMatchObject({ merchantFundingAmounts: [{ amount: '3' }] })
  })
})
