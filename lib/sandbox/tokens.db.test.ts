import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '@/lib/db/client'
import { sandboxTokens } from '@/lib/db/schema/sandbox'
import { openTestDatabase } from '@/lib/testing/database'
import { box } from '@/lib/testing/sandbox-box'
import { newApplication, readObject, SANDBOX_CREDENTIALS, SANDBOX_PATHS } from '@/lib/testing/sandbox-calls'
import { createSandbox } from './create-sandbox'

const BASE_URL = 'https://desk.example/sandbox'
const START = Date.parse('2026-01-02T03:04:05Z')
const DAY_MS = 24 * 60 * 60 * 1000

let database: Database
let nowMs = START
let sandbox: (request: Request) => Promise<Response>
beforeAll(async () => {
  database = await openTestDatabase()
  sandbox = createSandbox({ box, db: database.db, baseUrl: BASE_URL, now: () => new Date(nowMs) })
})
afterAll(() => database.close())

const post = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
  sandbox(new Request(BASE_URL + path, { method: 'POST', body, headers }))

test('a token is valid for 24 hours, and kept only as a hash', async () => {
  const issued = await readObject(await post(SANDBOX_PATHS.token, new URLSearchParams(SANDBOX_CREDENTIALS)))
  expect(issued).toMatchObject({ issued_at: String(START), instance_url: BASE_URL })

  const stored = await database.db.select().from(sandboxTokens)
  expect(stored).toHaveLength(1)
  expect(JSON.stringify(stored)).not.toContain(issued.access_token)

  const statusAfter = async (ms: number) => {
    nowMs = START + ms
    const response = await post(SANDBOX_PATHS.application, JSON.stringify(newApplication()), {
      authorization: `Bearer ${issued.access_token}`,
      'content-type': 'application/json',
    })
    return response.status
  }
  expect(await statusAfter(DAY_MS - 1)).toBe(200)
  expect(await statusAfter(DAY_MS)).toBe(401)
})

test('a failure of its own is a 500, without a body where funding has none, and its log line holds nothing of the request', async () => {
  const broken = await openTestDatabase()
  await broken.asOwner((db) => db.execute(sql`drop schema sandbox cascade`))
  const lines: string[] = []
  const original = console.error
  console.error = (...parts: unknown[]) => lines.push(parts.join(' '))
  try {
    const failing = createSandbox({ box, db: broken.db, baseUrl: BASE_URL, now: () => new Date(nowMs) })
    const response = await failing(
      new Request(BASE_URL + SANDBOX_PATHS.token, {
        method: 'POST',
        body: new URLSearchParams(SANDBOX_CREDENTIALS),
      }),
    )
    expect(response.status).toBe(500)
    expect(await response.json()).toMatchObject({ error: 'UNKNOWN_EXCEPTION' })
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('42P01')
    expect(lines[0]).not.toMatch(/insert|params|select/i)

    const amounts = [{ merchantId: '1', amount: '1' }]
    const funding = await failing(
      new Request(`${BASE_URL}/funding-amounts`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Basic ${btoa('941000000001:key-active-1')}`,
        },
        body: JSON.stringify({ transactions: [{ id: '1', merchantFundingAmounts: amounts }] }),
      }),
    )
    expect([funding.status, await funding.text()]).toEqual([500, ''])
  } finally {
    console.error = original
    await broken.close()
  }
})
