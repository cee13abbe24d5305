import type { ServerResponse } from 'node:http'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Database, migrateDatabase, openDatabase } from '@/lib/db/client'
import { sandboxCallbacks, sandboxProfiles } from '@/lib/db/schema/sandbox'
import { type CallbackReceiver, startCallbackReceiver } from '@/lib/testing/callback-receiver'
import { openTestDatabase } from '@/lib/testing/database'
import { withPostgres } from '@/lib/testing/postgres-cluster'
import { box } from '@/lib/testing/sandbox-box'
import {
  type CallbackSender,
  LOOK_EVERY_MS,
  startCallbackSender,
  wakeCallbackSender,
} from './callback-sender'
import { claimDueCallbacks, listCallbacks, queueCallbacks, recordAttempt } from './callbacks'
import { createSandbox } from './create-sandbox'
import { putProfile } from './profiles'

const PROFILE = '941000000001'
const BASE_URL = 'https://desk.example/sandbox'

let database: Database
let receiver: CallbackReceiver
let nowMs: number
const senders: CallbackSender[] = []

const now = () => new Date(nowMs)
const start = (options: { deadlineMs?: number } = {}, { db }: Database = database) => {
  const sender = startCallbackSender({ db, baseUrl: BASE_URL, now, ...options })
  senders.push(sender)
  return sender
}
const setAddress = (responseUrl: string | null) =>
  database.db.transaction((tx) => putProfile(tx, { profileId: PROFILE, status: 'active', responseUrl }))
const queue = (body: string, times = 1) =>
  database.db.transaction((tx) => queueCallbacks(tx, { profileId: PROFILE, body, at: now(), times }))
const list = () => database.db.transaction((tx) => listCallbacks(tx, { since: 0 }))
/** The only event, once it has had so many attempts. */
const afterAttempts = async (attempts: number) => {
  await expect.poll(async () => (await list())[0]?.attempts, { timeout: 20_000 }).toBe(attempts)
  return (await list())[0]
}

beforeEach(async () => {
  receiver = await startCallbackReceiver()
  nowMs = Date.parse('2026-11-20T12:00:00Z')
  await database.db.delete(sandboxCallbacks)
  await database.db.delete(sandboxProfiles)
  await setAddress(receiver.url)
})
afterEach(async () => {
  await Promise.all(senders.splice(0).map((sender) => sender.stop()))
  await receiver.stop()
})

const onEmbedded = (title: string, suite: () => void) =>
  describe(title, () => {
    beforeAll(async () => {
      database = await openTestDatabase()
    })
    afterAll(() => database.close())
    suite()
  })

