import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import { and, asc, eq, inArray } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { callbackEndpoints, callbackForwardAttempts, callbackForwards } from '@/lib/db/schema/callbacks'
import { auditLog } from '@/lib/db/schema/desk'
import type { AuditAction } from '@/lib/domain/access/audit-action'
import type { Ctx } from '@/lib/server/services'
import { type CallbackReceiver, startCallbackReceiver } from '@/lib/testing/callback-receiver'
import { type SeededReceiver, seedReceiver } from '@/lib/testing/callbacks'
import { dumpDatabase } from '@/lib/testing/dump-database'
import { putUp, requireForward, seedEndpoint, seedEvent, tryOnce } from '@/lib/testing/forwarding'
import { withStatementLog } from '@/lib/testing/statement-log'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import { isVerified } from '@/lib/testing/verify-message'
import { listEndpoints, listMessages } from './endpoint-list'
import { addEndpoint, changeEndpoint, renewSecret, switchEndpoint, testEndpoint } from './endpoints'
import { POST_WAYS, type PostWays } from './forward-post'
import { listForwards, queueWaitingForwards, recordForwards } from './forwards'
import { countFailed, replayFailed, replayForward } from './replay'

let desk: TestDesk
let ada: Ctx
let fay: Ctx
let target: CallbackReceiver
let source: SeededReceiver
let now = new Date('2026-11-20T14:05:00.000Z')
beforeEach(async () => {
  now = new Date('2026-11-20T14:05:00.000Z')
  desk = await openTestDesk({ partnerUrl: 'http://127.0.0.1:1', now: () => now })
  ada = await desk.as('Ada', ['admin'])
  fay = await desk.as('Fay', ['finance'])
  source = await seedReceiver(ada)
  target = await startCallbackReceiver()
})
afterEach(async () => {
  await target.stop()
  await desk.close()
})

const attemptsOf = (forwardId: string) =>
  desk.services.db
    .select()
    .from(callbackForwardAttempts)
    .where(eq(callbackForwardAttempts.forwardId, forwardId))
    .orderBy(asc(callbackForwardAttempts.id))

const audits = async (...actions: AuditAction[]) =>
  (
    await desk.services.db
      .select()
      .from(auditLog)
      .where(inArray(auditLog.action, actions))
      .orderBy(asc(auditLog.id))
  ).map(({ action, actorId, subjectType, subjectId, detail }) => ({
    action,
    actorId,
    subjectType,
    subjectId,
    detail,
  }))

const only = <T>(items: readonly T[]): T => {
  if (items.length !== 1 || items[0] === undefined) throw new Error(`There are ${items.length}, and not one.`)
  return items[0]
}

const within = (deadlineMs: number): PostWays => ({ ...POST_WAYS, deadlineMs })

