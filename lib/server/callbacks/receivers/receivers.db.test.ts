import { asc, eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { callbackDeliveries, callbackKeys, callbackReceivers } from '@/lib/db/schema/callbacks'
import { auditLog, ruleProposals } from '@/lib/db/schema/desk'
import { users } from '@/lib/db/schema/people'
import { createCallbackIntake } from '@/lib/server/callbacks/intake/intake'
import { watchKeys } from '@/lib/server/callbacks/intake/known-keys'
import type { Ctx } from '@/lib/server/services'
import { dumpDatabase } from '@/lib/testing/dump-database'
import { emptyAuditLog } from '@/lib/testing/empty-audit-log'
import { knowMerchants } from '@/lib/testing/merchants'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import { listReceivers } from './receiver-list'
import { changeReceiver, createReceiver, type MadeKey, revokeKey, rotateKey } from './receivers'

const BEGAN = Date.parse('2026-07-01T12:00:00Z')
let desk: TestDesk
let ada: Ctx
let alan: Ctx
let now: Date
const hoursLater = (hours: number) => {
  now = new Date(BEGAN + hours * 3_600_000)
}
beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl: 'http://127.0.0.1:9', now: () => now })
  ada = await desk.as('Ada', ['admin'])
  alan = await desk.as('Alan', ['admin'])
  return () => desk.close()
})
beforeEach(async () => {
  hoursLater(0)
  await emptyAuditLog(desk.database)
  for (const table of [callbackDeliveries, callbackKeys, callbackReceivers])
    await desk.services.db.delete(table)
})

const TYPED = { label: 'Main', allowed: '', profileId: '941000000001', merchantId: '' }
async function make(fields: Partial<typeof TYPED> = {}): Promise<MadeKey> {
  const result = await createReceiver(ada, { ...TYPED, ...fields })
  if (!result.ok) throw new Error(result.problems.map(({ message }) => message).join(' '))
  return result.value
}
const listed = () => listReceivers(desk.services.db, now)
const keysOf = async (receiverId: string) => (await listed()).find(({ id }) => id === receiverId)?.keys ?? []
async function rotate(receiverId: string, overlapHours: 0 | 1 | 24 | 72): Promise<string> {
  const [newest] = await keysOf(receiverId)
  const result = await rotateKey(ada, { receiverId, newestKeyId: newest?.id ?? null, overlapHours })
  if (!result.ok) throw new Error('It was not rotated.')
  return result.value.key
}
/** Through a freshly started intake, which has just read the table. */
async function post(key: string, address = '203.0.113.7') {
  const keys = await watchKeys(desk.services)
  keys.stop()
  const intake = createCallbackIntake(desk.services, keys, { onStored: () => {} })
  return intake.receive({ key, address, body: Buffer.from('tran_id=T-1') })
}
const audit = () => desk.services.db.select().from(auditLog).orderBy(asc(auditLog.id))

