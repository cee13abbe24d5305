import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { callbackDeliveries, callbackKeys } from '@/lib/db/schema/callbacks'
import type { Ctx } from '@/lib/server/services'
import { listDeliveries, type SeededReceiver, saleFields, seedReceiver } from '@/lib/testing/callbacks'
import { dumpDatabase } from '@/lib/testing/dump-database'
import { type Outage, outageBefore } from '@/lib/testing/outage'
import { withPostgres } from '@/lib/testing/postgres-cluster'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import { type CallbackIntake, createCallbackIntake } from './intake'
import { type KnownKeys, watchKeys } from './known-keys'

/** No one listens there: the intake never calls a partner. */
const partnerUrl = 'http://127.0.0.1:9'
const NOW = new Date('2026-07-01T12:00:00Z')
const ANYWHERE = '203.0.113.7'

const bytes = (text: string) => new TextEncoder().encode(text)
const saleText = (tranId: string) => new URLSearchParams(saleFields({ tran_id: tranId })).toString()
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `T-${index + 1}`)

/** Tests of the intake, on any database. */
function rulesOfIntake(open: () => Promise<TestDesk>): void {
  let desk: TestDesk
  let ada: Ctx
  let receiver: SeededReceiver
  let keys: KnownKeys
  let intake: CallbackIntake
  let storedBursts: number
  beforeAll(async () => {
    desk = await open()
    ada = await desk.as('Ada', ['admin'])
    receiver = await seedReceiver(ada)
    keys = await watchKeys(desk.services)
    return async () => {
      keys.stop()
      await desk.close()
    }
  })
  beforeEach(async () => {
    await desk.services.db.delete(callbackDeliveries)
    storedBursts = 0
    intake = newIntake()
  })

  const newIntake = (options: { patienceMs?: number } = {}) =>
    createCallbackIntake(desk.services, keys, { onStored: () => (storedBursts += 1), ...options })
  const receive = (body: string | Uint8Array, { key = receiver.key, address = ANYWHERE, by = intake } = {}) =>
    by.receive({ key, address, body: typeof body === 'string' ? bytes(body) : body })
  const bodies = async () =>
    (await listDeliveries(desk.services)).map(({ body }) => Buffer.from(body).toString('latin1'))
  /** Blocks storing until the returned function is called. */
  const blockStoring = async (): Promise<() => Promise<void>> => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { promise: blocked, resolve: markBlocked } = Promise.withResolvers<void>()
    const ended = desk.services.db.transaction(async (tx) => {
      await tx.execute(sql`lock table ${callbackDeliveries} in access exclusive mode`)
      markBlocked()
      await released
    })
    await blocked
    return async () => {
      release()
      await ended
    }
  }
  /** How many of the intake's statements are running. */
  const underWay = async () => {
    const { rows } = await desk.services.db.execute<{ n: number }>(sql`
      select count(*)::int as n from pg_stat_activity
      where datname = current_database() and state = 'active' and query like ${'%insert into callback_deliveries%'}
        and pid <> pg_backend_pid()`)
    return rows[0]?.n
  }
  const commits = async () => {
    const { rows } = await desk.services.db.execute<{ commits: number }>(
      sql`select count(distinct xmin::text)::int as commits from ${callbackDeliveries}`,
    )
    return rows[0]?.commits
  }

  test('a callback answered as stored is there, byte for byte, with its time and address', async () => {
    const every = Uint8Array.from({ length: 256 }, (_, index) => index)
    expect(await receive(every, { address: '::ffff:198.51.100.4' })).toBe('stored')
    expect(await listDeliveries(desk.services)).toEqual([
      {
        n: expect.any(Number),
        keyId: receiver.keyId,
        receivedAt: NOW,
        address: '198.51.100.4',
        body: Buffer.from(every),
        redactions: [],
        kind: null,
        eventN: null,
        contentSha256: null,
      },
    ])
    expect(storedBursts).toBe(1)
  })

  test('a card number and a profile key are removed before anything is written', async () => {
    await receive('tran_id=T-1&acct_number=4111111111111111&profile_key=s3cret-canary')
    const [delivery] = await listDeliveries(desk.services)
    expect(delivery?.redactions).toEqual(['card-number', 'profile-key'])
    expect(await bodies()).toEqual(['tran_id=T-1&acct_number=************1111&profile_key='])
    const dump = JSON.stringify(await dumpDatabase(desk.services.db))
    for (const secret of ['4111111111111111', 's3cret-canary']) {
      expect(dump).not.toContain(secret)
      expect(dump).not.toContain(Buffer.from(secret).toString('hex'))
    }
    expect(dump, 'the key itself is in no table').not.toContain(receiver.key)
  })

  test.each([
    ['an empty body', ''],
    ['10,000 fields', Array.from({ length: 10_000 }, (_, n) => `f${n}=${n % 10}`).join('&')],
    ['names of JavaScript', '__proto__=1&constructor=2&__proto__%5Bx%5D=3&toString=4&hasOwnProperty='],
    ['the same field many times', 'tran_id=A&tran_id=B&TRAN_ID=C&tran_id='],
    ['NUL and broken UTF-8', 'tran_id=\x00%00\xff%ff\xc3%c3%28&a=\xed\xa0\x80'],
    ['an invalid encoding', '%&%%=%zz&=&&;a=b'],
    ['SQL', `tran_id='); drop table callback_deliveries; --&a=$1&b=\\`],
    ['64 KB', 'x'.repeat(65_536)],
  ])('every body is stored as received: %s', async (_what, text) => {
    expect(await receive(Buffer.from(text, 'latin1'))).toBe('stored')
    expect(await bodies()).toEqual([text])
  })

  test.each([
    ['that no one made', 'A'.repeat(32)],
    ['that is empty', ''],
    ['in another case', () => receiver.key.toUpperCase()],
    ['with its last character missing', () => receiver.key.slice(0, -1)],
    ['with something after it', () => `${receiver.key}/`],
    ['with SQL in it', `' or '1'='1`],
    ['with a path in it', '../../api/health/live'],
    ['with a NUL', () => `${receiver.key}\u0000`],
    ['of 32,000 characters', 'k'.repeat(32_000)],
    ['that is its own keyed hash', () => desk.services.sealer.fingerprint('callback-key', receiver.key)],
  ])('a key %s is unknown, and nothing is stored', async (_what, key) => {
    expect(await receive(saleText('T-1'), { key: typeof key === 'string' ? key : key() })).toBe('unknown-key')
    expect(await bodies()).toEqual([])
    expect(storedBursts).toBe(0)
  })

  test('a key works until it expires or is revoked, and is unknown from then on', async () => {
    const { key, keyId } = await seedReceiver(ada, { merchantId: 'ROTATED' })
    const set = async (fields: Partial<typeof callbackKeys.$inferInsert>) => {
      await desk.services.db.update(callbackKeys).set(fields).where(eq(callbackKeys.id, keyId))
      await keys.refresh()
    }
    await set({ expiresAt: new Date(NOW.getTime() + 1) })
    expect(await receive(saleText('T-1'), { key })).toBe('stored')
    await set({ expiresAt: NOW })
    expect(await receive(saleText('T-2'), { key })).toBe('unknown-key')
    await set({ expiresAt: null, revokedAt: NOW })
    expect(await receive(saleText('T-3'), { key })).toBe('unknown-key')
    expect(await bodies()).toEqual([saleText('T-1')])
  })

  test.each([
    ['203.0.113.0/24', '203.0.113.7', 'stored'],
    ['203.0.113.0/24', '::ffff:203.0.113.7', 'stored'],
    ['203.0.113.0/24', '203.0.114.7', 'address-refused'],
    ['203.0.113.9/32', '203.0.113.7', 'address-refused'],
    ['2001:db8::/32', '2001:db8::1', 'stored'],
    ['2001:db8::/32', '203.0.113.7', 'address-refused'],
    ['fe80::/10', 'fe80::1%eth0', 'stored'],
    ['0.0.0.0/0', 'unknown', 'address-refused'],
    ['0.0.0.0/0', "1'; drop", 'address-refused'],
  ])('a receiver for %s answers %s with %s', async (network, address, outcome) => {
    const allowed = [network, '192.0.2.1/32']
    const merchantId = `${network} ${address}`
    const { key } = await seedReceiver(ada, { merchantId, allowed })
    await keys.refresh()
    expect(await receive(saleText('T-1'), { key, address })).toBe(outcome)
    expect(await bodies()).toHaveLength(outcome === 'stored' ? 1 : 0)
  })

  test('a refusal comes before the body is read, and costs no statement', async () => {
    expect(intake.refusal({ key: receiver.key, address: ANYWHERE })).toBeNull()
    expect(intake.refusal({ key: 'A'.repeat(32), address: ANYWHERE })).toBe('unknown-key')
  })

  test('a new key, and its revocation, take effect within a second', async () => {
    const { key, keyId } = await seedReceiver(ada, { merchantId: 'NOTICED' })
    await expect.poll(() => intake.refusal({ key, address: ANYWHERE })).toBeNull()
    await desk.services.db.update(callbackKeys).set({ revokedAt: NOW }).where(eq(callbackKeys.id, keyId))
    await expect.poll(() => intake.refusal({ key, address: ANYWHERE })).toBe('unknown-key')
  })

  test('what arrives while two statements run shares the next commit', async () => {
    const release = await blockStoring()
    const first = receive(saleText('T-A'))
    await vi.waitFor(async () => expect(await underWay()).toBe(1))
    const second = receive(saleText('T-B'))
    await vi.waitFor(async () => expect(await underWay(), 'it waits for no other').toBe(2))
    const rest = numbered(200).map((tranId) => receive(saleText(tranId)))
    await new Promise(setImmediate)
    expect(await underWay()).toBe(2)
    await release()
    expect(new Set(await Promise.all([first, second, ...rest]))).toEqual(new Set(['stored']))
    expect(await commits()).toBe(3)
    expect(storedBursts).toBe(3)
    const alone = ['T-A', 'T-B'].map(saleText)
    const kept = await bodies()
    // The rest may overtake one of the two, because it starts when the other ends.
    expect(kept.filter((text) => alone.includes(text)).sort()).toEqual(alone)
    const shared = kept.filter((text) => !alone.includes(text))
    expect(shared, 'in the order in which they came').toEqual(numbered(200).map(saleText))
  })

  test('under load commits are far fewer than callbacks', async () => {
    const senders = Array.from({ length: 16 }, async (_, sender) => {
      for (const tranId of numbered(25)) await receive(saleText(`${sender}-${tranId}`))
    })
    await Promise.all(senders)
    expect(await bodies()).toHaveLength(400)
    expect(await commits()).toBeLessThan(120)
  })

  test('each callback of a burst gets its own result', async () => {
    const { key: closed } = await seedReceiver(ada, { merchantId: 'CLOSED', allowed: ['192.0.2.0/24'] })
    await keys.refresh()
    const release = await blockStoring()
    const outcomes = Promise.all([
      receive(saleText('T-1')),
      receive(saleText('T-2'), { key: 'B'.repeat(32) }),
      receive(saleText('T-3'), { key: closed }),
      receive(saleText('T-4'), { key: closed, address: '192.0.2.9' }),
      receive(saleText('T-5')),
    ])
    await release()
    expect(await outcomes).toEqual(['stored', 'unknown-key', 'address-refused', 'stored', 'stored'])
    expect(await bodies()).toEqual(['T-1', 'T-4', 'T-5'].map(saleText))
  })

  test('a burst that is too large for one statement takes several', async () => {
    const release = await blockStoring()
    const large = Promise.all(numbered(40).map((tranId) => receive(`${tranId}=${'x'.repeat(60_000)}`)))
    await release()
    expect(new Set(await large)).toEqual(new Set(['stored']))
    expect(await commits()).toBe(3)
    expect(await bodies()).toHaveLength(40)
  })

  test('a slow commit is not acknowledged, and callbacks still waiting are not stored later', async () => {
    const impatient = newIntake({ patienceMs: 20 })
    const release = await blockStoring()
    const late: Promise<unknown>[] = []
    for (const tranId of ['T-1', 'T-2', 'T-3']) {
      late.push(receive(saleText(tranId), { by: impatient }).catch(String))
      await new Promise(setImmediate)
    }
    expect(new Set(await Promise.all(late))).toEqual(new Set(['Error: A callback was not stored in time.']))
    await release()
    await impatient.stop()
    expect((await bodies()).sort(), 'the first two had statements').toEqual(['T-1', 'T-2'].map(saleText))
  })

  test('callbacks beyond the memory limit are refused, and all accepted ones are stored', async () => {
    const release = await blockStoring()
    const first = receive(saleText('T-0'))
    await new Promise(setImmediate)
    const taken = numbered(4_096).map((tranId) => receive(tranId))
    expect(await receive(saleText('one too many'))).toBe('overloaded')
    await release()
    expect(new Set(await Promise.all([first, ...taken]))).toEqual(new Set(['stored']))
    expect(await bodies()).toHaveLength(4_097)
    expect(await receive(saleText('again')), 'and then there is room').toBe('stored')
  })

  test('stopping accepts nothing more, and waits for what was accepted', async () => {
    const release = await blockStoring()
    const taken = numbered(5).map((tranId) => receive(saleText(tranId)))
    const stopped = intake.stop()
    expect(await receive(saleText('late'))).toBe('overloaded')
    await release()
    await stopped
    expect(await bodies()).toEqual(numbered(5).map(saleText))
    expect(await Promise.all(taken)).toEqual(numbered(5).map(() => 'stored'))
  })
}