onEmbedded('an event', () => {
  test('is posted as a form, once, when the answer is 200', async () => {
    start()
    await queue('tran_id=1&a=%zz&a=2')
    wakeCallbackSender()
    expect(await afterAttempts(1)).toMatchObject({
      state: 'acknowledged',
      lastStatus: 200,
      lastProblem: null,
      nextAttemptAt: null,
      responseUrl: receiver.url,
    })
    expect(receiver.received).toMatchObject([
      {
        method: 'POST',
        path: '/response',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '19' },
        body: 'tran_id=1&a=%zz&a=2',
      },
    ])
  })

  test('is posted as soon as it is queued, or as there is an address, and not at the next look', async () => {
    const sandbox = createSandbox({ box, db: database.db, baseUrl: BASE_URL, now })
    const post = async (path: string, body: BodyInit, method = 'POST') => {
      expect((await sandbox(new Request(`${BASE_URL}${path}`, { method, body }))).ok).toBe(true)
    }
    // No look without being woken: the timer for a next look never rings, and tells that a sender has looked.
    const looks = new Set<unknown>()
    const { setTimeout, clearTimeout } = globalThis
    vi.stubGlobal('setTimeout', (run: () => void, ms?: number) => {
      const timer = setTimeout(ms === LOOK_EVERY_MS ? () => {} : run, ms)
      if (ms === LOOK_EVERY_MS) looks.add(timer)
      return timer
    })
    vi.stubGlobal('clearTimeout', (timer: NodeJS.Timeout) => {
      looks.delete(timer)
      clearTimeout(timer)
    })
    const hasLooked = () => expect.poll(() => looks.size).toBe(1)
    try {
      start()
      await hasLooked()
      await post('/control/callbacks', JSON.stringify({ profileId: PROFILE }))
      await receiver.until(1)
      await afterAttempts(1)
      await hasLooked()
      await post('/webhooks/response-credit-card', new URLSearchParams({ profile_id: PROFILE }))
      await receiver.until(2)
      await expect.poll(async () => (await list())[1]?.attempts).toBe(1)
      await hasLooked()
      await setAddress(null)
      await post('/control/callbacks', JSON.stringify({ profileId: PROFILE }))
      await hasLooked()
      await post(`/control/profiles/${PROFILE}`, JSON.stringify({ responseUrl: receiver.url }), 'PUT')
      await receiver.until(3)
    } finally {
      vi.unstubAllGlobals()
    }
  })

  test('that is not acknowledged comes again after 1, 5, 25 and 125 seconds, and is then given up', async () => {
    receiver.script.answer = () => 500
    start()
    await queue('tran_id=1')
    for (const [index, seconds] of [1, 5, 25, 125].entries()) {
      wakeCallbackSender()
      const event = await afterAttempts(index + 1)
      expect(event).toMatchObject({ state: 'waiting', lastStatus: 500 })
      expect(event?.nextAttemptAt?.getTime()).toBe(nowMs + seconds * 1_000)
      expect(await claimDueCallbacks(database.db, new Date(nowMs + seconds * 1_000 - 1), 16)).toEqual([])
      nowMs += seconds * 1_000
    }
    wakeCallbackSender()
    expect(await afterAttempts(5)).toMatchObject({ state: 'given-up', lastStatus: 500, nextAttemptAt: null })
    expect(await claimDueCallbacks(database.db, new Date(nowMs + 86_400_000), 16)).toEqual([])
    expect(receiver.received).toHaveLength(5)
  })

  test.each([201, 202, 204, 301, 400, 404, 503])('is not acknowledged by %d', async (status) => {
    receiver.script.answer = () => status
    start()
    await queue('tran_id=1')
    expect(await afterAttempts(1)).toMatchObject({ state: 'waiting', lastStatus: status })
  })

  test('follows no redirect', async () => {
    receiver.script.answer = () => (response) => {
      response.writeHead(307, { location: receiver.url }).end()
    }
    start()
    await queue('tran_id=1')
    expect(await afterAttempts(1)).toMatchObject({ state: 'waiting', lastStatus: 307 })
    expect(receiver.received).toHaveLength(1)
  })

  test('is not waited for beyond the deadline, and the reason is kept in words', async () => {
    receiver.script.answer = () => () => {}
    start({ deadlineMs: 50 })
    await queue('tran_id=1')
    expect(await afterAttempts(1)).toMatchObject({
      state: 'waiting',
      lastStatus: null,
      lastProblem: 'No answer came in time',
    })
  })

  test.each<[string, (response: ServerResponse) => unknown, string]>([
    ['is cut', (response) => response.destroy(), 'The connection was cut before an answer came'],
    ['is not HTTP', (response) => response.socket?.end('hello\r\n\r\n'), 'The answer was not HTTP'],
  ])('whose answer %s is tried again', async (_, answer, lastProblem) => {
    receiver.script.answer = () => answer
    start()
    await queue('tran_id=1')
    expect(await afterAttempts(1)).toMatchObject({ state: 'waiting', lastStatus: null, lastProblem })
  })

  test.each([
    ['http://127.0.0.1:1/response', 'The connection was refused'],
    ['http://[', 'The response address is not allowed'],
    ['ftp://merchant.example/', 'The response address is not allowed'],
  ])('to %s is tried again', async (address, lastProblem) => {
    await setAddress(address)
    start()
    await queue('tran_id=1')
    expect(await afterAttempts(1)).toMatchObject({ state: 'waiting', lastStatus: null, lastProblem })
  })

  test('is acknowledged by the status; of an answer without end no more than a little is read', async () => {
    const closed = Promise.withResolvers<void>()
    receiver.script.answer = () => (response) => {
      response.once('close', closed.resolve)
      response.writeHead(200)
      const write = () => {
        while (!response.destroyed && response.write('x'.repeat(1_000)));
      }
      response.on('drain', write)
      write()
    }
    // Far off, so that it is not the deadline that ends it.
    start({ deadlineMs: 600_000 })
    await queue('tran_id=1')
    await closed.promise
    expect(await afterAttempts(1)).toMatchObject({ state: 'acknowledged', lastStatus: 200 })
  })

  test('goes to the address that the profile has at the time of the attempt', async () => {
    receiver.script.answer = () => 500
    start()
    await queue('tran_id=1')
    await afterAttempts(1)
    receiver.script.answer = () => 200
    const elsewhere = receiver.url.replace('/response', '/elsewhere')
    await setAddress(elsewhere)
    nowMs += 1_000
    wakeCallbackSender()
    expect(await afterAttempts(2)).toMatchObject({ state: 'acknowledged', responseUrl: elsewhere })
    expect(receiver.received.map(({ path }) => path)).toEqual(['/response', '/elsewhere'])
  })

  test('of a profile without an address waits for one, and uses up no attempt', async () => {
    await setAddress(null)
    await queue('tran_id=1')
    nowMs += 86_400_000
    expect(await claimDueCallbacks(database.db, now(), 16)).toEqual([])
    expect(await list()).toMatchObject([
      { state: 'waiting', attempts: 0, lastProblem: expect.stringContaining('no response address') },
    ])
    start()
    await setAddress(receiver.url)
    wakeCallbackSender()
    expect(await afterAttempts(1)).toMatchObject({ state: 'acknowledged', lastProblem: null })
  })

  test('is one of at most sixteen under way', async () => {
    const open: ServerResponse[] = []
    let most = 0
    receiver.script.answer = () => (response) => {
      open.push(response)
      most = Math.max(most, open.length)
    }
    start()
    await queue('tran_id=1', 40)
    wakeCallbackSender()
    await receiver.until(16)
    const claimed = (await list()).filter(({ nextAttemptAt }) => nextAttemptAt && nextAttemptAt > now())
    expect(claimed).toHaveLength(16)
    for (let answered = 1; answered <= 40; answered += 1) {
      await receiver.until(Math.min(40, answered + 15))
      open.shift()?.writeHead(200).end()
    }
    await expect
      .poll(async () => (await list()).map(({ state }) => state))
      .toEqual(Array(40).fill('acknowledged'))
    expect(most).toBe(16)
  })
})