describe('creating messages', () => {
  it('without an active endpoint, one statement finds that and nothing is stored', async () => {
    const { endpointId } = await seedEndpoint(ada, { url: target.url })
    await switchEndpoint(ada, { endpointId, active: false })
    const n = await seedEvent(desk.services, source)
    const statements: string[] = []
    const db = withStatementLog(desk.services.db, (statement) => statements.push(statement))
    const ids = await db.transaction((tx) =>
      recordForwards(tx, desk.services, [{ n, type: 'callback.received' }]),
    )
    expect(ids).toEqual([])
    expect(statements).toEqual(['begin', 'select callback_endpoints', 'commit'])
    expect(await desk.services.db.select().from(callbackForwards)).toEqual([])
  })

  it('each event gets one message per active endpoint, in the caller’s transaction', async () => {
    await seedEndpoint(ada, { url: target.url, label: 'A' })
    await seedEndpoint(ada, { url: target.url, label: 'B' })
    const events = [
      await seedEvent(desk.services, source),
      await seedEvent(desk.services, source, { tran_id: 'X-2' }),
    ]
    await expect(
      desk.services.db.transaction(async (tx) => {
        await recordForwards(tx, desk.services, [{ n: events[0] ?? 0, type: 'callback.received' }])
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    expect(await desk.services.db.select().from(callbackForwards)).toEqual([])
    const ids = await desk.services.db.transaction((tx) =>
      recordForwards(
        tx,
        desk.services,
        events.map((n) => ({ n, type: 'callback.received' as const })),
      ),
    )
    const stored = await desk.services.db.select().from(callbackForwards)
    expect(stored.map(({ id }) => id).sort()).toEqual([...ids].sort())
    expect(stored.map(({ eventN }) => eventN).sort()).toEqual([events[0], events[0], events[1], events[1]])
    expect(stored.every(({ state }) => state === 'waiting')).toBe(true)
  })

  it('a thousand events for three endpoints get their messages', async () => {
    for (const label of ['A', 'B', 'C']) await seedEndpoint(ada, { url: target.url, label })
    const n = await seedEvent(desk.services, source)
    const ids = await desk.services.db.transaction((tx) =>
      recordForwards(
        tx,
        desk.services,
        Array.from({ length: 1_000 }, () => ({ n, type: 'callback.changed' as const })),
      ),
    )
    expect(new Set(ids).size).toBe(3_000)
  })
})

describe('one try', () => {
  it('posts the message, signed after the format of Standard Webhooks', async () => {
    const { secret } = await seedEndpoint(ada, { url: `${target.url}?system=erp` })
    const id = only(await putUp(desk.services, await seedEvent(desk.services, source)))
    expect(await tryOnce(desk.services, id)).toBeNull()
    const got = only(target.received)
    expect(got).toMatchObject({
      method: 'POST',
      path: '/response?system=erp',
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(now.getTime() / 1_000),
      },
    })
    expect(isVerified(got, secret, now)).toBe(true)
    expect(isVerified({ ...got, body: got.body.replace('12500', '12501') }, secret, now)).toBe(false)
    expect(isVerified(got, `whsec_${randomBytes(32).toString('base64')}`, now)).toBe(false)
    expect(await requireForward(desk.services, id)).toMatchObject({ state: 'delivered', endedAt: now })
    expect(await attemptsOf(id)).toMatchObject([{ status: 200, problem: null, at: now }])
  })

  it('the message has what matches a sale with its money, but no cardholder address', async () => {
    await seedEndpoint(ada, { url: target.url })
    const n = await seedEvent(desk.services, source, {
      billing_address: '14 Invented Street',
      billing_zip: '99501',
      hpp_tran_id: 'HPP-1',
      auth_code: 'A+1&2',
    })
    await tryOnce(desk.services, only(await putUp(desk.services, n)))
    expect(JSON.parse(only(target.received).body)).toEqual({
      type: 'callback.received',
      timestamp: '2026-11-20T14:05:00.000Z',
      data: {
        log_number: n,
        profile_id: '941000000001',
        merchant_id: null,
        tran_id: 'SBX-C-000001',
        state: 'approved',
        anomalies: [],
        resp_code: '000',
        tran_amount: '125.00',
        amount_minor: 12_500,
        currency_code: '840',
        tran_date: '11/20/2026 03:04:05 PM',
        received_at: '2026-11-20T14:05:00.000Z',
        invoice_number: 'INV-1',
        client_ref_number: 'REF-1',
        retrieval_ref_number: '700000000001',
        hpp_tran_id: 'HPP-1',
        auth_code: 'A+1&2',
        acct_number: '************1111',
        deliveries: 1,
      },
    })
  })

  it.each([
    ['a refusal', 500, 'It answered HTTP 500', 500],
    ['a redirect, which is not followed', 302, 'It answered HTTP 302: redirects are not followed', 302],
    ['an answer that is not 2xx', 404, 'It answered HTTP 404', 404],
  ])('%s is a failed try, and there will be another', async (_, status, problem, stored) => {
    await seedEndpoint(ada, { url: target.url })
    target.script.answer = () => (response) => response.writeHead(status, { location: target.url }).end('no')
    const id = only(await putUp(desk.services, await seedEvent(desk.services, source)))
    expect(await tryOnce(desk.services, id)).toBe(problem)
    expect(target.received).toHaveLength(1)
    expect(await requireForward(desk.services, id)).toMatchObject({ state: 'waiting', endedAt: null })
    expect(await attemptsOf(id)).toMatchObject([{ status: stored, problem }])
  })

  it('one that hangs ends at the deadline', async () => {
    await seedEndpoint(ada, { url: target.url })
    target.script.answer = () => () => {}
    const id = only(await putUp(desk.services, await seedEvent(desk.services, source)))
    expect(await tryOnce(desk.services, id, { ways: within(100) })).toBe('No answer came in time')
    expect(await attemptsOf(id)).toMatchObject([{ status: null, problem: 'No answer came in time' }])
  })

  it('a DNS lookup that hangs ends at the deadline', async () => {
    await seedEndpoint(ada, { url: 'https://erp.example.test/', innerAllowed: false })
    const id = only(await putUp(desk.services, await seedEvent(desk.services, source)))
    const ways = { deadlineMs: 50, resolve: () => new Promise<never>(() => {}) }
    expect(await tryOnce(desk.services, id, { ways })).toBe('No answer came in time')
  })

  it('a cut connection, a refused one, and an answer that is not HTTP are distinguished', async () => {
    await seedEndpoint(ada, { url: target.url })
    const id = only(await putUp(desk.services, await seedEvent(desk.services, source)))
    target.script.answer = () => (response) => response.destroy()
    expect(await tryOnce(desk.services, id)).toBe('The connection was cut before an answer came')
    target.script.answer = () => (response) => response.socket?.end('SSH-2.0-hello\r\n')
    expect(await tryOnce(desk.services, id)).toBe('The answer was not HTTP')
    await target.stop()
    expect(await tryOnce(desk.services, id)).toBe('The connection was refused')
    target = await startCallbackReceiver()
    expect((await attemptsOf(id)).map(({ status }) => status)).toEqual([null, null, null])
  })

  it('an endless answer counts by its status, and is not read to the end', async () => {
    await seedEndpoint(ada, { url: target.url })
    let wasCut: Promise<unknown> = Promise.resolve()
    target.script.answer = () => (response) => {
      wasCut = once(response, 'close')
      response.writeHead(200)
      const pour = () => {
        while (!response.destroyed && response.write(Buffer.alloc(64 * 1024)));
      }
      response.on('drain', pour)
      pour()
    }
    const id = only(await putUp(desk.services, await seedEvent(desk.services, source)))
    expect(await tryOnce(desk.services, id, { ways: within(300_000) })).toBeNull()
    await wasCut
    expect(await requireForward(desk.services, id)).toMatchObject({ state: 'delivered' })
  })

  it('410 Gone ends the tries at once', async () => {
    await seedEndpoint(ada, { url: target.url })
    target.script.answer = () => 410
    const id = only(await putUp(desk.services, await seedEvent(desk.services, source)))
    expect(await tryOnce(desk.services, id)).toBeNull()
    expect(await requireForward(desk.services, id)).toMatchObject({ state: 'failed', endedAt: now })
    expect(await attemptsOf(id)).toMatchObject([{ status: 410 }])
  })

  it('all tries are stored, and the last failed one marks the message as failed', async () => {
    await seedEndpoint(ada, { url: target.url })
    target.script.answer = (index) => (index < 2 ? 503 : 204)
    const n = await seedEvent(desk.services, source)
    const id = only(await putUp(desk.services, n))
    for (let i = 0; i < 3; i += 1) await tryOnce(desk.services, id)
    expect(only(await listForwards(desk.services.db, n))).toMatchObject({
      endpoint: 'Our ERP',
      type: 'callback.received',
      state: 'delivered',
      attempts: [{ status: 503 }, { status: 503 }, { status: 204, problem: null }],
    })
    // Once accepted, it is not sent again automatically.
    await tryOnce(desk.services, id)
    expect(target.received).toHaveLength(3)

    target.script.answer = () => 503
    const other = only(await putUp(desk.services, n, 'callback.changed'))
    expect(await tryOnce(desk.services, other, { last: true })).toBeNull()
    expect(await requireForward(desk.services, other)).toMatchObject({ state: 'failed' })
  })
})

describe('inner addresses', () => {
  const resolving = (...addresses: string[]): PostWays => ({
    deadlineMs: 2_000,
    resolve: async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  })

  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '169.254.169.254',
    '100.64.0.9',
    '::1',
    'fd00:ec2::254',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '93.184.216.34 and 127.0.0.1',
  ])('nothing is sent to a name that resolves to %s', async (addresses) => {
    await seedEndpoint(ada, { url: 'https://erp.example.test/', innerAllowed: false })
    const id = only(await putUp(desk.services, await seedEvent(desk.services, source)))
    const ways = resolving(...addresses.split(' and '))
    expect(await tryOnce(desk.services, id, { ways })).toBe(
      'The host name resolves to a private network, which is not allowed',
    )
  })

  it('an address is checked at every try, and gets nothing once it is not allowed', async () => {
    const { endpointId } = await seedEndpoint(ada, { url: target.url })
    const id = only(await putUp(desk.services, await seedEvent(desk.services, source)))
    await desk.services.db
      .update(callbackEndpoints)
      .set({ innerAllowed: false })
      .where(eq(callbackEndpoints.id, endpointId))
    expect(await tryOnce(desk.services, id)).toBe('The address is not allowed. Check it in Settings')
    expect(target.received).toEqual([])
  })

  it('a name is resolved once, and the connection uses the checked address', async () => {
    const { port } = new URL(target.url)
    await seedEndpoint(ada, { url: `http://rebinding.example.test:${port}/response` })
    const id = only(await putUp(desk.services, await seedEvent(desk.services, source)))
    let asked = 0
    const ways: PostWays = {
      deadlineMs: 2_000,
      resolve: async () => {
        asked += 1
        return [{ address: asked === 1 ? '127.0.0.1' : '192.0.2.1', family: 4 }]
      },
    }
    expect(await tryOnce(desk.services, id, { ways })).toBeNull()
    expect(asked).toBe(1)
    expect(only(target.received).headers.host).toBe(`rebinding.example.test:${port}`)
  })

  it('is refused when it is saved, and nothing is stored', async () => {
    for (const url of [
      'http://127.0.0.1/',
      'https://localhost/',
      'https://169.254.169.254/',
      'https://0x7f.1/',
    ]) {
      const endpointId = crypto.randomUUID()
      const result = await addEndpoint(ada, { endpointId, label: 'A', url, innerAllowed: false })
      expect(result).toMatchObject({ ok: false, problems: [{ path: 'url' }] })
    }
    expect(await desk.services.db.select().from(callbackEndpoints)).toEqual([])
  })
})