describe('the intake', () => {
  rulesOfIntake(() => openTestDesk({ partnerUrl, now: () => NOW }))
})

withPostgres('the intake at a database that goes away', (createDatabase) => {
  describe('while the database is down', () => {
    let outage: Outage
    let desk: TestDesk
    let receiver: SeededReceiver
    let keys: KnownKeys
    let intake: CallbackIntake
    beforeAll(async () => {
      outage = await outageBefore(await createDatabase())
      desk = await openTestDesk({ partnerUrl, databaseUrl: outage.url })
      receiver = await seedReceiver(await desk.as('Ada', ['admin']))
      keys = await watchKeys(desk.services)
      intake = createCallbackIntake(desk.services, keys, { onStored: () => {} })
    })
    afterAll(async () => {
      keys.stop()
      await desk.close()
      await outage.close()
    })
    const receive = (tranId: string) =>
      intake.receive({ key: receiver.key, address: ANYWHERE, body: bytes(saleText(tranId)) })

    test('nothing is acknowledged, and callbacks are stored again once it is back', async () => {
      expect(await receive('T-before')).toBe('stored')
      await outage.begin()
      const during = await Promise.allSettled(numbered(20).map(receive))
      expect(new Set(during.map(({ status }) => status))).toEqual(new Set(['rejected']))
      await outage.end()
      expect(await receive('T-after')).toBe('stored')
      const kept = (await listDeliveries(desk.services)).map(({ body }) => Buffer.from(body).toString())
      expect(kept).toEqual(['T-before', 'T-after'].map(saleText))
    })
  })
})