onEmbedded('a sender', () => {
  test('that stops lets an attempt under way come to its end', async () => {
    const { promise, resolve } = Promise.withResolvers<ServerResponse>()
    receiver.script.answer = () => resolve
    const sender = start()
    await queue('tran_id=1')
    const response = await promise
    const stopped = sender.stop()
    response.writeHead(200).end()
    await stopped
    expect(await list()).toMatchObject([{ state: 'acknowledged', attempts: 1 }])
  })

  test('that stops cuts off one that does not end; it counts for nothing, and the next sender makes it', async () => {
    receiver.script.answer = () => () => {}
    const sender = start()
    await queue('tran_id=1')
    await receiver.until(1)
    await sender.stop()
    expect(await list()).toMatchObject([{ state: 'waiting', attempts: 0 }])
    receiver.script.answer = () => 200
    start()
    expect(await afterAttempts(1)).toMatchObject({ state: 'acknowledged' })
  })

  test('that stopped begins nothing', async () => {
    await start().stop()
    await queue('tran_id=1')
    wakeCallbackSender()
    expect(await list()).toMatchObject([{ state: 'waiting', attempts: 0, lastAttemptAt: null }])
  })

  test('whose database fails logs that without content, and can still be stopped', async () => {
    const broken = await openTestDatabase()
    await broken.asOwner((db) => db.execute(sql`drop schema sandbox cascade`))
    const lines: string[] = []
    const logged = Promise.withResolvers<void>()
    const original = console.error
    console.error = (...parts: unknown[]) => {
      lines.push(parts.join(' '))
      logged.resolve()
    }
    try {
      const sender = start({}, broken)
      await logged.promise
      await sender.stop()
      expect(lines).toHaveLength(1)
      expect(lines[0]).toContain('42P01')
      expect(lines[0]).not.toMatch(/update|params|from "/i)
    } finally {
      console.error = original
      await broken.close()
    }
  })
})

onEmbedded('a sender that died', () => {
  test('leaves its event to others after fifteen seconds, and is heard no more', async () => {
    const n = await queue('tran_id=1')
    const [first] = await claimDueCallbacks(database.db, now(), 16)
    nowMs += 14_999
    expect(await claimDueCallbacks(database.db, now(), 16)).toEqual([])
    nowMs += 1
    const [second] = await claimDueCallbacks(database.db, now(), 16)
    expect([first?.n, second?.n]).toEqual([n, n])
    if (!first || !second) throw new Error('not claimed')

    await recordAttempt(database.db, first, { status: 200, problem: null }, now())
    expect(await list()).toMatchObject([{ state: 'waiting', attempts: 0 }])
    await recordAttempt(database.db, second, { status: 500, problem: null }, now())
    expect(await list()).toMatchObject([{ state: 'waiting', attempts: 1, lastStatus: 500 }])
  })

  test('records nothing in an event that took the number of its own after a reset', async () => {
    const sandbox = createSandbox({ box, db: database.db, baseUrl: BASE_URL, now })
    const reset = () => sandbox(new Request(`${BASE_URL}/control/reset`, { method: 'POST' }))
    await reset()
    await setAddress(receiver.url)
    await queue('tran_id=old')
    const [claim] = await claimDueCallbacks(database.db, now(), 16)
    await reset()
    const n = await queue('tran_id=new')
    if (!claim) throw new Error('not claimed')
    expect(n).toBe(claim.n)
    await recordAttempt(database.db, claim, { status: 200, problem: null }, now())
    expect(await list()).toMatchObject([{ state: 'waiting', attempts: 0, body: 'tran_id=new' }])
  })
})

withPostgres('events, several senders at once', (createDatabase) => {
  let other: Database
  beforeAll(async () => {
    const databaseUrl = await createDatabase()
    database = await openDatabase({ databaseUrl, dataDir: '' })
    other = await openDatabase({ databaseUrl, dataDir: '' })
    await migrateDatabase(database)
  })
  afterAll(() => Promise.all([database.close(), other.close()]))

  test('each attempt is made by one of them', async () => {
    for (let index = 0; index < 200; index += 1) await queue(`tran_id=${index}`)
    start()
    start({}, other)
    wakeCallbackSender()
    await expect
      .poll(async () => (await list()).filter(({ state }) => state === 'acknowledged').length, {
        timeout: 30_000,
      })
      .toBe(200)
    const ids = receiver.events().map(({ tran_id }) => tran_id)
    expect(ids).toHaveLength(200)
    expect(new Set(ids).size).toBe(200)
    expect((await list()).map(({ attempts }) => attempts)).toEqual(Array(200).fill(1))
  })

  test('no event is claimed twice, and none is left, however many claim', async () => {
    await queue('tran_id=1', 300)
    const claims = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        claimDueCallbacks((index % 2 === 0 ? database : other).db, now(), 10),
      ),
    )
    const numbers = claims.flat().map(({ n }) => n)
    expect(new Set(numbers).size).toBe(numbers.length)
    for (let more = await claimDueCallbacks(other.db, now(), 50); more.length > 0; ) {
      numbers.push(...more.map(({ n }) => n))
      more = await claimDueCallbacks(other.db, now(), 50)
    }
    expect(new Set(numbers).size).toBe(300)
    expect(numbers).toHaveLength(300)
  })

  test('a reset in the middle ends what was there and nothing else', async () => {
    const sandbox = createSandbox({ box, db: other.db, baseUrl: BASE_URL, now })
    start()
    start({}, other)
    await queue('tran_id=old', 400)
    wakeCallbackSender()
    await receiver.until(20)
    const answer = await sandbox(new Request(`${BASE_URL}/control/reset`, { method: 'POST' }))
    expect(answer.status).toBe(200)
    await setAddress(receiver.url)
    await queue('tran_id=new')
    wakeCallbackSender()
    expect(await afterAttempts(1)).toMatchObject({ state: 'acknowledged', body: 'tran_id=new' })
    expect(await list()).toHaveLength(1)
  })
})