describe('endpoints', () => {
  it('a new one is off, and its secret is shown once and stored sealed', async () => {
    const endpointId = crypto.randomUUID()
    const given = { endpointId, label: " Our ERP's İ ", url: `${target.url}?token=t0ken`, innerAllowed: true }
    const added = await addEndpoint(ada, given)
    if (!added.ok || added.secret === null) throw new Error('It was not added.')
    expect(added.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    // A second click on the same button.
    expect(await addEndpoint(ada, given)).toEqual({ ok: true, secret: null })
    expect(await listEndpoints(desk.services.db)).toMatchObject([
      { id: endpointId, label: "Our ERP's İ", active: false, waiting: 0, failed: 0, createdBy: 'Ada' },
    ])
    const dump = JSON.stringify(await dumpDatabase(desk.services.db))
    expect(dump).not.toContain(added.secret)
    expect(dump).not.toContain(added.secret.slice('whsec_'.length))
    expect(await audits('callback-endpoint-added')).toEqual([
      {
        action: 'callback-endpoint-added',
        actorId: ada.actor.id,
        subjectType: 'callback-endpoint',
        subjectId: endpointId,
        detail: { label: "Our ERP's İ", url: `${target.url}?…`, innerAllowed: true },
      },
    ])
  })

  it('a secret moved to another endpoint does not open', async () => {
    const one = await seedEndpoint(ada, { url: target.url, label: 'A' })
    const two = await seedEndpoint(ada, { url: target.url, label: 'B' })
    const [stored] = await desk.services.db
      .select()
      .from(callbackEndpoints)
      .where(eq(callbackEndpoints.id, one.endpointId))
    await desk.services.db
      .update(callbackEndpoints)
      .set({ secret: stored?.secret ?? '' })
      .where(eq(callbackEndpoints.id, two.endpointId))
    await expect(testEndpoint(ada, { endpointId: two.endpointId })).rejects.toThrow()
    expect(target.received).toEqual([])
  })

  it('a renewed secret signs later messages, and the old one nothing', async () => {
    const { endpointId, secret: old } = await seedEndpoint(ada, { url: target.url })
    const id = only(await putUp(desk.services, await seedEvent(desk.services, source)))
    const { secret } = await renewSecret(ada, { endpointId })
    await tryOnce(desk.services, id)
    const got = only(target.received)
    expect([isVerified(got, secret, now), isVerified(got, old, now)]).toEqual([true, false])
    expect(await audits('callback-endpoint-secret-renewed')).toHaveLength(1)
  })

  it('a test message is signed and audited, even while the endpoint is off', async () => {
    const { endpointId, secret } = await seedEndpoint(ada, { url: target.url })
    await switchEndpoint(ada, { endpointId, active: false })
    expect(await testEndpoint(ada, { endpointId })).toMatchObject({ status: 200, problem: null })
    const got = only(target.received)
    expect(isVerified(got, secret, now)).toBe(true)
    expect(JSON.parse(got.body)).toEqual({ type: 'test', timestamp: now.toISOString(), data: {} })
    target.script.answer = () => 401
    expect(await testEndpoint(ada, { endpointId })).toMatchObject({
      status: 401,
      problem: 'It answered HTTP 401',
    })
    expect(await audits('callback-endpoint-tested')).toMatchObject([
      { detail: { status: 200 } },
      { detail: { status: 401 } },
    ])
  })

  const given = () => ({ label: 'Our ERP', url: target.url, innerAllowed: true })

  it('the last test is kept until the endpoint or its secret is another', async () => {
    const { endpointId } = await seedEndpoint(ada, { url: target.url })
    const tested = async () => (await listEndpoints(ada.db)).find(({ id }) => id === endpointId)?.tested
    expect(await tested()).toBeNull()
    await testEndpoint(ada, { endpointId })
    target.script.answer = () => 410
    await testEndpoint(ada, { endpointId })
    expect(await tested()).toEqual({
      status: 410,
      problem: 'It answered HTTP 410, Gone, so it is not retried',
      durationMs: expect.any(Number),
      at: now.toISOString(),
      by: 'Ada',
    })
    await switchEndpoint(ada, { endpointId, active: false })
    expect(await tested()).toMatchObject({ status: 410 })
    await renewSecret(ada, { endpointId })
    expect(await tested()).toBeNull()
    await testEndpoint(ada, { endpointId })
    const [row] = (await listEndpoints(ada.db)).filter(({ id }) => id === endpointId)
    if (!row) throw new Error('It is there.')
    const { label, url, innerAllowed } = row
    const base = { label, url, innerAllowed }
    await changeEndpoint(ada, { endpointId, base, ...base, url: `${url}?key=other` })
    expect(await tested()).toBeNull()
  })

  it.each<[string, (endpointId: string) => Promise<unknown>]>([
    [
      'address',
      (endpointId) =>
        changeEndpoint(ada, { endpointId, base: given(), ...given(), url: `${target.url}?key=other` }),
    ],
    ['secret', (endpointId) => renewSecret(ada, { endpointId })],
  ])(
    'a test that was under way while the %s changed is not shown, and stays in the audit log',
    async (_, change) => {
      const { endpointId } = await seedEndpoint(ada, { url: target.url })
      target.script.answer = () => (response) =>
        void change(endpointId).then(() => response.writeHead(200).end())
      expect(await testEndpoint(ada, { endpointId })).toMatchObject({ status: 200 })
      expect((await listEndpoints(ada.db)).find(({ id }) => id === endpointId)?.tested).toBeNull()
      expect(await audits('callback-endpoint-tested')).toMatchObject([
        { detail: { status: 200, changedMeanwhile: true } },
      ])
    },
  )

  it('messages for an inactive endpoint wait, and are sent when it is on again', async () => {
    const { endpointId } = await seedEndpoint(ada, { url: target.url })
    const n = await seedEvent(desk.services, source)
    const id = only(await putUp(desk.services, n))
    await switchEndpoint(ada, { endpointId, active: false })
    expect(await tryOnce(desk.services, id, { last: true })).toBeNull()
    expect(target.received).toEqual([])
    expect(await attemptsOf(id)).toEqual([])
    expect(await requireForward(desk.services, id)).toMatchObject({ state: 'waiting' })
    expect(await putUp(desk.services, n, 'callback.changed')).toEqual([])

    await desk.services.jobs.work(
      'forward-callback',
      async ({ forwardId }) => void (await tryOnce(desk.services, forwardId)),
    )
    await switchEndpoint(ada, { endpointId, active: true })
    await target.until(1)
    expect(only(target.received).headers['webhook-id']).toBe(id)
    expect(
      (await audits('callback-endpoint-on', 'callback-endpoint-off')).map(({ action }) => action),
    ).toEqual(['callback-endpoint-on', 'callback-endpoint-off', 'callback-endpoint-on'])
  })

  it('of two people who change one endpoint, the second sees the current values and loses nothing', async () => {
    const { endpointId } = await seedEndpoint(ada, { url: target.url })
    const base = { label: 'Our ERP', url: target.url, innerAllowed: true }
    const renamed = { ...base, label: 'Our new ERP' }
    expect(await changeEndpoint(ada, { endpointId, base, ...renamed })).toEqual({ ok: true })
    expect(await changeEndpoint(ada, { endpointId, base, ...renamed })).toEqual({ ok: true })
    expect(await changeEndpoint(ada, { endpointId, base, ...base, label: 'Third' })).toEqual({
      ok: false,
      reason: 'stale',
      message: expect.stringContaining(`now called “Our new ERP”, at ${target.url}`),
    })
    expect(await audits('callback-endpoint-changed')).toMatchObject([
      { detail: { before: base, after: renamed } },
    ])
  })
})

describe('sending again', () => {
  it('keeps the id and the text, even if the event has changed since', async () => {
    const { secret } = await seedEndpoint(ada, { url: target.url })
    const n = await seedEvent(desk.services, source)
    const id = only(await putUp(desk.services, n))
    await tryOnce(desk.services, id)
    now = new Date('2026-11-22T08:00:00.000Z')
    expect(await replayForward(fay, { forwardId: id })).toEqual({ ok: true })
    await tryOnce(desk.services, id)
    const [first, second] = target.received
    expect(second?.body).toBe(first?.body)
    expect(second?.headers['webhook-id']).toBe(id)
    expect(second && isVerified(second, secret, now)).toBe(true)
    expect(await attemptsOf(id)).toHaveLength(2)
    expect(await audits('callback-forward-replayed')).toMatchObject([
      {
        actorId: fay.actor.id,
        subjectType: 'callback',
        subjectId: String(n),
        detail: { forwardId: id, from: 'delivered' },
      },
    ])
  })

  it('leaves waiting messages alone, and is refused for an inactive endpoint', async () => {
    const { endpointId } = await seedEndpoint(ada, { url: target.url })
    const id = only(await putUp(desk.services, await seedEvent(desk.services, source)))
    expect(await replayForward(fay, { forwardId: id })).toEqual({ ok: true })
    await tryOnce(desk.services, id)
    await switchEndpoint(ada, { endpointId, active: false })
    expect(await replayForward(fay, { forwardId: id })).toMatchObject({ ok: false })
    await expect(replayForward(fay, { forwardId: crypto.randomUUID() })).rejects.toMatchObject({
      code: 'not-found',
    })
    expect(await audits('callback-forward-replayed')).toEqual([])
  })

  it('resends all messages that failed since a time, with counts', async () => {
    const on = await seedEndpoint(ada, { url: target.url, label: 'On' })
    const off = await seedEndpoint(ada, { url: target.url, label: 'Off' })
    const n = await seedEvent(desk.services, source)
    target.script.answer = () => 500
    const failAt = async (moment: string) => {
      now = new Date(moment)
      const ids = await putUp(desk.services, n)
      for (const id of ids) await tryOnce(desk.services, id, { last: true })
      return ids
    }
    const early = await failAt('2026-11-20T10:00:00.000Z')
    const late = [
      ...(await failAt('2026-11-20T12:00:00.000Z')),
      ...(await failAt('2026-11-20T13:00:00.000Z')),
    ]
    await switchEndpoint(ada, { endpointId: off.endpointId, active: false })
    const since = '2026-11-20T12:00:00.000Z'
    expect(await countFailed(ada, { since })).toEqual([
      { endpointId: off.endpointId, label: 'Off', active: false, messages: 2 },
      { endpointId: on.endpointId, label: 'On', active: true, messages: 2 },
    ])
    expect(await replayFailed(ada, { since })).toEqual({ messages: 2 })
    const waiting = await desk.services.db
      .select()
      .from(callbackForwards)
      .where(and(eq(callbackForwards.state, 'waiting'), eq(callbackForwards.endpointId, on.endpointId)))
    expect(waiting).toHaveLength(2)
    expect(waiting.every(({ id }) => late.includes(id) && !early.includes(id))).toBe(true)
    expect(await replayFailed(ada, { since })).toEqual({ messages: 0 })
    expect(await audits('callback-endpoint-failed-replayed')).toMatchObject([
      { subjectId: on.endpointId, detail: { since, messages: 2 } },
    ])
    expect((await listMessages(desk.services.db, 'failed')).map(({ endpoint }) => endpoint).sort()).toEqual([
      'Off',
      'Off',
      'Off',
      'On',
    ])
    expect(await listMessages(desk.services.db, null)).toHaveLength(6)
  })
})

describe('the queue', () => {
  it('sends created messages, and finds those that were not queued', async () => {
    await seedEndpoint(ada, { url: target.url })
    const n = await seedEvent(desk.services, source)
    const ids = [...(await putUp(desk.services, n)), ...(await putUp(desk.services, n, 'callback.changed'))]
    await queueWaitingForwards(desk.services)
    // Every minute again: queued messages are not queued twice.
    await queueWaitingForwards(desk.services)
    await desk.services.jobs.work(
      'forward-callback',
      async ({ forwardId }) => void (await tryOnce(desk.services, forwardId)),
    )
    await target.until(2)
    await desk.services.jobs.stop()
    expect(target.received.map(({ headers }) => headers['webhook-id']).sort()).toEqual([...ids].sort())
  })

  it('does not retry a message sooner because waiting ones are queued again', async () => {
    await seedEndpoint(ada, { url: target.url })
    target.script.answer = () => 500
    const failing = only(await putUp(desk.services, await seedEvent(desk.services, source)))
    await queueWaitingForwards(desk.services)
    let ran = 0
    const failed = Promise.withResolvers<void>()
    await desk.services.jobs.work('forward-callback', async ({ forwardId }) => {
      ran += forwardId === failing ? 1 : 0
      const problem = await tryOnce(desk.services, forwardId)
      if (forwardId === failing) failed.resolve()
      if (problem !== null) throw new Error(problem)
    })
    await failed.promise
    // A message queued later has been delivered, so the failed one has had its turn.
    target.script.answer = () => 200
    const n = await seedEvent(desk.services, source, { tran_id: 'X-2' })
    await putUp(desk.services, n)
    await queueWaitingForwards(desk.services)
    await target.until(2)
    await desk.services.jobs.stop()
    expect(ran).toBe(1)
    expect(await requireForward(desk.services, failing)).toMatchObject({ state: 'waiting' })
  })
})

describe('no secret', () => {
  it('remains after a failed try', async () => {
    const refusing = http.createServer((_request, response) => response.writeHead(500).end('BODY-CANARY'))
    refusing.listen(0, '127.0.0.1')
    await once(refusing, 'listening')
    const address = refusing.address()
    if (address === null || typeof address === 'string') throw new Error('No port.')
    const { secret } = await seedEndpoint(ada, {
      url: `http://127.0.0.1:${address.port}/path-canary?token=TOKEN-CANARY`,
    })
    const id = only(await putUp(desk.services, await seedEvent(desk.services, source)))
    const problem = await tryOnce(desk.services, id)
    refusing.closeAllConnections()
    refusing.close()
    const left = JSON.stringify([problem, await attemptsOf(id), await audits('callback-endpoint-added')])
    for (const canary of ['BODY-CANARY', 'TOKEN-CANARY', secret]) expect(left).not.toContain(canary)
    expect((await requireForward(desk.services, id)).payload).not.toContain('CANARY')
  })
})