describe('a receiver', () => {
  test('is made with a key of 192 bits that works, and stands in no table and no audit row', async () => {
    const { receiverId, key } = await make({ label: '  Front   desk ', allowed: '203.0.113.7' })
    expect(Buffer.from(key, 'base64url')).toHaveLength(24)
    expect(await post(key)).toBe('stored')
    expect(await listed()).toEqual([
      {
        id: receiverId,
        label: 'Front desk',
        profileId: '941000000001',
        merchantId: '',
        allowed: ['203.0.113.7/32'],
        keys: [
          {
            id: expect.any(String),
            lastFour: key.slice(-4),
            state: 'in-use',
            madeBy: 'Ada',
            madeAt: now.toISOString(),
            expiresAt: null,
            revoked: null,
            lastUsedAt: now.toISOString(),
          },
        ],
      },
    ])
    expect(await audit()).toMatchObject([
      { action: 'callback-receiver-made', subjectId: receiverId, actorId: ada.actor.id },
    ])
    expect(JSON.stringify(await dumpDatabase(desk.services.db))).not.toContain(key)
  })

  test('is one for a profile, and one for each merchant of it; also when two are made at once', async () => {
    await make()
    await make({ merchantId: 'BLUEBIRD-01' })
    expect(await createReceiver(alan, { ...TYPED, label: 'Once more' })).toEqual({
      ok: false,
      reason: 'problems',
      problems: [
        { path: 'profileId', message: expect.stringContaining('“Main” already receives the callbacks') },
      ],
    })
    const both = await Promise.all(
      [1, 2].map(() => createReceiver(alan, { ...TYPED, merchantId: 'HARBOR-02' })),
    )
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true])
    expect(await listed()).toHaveLength(3)
  })

  test('of a profile that is held to addresses begins with these; others wait for a second admin', async () => {
    await make({ allowed: '203.0.113.0/24' })
    const within = await make({ merchantId: 'BLUEBIRD-01', allowed: '203.0.113.7' })
    const wider = await createReceiver(ada, { ...TYPED, merchantId: 'HARBOR-02' })
    if (!wider.ok) throw new Error('It was not made.')
    expect(wider.waits).toBe(true)
    const { receiverId, key } = wider.value
    expect((await listed()).find(({ id }) => id === receiverId)?.allowed).toEqual([
      '203.0.113.0/24',
      '203.0.113.7/32',
    ])
    expect(await post(key, '198.51.100.7')).toBe('address-refused')
    expect(await post(key, '203.0.113.9')).toBe('stored')
    expect(await post(within.key, '203.0.113.9')).toBe('address-refused')
    expect((await desk.services.db.select().from(ruleProposals)).map(({ subjectId }) => subjectId)).toEqual([
      receiverId,
    ])
    // A refused receiver proposes nothing.
    expect(await createReceiver(ada, { ...TYPED, merchantId: 'HARBOR-02', label: 'Again' })).toMatchObject({
      ok: false,
    })
    expect(await desk.services.db.select().from(ruleProposals)).toHaveLength(1)
    await desk.services.db.delete(ruleProposals)

    await desk.services.db.update(users).set({ active: false }).where(eq(users.id, alan.actor.id))
    const alone = await createReceiver(ada, { ...TYPED, merchantId: 'LANTERN-03' })
    await desk.services.db.update(users).set({ active: true }).where(eq(users.id, alan.actor.id))
    expect(alone).toMatchObject({ ok: true })
    expect(alone).not.toHaveProperty('waits')
    expect(alone.ok && (await post(alone.value.key, '198.51.100.7'))).toBe('stored')
  })

  test.each([
    ['label', { label: ' ' }],
    ['label', { label: 'x'.repeat(32_000) }],
    ['label', { label: 'a\u202eb' }],
    ['profileId', { profileId: '' }],
    ['profileId', { profileId: '999' }],
    ['merchantId', { merchantId: 'x'.repeat(41) }],
    ['merchantId', { merchantId: 'A B' }],
    ['allowed', { allowed: 'partner.example' }],
  ])('is refused with a wrong %s', async (path, fields) => {
    expect(await createReceiver(ada, { ...TYPED, ...fields })).toMatchObject({
      ok: false,
      problems: [{ path, message: expect.any(String) }],
    })
    expect(await listed()).toEqual([])
  })

  test('is refused with a merchant ID that the directory has in other letters; one that it lacks is taken', async () => {
    await knowMerchants(desk.services, ['KAYAKS-08'])
    const message = 'The merchant directory has this as KAYAKS-08 (Merchant KAYAKS-08). Enter that ID.'
    expect(await createReceiver(ada, { ...TYPED, merchantId: 'kayaks-08' })).toMatchObject({
      ok: false,
      problems: [{ path: 'merchantId', message }],
    })
    expect(await listed()).toEqual([])
    await make({ merchantId: 'KAYAKS-08' })
    await make({ merchantId: 'KAYAKS-80' })
  })

  test('takes an apostrophe, İ and an emoji in its name', async () => {
    await make({ label: "O'Brien’s İstanbul 🧾" })
    expect((await listed())[0]?.label).toBe("O'Brien’s İstanbul 🧾")
  })

  test('is changed for the next callback; a stale change is refused and shown whose came first', async () => {
    const { receiverId, key } = await make()
    const base = { label: 'Main', allowed: [] }
    const typed = { label: 'Main', allowed: '198.51.100.0/24' }
    const after = { label: 'Main', allowed: ['198.51.100.0/24'] }
    const isAlanActive = (active: boolean) =>
      desk.services.db.update(users).set({ active }).where(eq(users.id, alan.actor.id))
    await isAlanActive(false)
    expect(await changeReceiver(ada, { receiverId, base, typed })).toEqual({ ok: true, value: after })
    await isAlanActive(true)
    expect(await post(key)).toBe('address-refused')
    expect(await post(key, '198.51.100.77')).toBe('stored')
    expect(await changeReceiver(alan, { receiverId, base, typed: { ...typed, label: 'Mine' } })).toEqual({
      ok: false,
      reason: 'stale',
      theirs: after,
      changedBy: 'Ada',
      changedAt: now.toISOString(),
    })
    expect(
      await changeReceiver(alan, { receiverId, base, typed }),
      'what stands there already',
    ).toMatchObject({
      ok: true,
    })
    expect(
      await changeReceiver(ada, { receiverId, base: after, typed: { ...typed, allowed: '1.2.3.4/8' } }),
    ).toMatchObject({
      ok: false,
      problems: [{ path: 'allowed' }],
    })
    expect((await audit()).map(({ action }) => action)).toEqual([
      'callback-receiver-made',
      'callback-receiver-changed',
    ])
    await expect(changeReceiver(ada, { receiverId: crypto.randomUUID(), base, typed })).rejects.toMatchObject(
      { code: 'not-found' },
    )
  })
})

