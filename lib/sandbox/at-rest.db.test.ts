import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '@/lib/db/client'
import { sandboxOpportunities } from '@/lib/db/schema/sandbox'
import { openTestDatabase } from '@/lib/testing/database'
import { dumpDatabase } from '@/lib/testing/dump-database'
import { box } from '@/lib/testing/sandbox-box'
import { newApplication, readObject, sandboxCalls } from '@/lib/testing/sandbox-calls'
import { createSandbox } from './create-sandbox'
import { type Listening, listen } from './listen'

describe('a sandbox that holds an application', () => {
  let database: Database
  let server: Listening
  beforeAll(async () => {
    database = await openTestDatabase()
    server = await listen({ host: '127.0.0.1', port: 0 }, (origin) =>
      createSandbox({ box, db: database.db, baseUrl: `${origin}/sandbox`, now: () => new Date() }),
    )
  })
  afterAll(async () => {
    await server.close()
    await database.close()
  })

  test('has no identity in its tables, and gives every one to who may ask', async () => {
    const calls = sandboxCalls(`${server.origin}/sandbox`)
    await calls.requestToken()
    const sent = newApplication()
    expect((await calls.sendApplication(sent)).status).toBe(200)
    // The journal keeps a bank's routing number, and of the others their ends.
    const identities = (JSON.stringify(sent).match(/\d{9,}/g) ?? []).filter(
      (number) => number !== '021000021',
    )
    expect(identities.length).toBeGreaterThan(2)
    const [row] = await database.db.select().from(sandboxOpportunities)
    const held = JSON.stringify(await readObject(await calls.control('GET', `opportunities/${row?.id}`)))
    const dump = JSON.stringify(await dumpDatabase(database.db))
    for (const identity of identities) {
      expect(held).toContain(identity)
      expect(dump).not.toContain(identity)
    }
  })
})
