import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Database, migrateDatabase, openDatabase } from '@/lib/db/client'
import { withPostgres } from '@/lib/testing/postgres-cluster'
import { box } from '@/lib/testing/sandbox-box'
import { newApplication, type SandboxCalls, sandboxCalls } from '@/lib/testing/sandbox-calls'
import { createSandbox } from './create-sandbox'
import { writeJournal } from './journal'
import { type Listening, listen } from './listen'

withPostgres('the sandbox, many requests at once', (createDatabase) => {
  let database: Database
  let server: Listening
  let calls: SandboxCalls
  beforeAll(async () => {
    database = await openDatabase({ databaseUrl: await createDatabase(), dataDir: '' })
    await migrateDatabase(database)
    server = await listen({ host: '127.0.0.1', port: 0 }, (origin) =>
      createSandbox({ box, db: database.db, baseUrl: `${origin}/sandbox`, now: () => new Date() }),
    )
  })
  afterAll(async () => {
    await server.close()
    await database.close()
  })
  beforeEach(async () => {
    calls = sandboxCalls(`${server.origin}/sandbox`)
    await calls.control('POST', 'reset')
    await calls.requestToken()
  })

  const times = <T>(count: number, send: (index: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, index) => send(index)))

  test('a fault meets exactly as many requests as it was set for', async () => {
    await calls.control('PUT', 'faults', { endpoint: 'application', mode: 'status', status: 500, times: 13 })
    const answers = await times(40, () => calls.sendApplication(newApplication()))
    expect(answers.filter(({ status }) => status === 500)).toHaveLength(13)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(27)
    expect((await calls.journal()).filter(({ status }) => status === 500)).toHaveLength(13)
  })

  test('a reset in the midst of requests deadlocks with none of them', async () => {
    const answers = await times(60, (index) =>
      index % 6 === 5 ? calls.control('POST', 'reset') : calls.sendApplication(newApplication()),
    )
    // A reset takes the tokens back, so that some are asked for another one; nothing else may go wrong.
    expect(answers.filter(({ status }) => status !== 200 && status !== 401)).toEqual([])
  })

  test('the journal is numbered in the order of the commits, so that a reader who asks since its last row misses none', async () => {
    const entry = {
      at: new Date(),
      endpoint: 'token' as const,
      method: 'POST',
      path: '/',
      status: 200,
      bytes: 0,
      sha256: '',
      applied: false,
    }
    const first = Promise.withResolvers<void>()
    const written = Promise.withResolvers<void>()
    const committed: string[] = []
    const slow = database.db.transaction(async (tx) => {
      await writeJournal(tx, entry)
      written.resolve()
      await first.promise
      committed.push('first')
    })
    await written.promise
    const quick = database.db.transaction(async (tx) => {
      await writeJournal(tx, entry)
      committed.push('second')
    })
    // The second has had its time by the answer to a question that was asked after it.
    await calls.journal()
    expect(committed).toEqual([])
    first.resolve()
    await Promise.all([slow, quick])
    expect(committed).toEqual(['first', 'second'])
  })

  test('updates of one application happen one after the other, and none is lost', async () => {
    const { opportunityId, accountId, contactIds } = await calls.createApplication()
    const answers = await times(20, (index) => {
      const body = newApplication({ lstbussCheckAcc: [] })
      const lstContact = body.lstContact.map((contact, at) => ({ ...contact, Id: contactIds[at] }))
      return calls.sendApplication({
        ...body,
        lstContact,
        Opp: { ...body.Opp, Id: opportunityId },
        Mer: { ...body.Mer, Id: accountId, [`Field_${index}__c`]: index },
      })
    })
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    const held = await (await calls.control('GET', `opportunities/${opportunityId}`)).json()
    expect(Object.keys(held.Mer).filter((name) => name.startsWith('Field_'))).toHaveLength(20)
    expect(held.received).toHaveLength(21)
  })
})
