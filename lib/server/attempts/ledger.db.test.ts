import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '@/lib/db/client'
import { applications } from '@/lib/db/schema/applications'
import { partnerAttempts } from '@/lib/db/schema/attempts'
import { auditLog } from '@/lib/db/schema/desk'
import { createPartnerClient } from '@/lib/partner/client'
import { submissionAttempt } from '@/lib/server/applications/attempt'
import { confirmAbsent, sendAgain } from '@/lib/server/applications/resolution'
import { type AttemptEnd, type AttemptKind, attempt } from '@/lib/server/attempts/ledger'
import { recoverKind } from '@/lib/server/attempts/recover'
import type { Ctx } from '@/lib/server/services'
import { submitAsReviewed, submittableDraft } from '@/lib/testing/applications-at-partner'
import { startScriptedPartner } from '@/lib/testing/scripted-partner'
import { openTestDesk, seedApplicationDraft, type TestDesk } from '@/lib/testing/test-desk'

/** The protocol itself, with an application for the subject. What a crash leaves is in crash.db.test.ts. */

type Scripted = Awaited<ReturnType<typeof startScriptedPartner>>

let scripted: Scripted
let desk: TestDesk
let ana: Ctx
/** What happened, in order. */
const events: string[] = []
beforeAll(async () => {
  scripted = await startScriptedPartner()
  // Every request goes to the scripted partner; the address here only opens the desk.
  desk = await openTestDesk({ partnerUrl: 'http://127.0.0.1:9' })
  ana = await desk.as('Ana')
})
afterAll(async () => {
  await desk.close()
  await scripted.stop()
})

const ACCEPTED =
  '[{"Success":true,"SourceId":null,"SFId":"006000000000001AAA","ObjectType":"Opportunity","Message":""},{"Success":true,"SourceId":null,"SFId":"001000000000001AAA","ObjectType":"Account","Message":""}]'
const REFUSED = '[{"message":"No.","errorCode":"X","fields":[]}]'
const NOTHING = { message: null, httpStatus: null, answer: null }
const originalToken: { current?: Scripted['scripts']['token'] } = {}

let ctx: Ctx
let id: string
beforeEach(async () => {
  events.length = 0
  originalToken.current ??= scripted.scripts.token
  const giveToken = originalToken.current
  scripted.scripts.token = (request, response) => {
    events.push('token')
    giveToken(request, response)
  }
  answering(200, ACCEPTED)
  ctx = { ...ana, partner: createPartnerClient(scripted.config) }
  id = await seedApplicationDraft(ctx, submittableDraft())
})

/** What the partner answers from now on, and that another connection sees the attempt when it is asked. */
function answering(status: number, text: string): void {
  scripted.scripts.call = async (_request, response) => {
    const [attempt] = (await ledger()).slice(-1)
    events.push(`call while ${attempt?.state}`)
    response.writeHead(status).end(text)
  }
}

const ledger = () =>
  desk.services.db
    .select()
    .from(partnerAttempts)
    .where(eq(partnerAttempts.applicationId, id))
    .orderBy(asc(partnerAttempts.preparedAt))
const states = async () => (await ledger()).map(({ state }) => state)
const status = async () =>
  (await desk.services.db.select().from(applications).where(eq(applications.id, id)))[0]?.status
const audited = async () =>
  (await desk.services.db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(asc(auditLog.id)))
    .map(({ action }) => action)
    .filter((action) => action !== 'section-saved' && action !== 'application-started')
const submit = (by: Ctx = ctx) => submitAsReviewed(by, id)

/** The same context, whose n-th transactions from here on fail before they begin. */
function failing(...numbers: number[]): Ctx {
  let transactions = 0
  const db = new Proxy(ctx.db, {
    get(target, name) {
      const member = Reflect.get(target, name)
      if (name !== 'transaction') return typeof member === 'function' ? member.bind(target) : member
      return (...given: Parameters<Db['transaction']>) => {
        transactions += 1
        if (numbers.includes(transactions)) return Promise.reject(new Error('The database was away.'))
        return target.transaction(...given)
      }
    },
  })
  return { ...ctx, db: db as Db }
}