describe('a key', () => {
  test('works beside a new one until exactly the end of the overlap', async () => {
    const { receiverId, key: first } = await make()
    const second = await rotate(receiverId, 24)
    expect(second).not.toBe(first)
    expect([await post(first), await post(second)]).toEqual(['stored', 'stored'])
    expect((await keysOf(receiverId)).map(({ state }) => state)).toEqual(['in-use', 'replaced'])
    hoursLater(24)
    expect([await post(first), await post(second)]).toEqual(['unknown-key', 'stored'])
    expect((await keysOf(receiverId)).map(({ state }) => state)).toEqual(['in-use', 'expired'])
    expect((await audit()).at(-1)).toMatchObject({
      action: 'callback-key-rotated',
      detail: { before: first.slice(-4), after: second.slice(-4), overlapHours: 24 },
    })
  })

  test('ends at once without an overlap', async () => {
    const { receiverId, key } = await make()
    const next = await rotate(receiverId, 0)
    expect([await post(key), await post(next)]).toEqual(['unknown-key', 'stored'])
  })

  test('is not extended by a second rotation', async () => {
    const { receiverId, key: first } = await make()
    hoursLater(1)
    await rotate(receiverId, 1)
    hoursLater(1.5)
    await rotate(receiverId, 72)
    hoursLater(2)
    expect(await post(first)).toBe('unknown-key')
  })

  test('is created once by a double click, and an outdated page is refused', async () => {
    const { receiverId } = await make()
    const [newest] = await keysOf(receiverId)
    hoursLater(1)
    const both = await Promise.all(
      [ada, alan].map((ctx) =>
        rotateKey(ctx, { receiverId, newestKeyId: newest?.id ?? null, overlapHours: 24 }),
      ),
    )
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true])
    expect(await keysOf(receiverId)).toHaveLength(2)
  })

  test('is unknown from the moment it is revoked, and stays so', async () => {
    const { receiverId, key: first } = await make()
    hoursLater(1)
    const second = await rotate(receiverId, 72)
    const [, old] = await keysOf(receiverId)
    await revokeKey(alan, { keyId: old?.id ?? '' })
    expect([await post(first), await post(second)]).toEqual(['unknown-key', 'stored'])
    hoursLater(2)
    await revokeKey(ada, { keyId: old?.id ?? '' })
    expect((await keysOf(receiverId))[1]).toMatchObject({
      state: 'revoked',
      revoked: { by: 'Alan', at: new Date(BEGAN + 3_600_000).toISOString() },
    })
    expect((await audit()).filter(({ action }) => action === 'callback-key-revoked')).toHaveLength(1)
    await rotate(receiverId, 24)
    expect((await keysOf(receiverId))[2]?.state).toBe('revoked')
  })

  test('is of its receiver: no key opens another', async () => {
    const one = await make()
    const other = await make({ merchantId: 'BLUEBIRD-01' })
    await post(other.key)
    const rows = await desk.services.db
      .select({ receiverId: callbackKeys.receiverId })
      .from(callbackDeliveries)
      .innerJoin(callbackKeys, eq(callbackKeys.id, callbackDeliveries.keyId))
    expect(rows).toEqual([{ receiverId: other.receiverId }])
    expect(one.key).not.toBe(other.key)
  })
})