/** The same context, whose n-th transaction is committed and then said to have failed. */
function losingConfirmationOf(number: number): Ctx {
  let transactions = 0
  const db = new Proxy(ctx.db, {
    get(target, name) {
      const member = Reflect.get(target, name)
      if (name !== 'transaction') return typeof member === 'function' ? member.bind(target) : member
      return async (...given: Parameters<Db['transaction']>) => {
        transactions += 1
        const isLost = transactions === number
        const result = await target.transaction(...given)
        if (isLost) throw new Error('The connection broke.')
        return result
      }
    },
  })
  return { ...ctx, db: db as Db }
}

test('the token is had, then the attempt is committed as sending, then the call is made', async () => {
  expect(await submit()).toEqual({ ok: true, status: 'submitted' })
  expect(events).toEqual(['token', 'call while sending'])
  const [attempt] = await ledger()
  expect(attempt).toMatchObject({ state: 'accepted', preparedAt: attempt?.sendingAt })
  expect(await audited()).toEqual(['submission-started', 'submission-accepted'])
})

test('of two presses at once the later one is whichever is written later, in whatever order they were prepared', async () => {
  let seconds = 0
  const now = () => {
    seconds += 1
    return new Date(seconds * 1_000)
  }
  const services = { ...desk.services, now }
  const kind = {
    ...submissionAttempt,
    ready: async () => {},
    send: async () => ({ ...NOTHING, state: 'accepted' as const }),
    lock: async () => ({ state: 'sending' as const, isRepeat: false, subject: null }),
    record: async () => ({ changes: [], audit: null, result: null }),
  } as unknown as AttemptKind<null, AttemptEnd, null, null>
  const written: { press: string; preparedAt: Date; sendingAt: Date }[] = []
  const press = (name: string, turn: Promise<unknown>, onPrepared = () => {}) =>
    attempt(services, { actor: null, requestId: name }, kind, async (_tx, begin) => {
      onPrepared()
      await turn
      const { preparedAt, sendingAt } = begin()
      written.push({ press: name, preparedAt, sendingAt })
      return { changes: [], audit: null, request: null }
    })
  const [prepared, turn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const first = press('first', turn.promise, prepared.resolve)
  await prepared.promise
  await press('second', Promise.resolve())
  turn.resolve()
  await first
  expect(written.map((each) => each.press)).toEqual(['second', 'first'])
  const [second, last] = written
  expect(last?.preparedAt.getTime()).toBeGreaterThan(second?.preparedAt.getTime() ?? 0)
  expect(written.every(({ preparedAt, sendingAt }) => preparedAt === sendingAt)).toBe(true)
})

test('what cannot be written is not sent, and is as it was', async () => {
  await expect(submit(failing(1))).rejects.toThrow('The database was away.')
  expect(events).toEqual(['token'])
  expect([await states(), await status(), await audited()]).toEqual([[], 'draft', []])
  expect(await submit()).toEqual({ ok: true, status: 'submitted' })
})

test('what cannot be recorded at once is recorded later, and sent once', async () => {
  expect(await submit(failing(2, 3))).toEqual({ ok: true, status: 'submitted' })
  expect(events).toEqual(['token', 'call while sending'])
  expect([await states(), await status()]).toEqual([['accepted'], 'submitted'])
})

test.each([
  ['accepted', 200, ACCEPTED, 'the partner accepted it (HTTP 200).'],
  ['refused', 400, REFUSED, 'the partner refused it (HTTP 400).'],
])('an answer that comes after a recovery (%s) is noted beside its end', async (_how, code, text, words) => {
  scripted.scripts.call = async (_request, response) => {
    await recoverKind(desk.services, submissionAttempt, true)
    response.writeHead(code).end(text)
  }
  await submit()
  const [attempt] = await ledger()
  // Still for a person to settle, who may have begun to.
  expect([attempt?.state, attempt?.resolution, await status()]).toEqual(['unknown', null, 'outcome-unknown'])
  expect(attempt?.message).toMatch(/^The desk .*Answered late, .* UTC: /)
  expect(attempt?.message).toContain(words)
  expect(attempt?.answer).toContain(code === 200 ? '006000000000001AAA' : 'No.')
})

test('an end whose confirmation was lost on the way is no late answer', async () => {
  expect(await submit(losingConfirmationOf(2))).toMatchObject({ ok: true })
  const [attempt] = await ledger()
  expect([attempt?.state, await status()]).toEqual(['accepted', 'submitted'])
  expect(attempt?.message ?? '').not.toContain('Answered late')
})

test('without a token the attempt begins and ends in one commit, as not sent', async () => {
  scripted.scripts.token = (_request, response) => response.writeHead(503).end()
  // A second transaction would fail.
  expect(await submit(failing(2))).toEqual({ ok: true, status: 'not-sent' })
  expect(await ledger()).toMatchObject([{ state: 'not-sent', sendingAt: null, httpStatus: 503 }])
  expect(events).toEqual([])
  expect(await audited()).toEqual(['submission-started', 'submission-not-sent'])
})

test('what is refused by the desk itself is neither written nor sent, with or without a token', async () => {
  scripted.scripts.token = (_request, response) => response.writeHead(503).end()
  await desk.services.db.update(applications).set({ status: 'withdrawn' }).where(eq(applications.id, id))
  expect(await submit()).toMatchObject({ ok: false, reason: 'wrong-state' })
  expect([await states(), await status()]).toEqual([[], 'withdrawn'])
})

test('a token that is refused is replaced and the call made again, as the same attempt', async () => {
  let calls = 0
  scripted.scripts.call = (_request, response) => {
    calls += 1
    if (calls === 1) response.writeHead(401).end()
    else response.end(ACCEPTED)
  }
  expect(await submit()).toEqual({ ok: true, status: 'submitted' })
  expect([calls, await states()]).toEqual([2, ['accepted']])
})

test('what breaks inside the desk once the attempt is written leaves it unknown, and is not tried again', async () => {
  let calls = 0
  const sendApplication = () => {
    calls += 1
    return Promise.reject(new TypeError('A mistake of ours.'))
  }
  expect(await submit({ ...ctx, partner: { ...ctx.partner, sendApplication } })).toEqual({
    ok: true,
    status: 'outcome-unknown',
  })
  expect(await submit()).toMatchObject({ ok: false, reason: 'wrong-state' })
  expect([calls, await states()]).toEqual([1, ['unknown']])
})

describe('sent again after an unknown outcome', () => {
  async function unknown() {
    answering(500, '')
    expect(await submit()).toEqual({ ok: true, status: 'outcome-unknown' })
    return { applicationId: id, attemptId: (await ledger())[0]?.id ?? '' }
  }

  test.each([
    ['refused', 400, REFUSED],
    ['turned away', 401, ''],
  ])('and %s, it is as unknown as before: the first one may have been applied', async (_how, code, text) => {
    const open = await unknown()
    answering(code, text)
    expect(await sendAgain(ctx, { ...open, reason: 'Once more' })).toEqual({
      ok: true,
      status: 'outcome-unknown',
    })
    const [first, second] = await ledger()
    expect([first?.resolution, second?.state]).toEqual(['sent-again', 'unknown'])
    expect(second?.message).toContain('still unknown')
    // Once someone has said that there is nothing of it, the next one is judged by itself.
    const input = { applicationId: id, attemptId: second?.id ?? '', note: 'Not there' }
    expect(await confirmAbsent(ctx, input)).toEqual({ ok: true, status: 'not-sent' })
    answering(400, REFUSED)
    expect(await submit()).toEqual({ ok: true, status: 'refused' })
  })

  test('with no token, it is as unknown as before, and can be ended by a person', async () => {
    const open = await unknown()
    scripted.scripts.token = (_request, response) => response.writeHead(503).end()
    const offline = { ...ctx, partner: createPartnerClient(scripted.config) }
    expect(await sendAgain(offline, { ...open, reason: 'Once more' })).toEqual({
      ok: true,
      status: 'outcome-unknown',
    })
    expect(await ledger()).toMatchObject([
      { resolution: 'sent-again' },
      { state: 'unknown', sendingAt: null, resolution: null },
    ])
  })
})

test('an unknown outcome is ended once, and a person who comes second is told', async () => {
  answering(500, '')
  await submit()
  const open = { applicationId: id, attemptId: (await ledger())[0]?.id ?? '' }
  const both = await Promise.all([
    confirmAbsent(ctx, { ...open, note: 'Not there' }),
    confirmAbsent(ctx, { ...open, note: 'Not there' }),
  ])
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  expect(both.find(({ ok }) => !ok)).toMatchObject({ reason: 'wrong-state' })
  expect((await audited()).filter((action) => action === 'outcome-absent')).toHaveLength(1)
})
