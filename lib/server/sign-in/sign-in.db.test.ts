import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '@/lib/db/client'
import { auditLog } from '@/lib/db/schema/desk'
import { sessions, signInFailures, users } from '@/lib/db/schema/people'
import { withPostgres } from '@/lib/testing/postgres-cluster'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import { knownDevice, rememberDevice } from './known-device'
import { hashPassword } from './passwords'
import { endSessions, findActor, IDLE_MINUTES, MAX_SESSIONS, purgeSessions, SESSION_HOURS } from './sessions'
import { signIn } from './sign-in'
import { recordSignOut } from './sign-out-record'

const partnerUrl = 'http://127.0.0.1:1/sandbox'
const PASSWORD = 'correct horse battery'
const START = Date.parse('2026-07-01T12:00:00Z')
const minutesLater = (minutes: number) => new Date(START + minutes * 60_000)

let desk: TestDesk
let passwordHash: string
beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD)
  desk = await openTestDesk({ partnerUrl })
})
afterAll(() => desk.close())

let person: { id: string; email: string }
let address: string
let counter = 0
/** A new person with an address of their own, so that no test sees another's failures. */
async function newPerson(db: Db = desk.services.db, active = true) {
  counter += 1
  const email = `person-${counter}@desk.test`
  const [row] = await db
    .insert(users)
    .values({ email, name: `Person ${counter}`, passwordHash, roles: ['onboarding'], active })
    .returning()
  if (!row) throw new Error('A person was not stored.')
  return row
}
beforeEach(async () => {
  person = await newPerson()
  address = `192.0.2.${counter}`
})

type Guess = {
  email?: string
  password?: string
  address?: string
  device?: string
  userAgent?: string
  at?: Date
  db?: Db
}
const guess = ({ at = minutesLater(0), db = desk.services.db, ...typed }: Guess = {}) =>
  signIn(
    { db, now: at, requestId: 'test', singleSignOn: null },
    { email: person.email, password: PASSWORD, address, ...typed },
  )
const fail = async (times: number, typed: Guess = {}) => {
  const answers = []
  for (let i = 0; i < times; i++) answers.push(await guess({ password: `wrong ${i}`, ...typed }))
  return answers
}
const WRONG = { ok: false, reason: 'wrong' }

describe('signing in', () => {
  test('the right password opens a session, with an audit row', async () => {
    const result = await guess()
    if (!result.ok) throw new Error(result.reason)
    expect(result.userId).toBe(person.id)
    expect(await findActor(desk.services.db, result.sessionId, minutesLater(0))).toEqual({
      id: person.id,
      name: expect.any(String),
      email: person.email,
      roles: ['onboarding'],
      timeZone: null,
      sessionId: result.sessionId,
    })
    const rows = await desk.services.db.select().from(auditLog).where(eq(auditLog.subjectId, person.id))
    expect(rows.map(({ action, detail }) => [action, detail])).toEqual([['signed-in', { address }]])
  })

  test('every sign-in has a session of its own', async () => {
    const [one, two] = [await guess(), await guess()]
    if (!one.ok || !two.ok) throw new Error('Not signed in.')
    expect(one.sessionId).not.toBe(two.sessionId)
  })

  test('an address is found whatever its case, and with spaces round it', async () => {
    expect(await guess({ email: `  ${person.email.toUpperCase()} ` })).toMatchObject({ ok: true })
  })

  test('a wrong password, somebody unknown and somebody deactivated get one answer', async () => {
    const deactivated = await newPerson(desk.services.db, false)
    expect(await guess({ password: 'wrong' })).toEqual(WRONG)
    expect(await guess({ email: 'nobody@desk.test' })).toEqual(WRONG)
    expect(await guess({ email: deactivated.email })).toEqual(WRONG)
    expect(await desk.services.db.select().from(sessions).where(eq(sessions.userId, deactivated.id))).toEqual(
      [],
    )
  })

  test.each(["' or 1=1 --", 'a\u0000b', '\ud800', '', '%', 'İ@desk.test'])('%j is nobody', async (text) => {
    expect(await guess({ email: text })).toEqual(WRONG)
    expect(await guess({ password: text })).toEqual(WRONG)
  })
})

describe('guessing', () => {
  test('ten failures close the address for 30 minutes, also to the right password, and then it opens', async () => {
    expect(await fail(10)).toEqual(Array(10).fill(WRONG))
    expect(await guess()).toEqual({ ok: false, reason: 'closed', minutes: 30 })
    expect(await guess({ at: minutesLater(29.9) })).toEqual({ ok: false, reason: 'closed', minutes: 1 })
    expect(await guess({ at: minutesLater(30) })).toMatchObject({ ok: true })
  })

  test('ten failures have the next tries at the account wait, from any address, each for twice as long', async () => {
    await fail(10)
    let [at, elsewhere] = [0, 0]
    for (const minutes of [1, 2, 4, 8, 16, 30, 30]) {
      elsewhere += 1
      const from = { address: `198.18.0.${elsewhere}` }
      expect(await guess({ ...from, at: minutesLater(at) })).toEqual({ ok: false, reason: 'closed', minutes })
      at += minutes
      expect(await guess({ ...from, at: minutesLater(at), password: 'wrong' })).toEqual(WRONG)
    }
    expect(await guess({ address: '198.18.0.99', at: minutesLater(at + 30) })).toMatchObject({ ok: true })
  })

  test('a browser that is known for the account goes on, whatever strangers do', async () => {
    const known = { device: `known-${counter}` }
    await fail(10)
    expect(await guess(known)).toMatchObject({ ok: true })
    await fail(9, { ...known, at: minutesLater(1) })
    expect(await guess({ ...known, at: minutesLater(1) })).toMatchObject({ ok: true })
  })

  test('ten failures close a known browser for its account, and that one alone', async () => {
    const known = { device: `known-${counter}` }
    await fail(10, known)
    expect(await guess(known)).toEqual({ ok: false, reason: 'closed', minutes: 30 })
    expect(await guess({ device: `other-${counter}` })).toMatchObject({ ok: true })
    const other = await newPerson()
    expect(await guess({ ...known, email: other.email })).toMatchObject({ ok: true })
    expect(await guess({ ...known, at: minutesLater(30) })).toMatchObject({ ok: true })
  })

  test('nine failures close nothing, and a right password begins the count anew', async () => {
    await fail(9)
    expect(await guess()).toMatchObject({ ok: true })
    await fail(9, { address: '198.51.100.2' })
    expect(await guess({ address: '198.51.100.2' })).toMatchObject({ ok: true })
  })

  test('a person who does not exist is closed like one who does', async () => {
    const email = `nobody-${counter}@desk.test`
    await fail(10, { email })
    expect(await guess({ email, address: '198.18.1.9' })).toMatchObject({ reason: 'closed' })
  })

  test('ten failures close an address too, whoever was tried', async () => {
    for (let i = 0; i < 10; i++) await fail(1, { email: `spray-${i}@desk.test` })
    expect(await guess()).toEqual({ ok: false, reason: 'closed', minutes: 30 })
    expect(await guess({ address: '198.51.100.3' }), 'from elsewhere the account is open').toMatchObject({
      ok: true,
    })
  })

  test('a password of one’s own in between does not open the address to further guesses', async () => {
    const own = await newPerson()
    await fail(9)
    expect(await guess({ email: own.email })).toMatchObject({ ok: true })
    await fail(1, { email: 'other@desk.test' })
    expect(await guess({ email: own.email })).toMatchObject({ reason: 'closed' })
  })

  test('an address from which many sign in rightly stays open', async () => {
    for (let i = 0; i < 12; i++) expect(await guess()).toMatchObject({ ok: true })
  })

  test('an IPv6 address has as many tries as all others of its /64', async () => {
    const from = (n: number) => `2001:db8:${counter.toString(16)}:1::${n.toString(16)}`
    for (let n = 1; n <= 10; n++)
      expect(await guess({ email: `ghost${n}@desk.test`, address: from(n) })).toEqual(WRONG)
    expect(await guess({ address: from(4711) })).toMatchObject({ reason: 'closed' })
    expect(await guess({ address: `2001:db8:${counter.toString(16)}:2::1` })).toMatchObject({ ok: true })
  })

  test('failures count within half an hour of the first one, and not of the last', async () => {
    await fail(5)
    await fail(4, { at: minutesLater(29) })
    await fail(4, { at: minutesLater(31) })
    expect(await guess({ at: minutesLater(32) })).toMatchObject({ ok: true })
  })

  test('failures are in the audit log with their address, and without what was typed', async () => {
    await fail(10)
    await guess()
    await fail(1, { email: 'my secret password', address: '198.18.1.77' })
    const rows = await desk.services.db.select().from(auditLog).where(eq(auditLog.subjectId, person.id))
    const actions = rows.map(({ action }) => action)
    expect(actions.filter((action) => action === 'sign-in-failed')).toHaveLength(10)
    expect(actions.filter((action) => action === 'sign-in-delayed')).toHaveLength(1)
    expect(rows.every(({ detail }) => detail.address === address)).toBe(true)
    const unknown = await desk.services.db.select().from(auditLog).where(eq(auditLog.subjectId, 'unknown'))
    expect(unknown.some(({ detail }) => detail.address === '198.18.1.77')).toBe(true)
    expect(JSON.stringify(unknown)).not.toContain('my secret')
  })

  test('a try at a closed door does not keep it closed for longer', async () => {
    await fail(10)
    await fail(5, { at: minutesLater(20) })
    expect(await guess({ at: minutesLater(30) })).toMatchObject({ ok: true })
  })

  test('after it opened, one wrong password closes no address again, and has the account wait two minutes', async () => {
    await fail(10)
    expect(await guess({ password: 'wrong', at: minutesLater(30) })).toEqual(WRONG)
    expect(await guess({ at: minutesLater(31) })).toEqual({ ok: false, reason: 'closed', minutes: 1 })
    expect(await guess({ at: minutesLater(32) })).toMatchObject({ ok: true })
  })

  test('failures of an hour ago are forgotten', async () => {
    await fail(9)
    expect(await fail(9, { at: minutesLater(60) })).toEqual(Array(9).fill(WRONG))
    expect(await guess({ at: minutesLater(61) })).toMatchObject({ ok: true })
  })
})

describe('a known browser', () => {
  const secret = 'a secret of the desk'
  test('is known for those who signed in with it, the last five, and for nobody else', () => {
    let cookie: string | undefined
    const now = minutesLater(0)
    const of = (i: number) => ({ email: `p${i}@desk.test`, now })
    for (let i = 0; i < 7; i++) cookie = rememberDevice(secret, cookie, of(i))
    cookie = rememberDevice(secret, cookie, of(6))
    const known = [0, 1, 2, 3, 4, 5, 6].filter((i) => knownDevice(secret, cookie, of(i)))
    expect(known).toEqual([2, 3, 4, 5, 6])
    expect(knownDevice('another secret', cookie, of(6))).toBeNull()
    expect(knownDevice(secret, undefined, of(6))).toBeNull()
    const [nonce] = (cookie ?? '').split('.')
    expect(knownDevice(secret, nonce, of(6))).toBeNull()
    expect(cookie).not.toContain('desk.test')
  })

  test('is known for 90 days from its last sign-in, whatever day its cookie claims', () => {
    const days = (count: number) => ({ email: 'p@desk.test', now: minutesLater(count * 24 * 60) })
    const first = rememberDevice(secret, undefined, days(0))
    expect(knownDevice(secret, first, days(89))).not.toBeNull()
    expect(knownDevice(secret, first, days(90))).toBeNull()
    expect(knownDevice(secret, first, days(-1)), 'of a day to come').toBeNull()
    const renewed = rememberDevice(secret, first, days(60))
    expect(knownDevice(secret, renewed, days(149))).not.toBeNull()
    expect(renewed.split('.'), 'known once, not once a day').toHaveLength(2)
    const [, , day = ''] = /^(.*)\.(\d+)~/.exec(first) ?? []
    expect(knownDevice(secret, first.replace(`${day}~`, `${Number(day) + 90}~`), days(90))).toBeNull()
  })
})

describe('a session', () => {
  const signedIn = async (at = minutesLater(0)) => {
    const result = await guess({ at })
    if (!result.ok) throw new Error(result.reason)
    return result.sessionId
  }
  const isOpen = async (sessionId: string, at: Date) =>
    (await findActor(desk.services.db, sessionId, at)) !== null

  test('ends when it is ended, and ends no other', async () => {
    const [one, two] = [await signedIn(), await signedIn()]
    await endSessions(desk.services.db, { sessionId: one }, minutesLater(1))
    expect(await isOpen(one, minutesLater(1))).toBe(false)
    expect(await isOpen(two, minutesLater(1))).toBe(true)
  })

  test('ends with all others of its person, and with nobody else’s', async () => {
    const mine = [await signedIn(), await signedIn(), await signedIn()]
    person = await newPerson()
    const theirs = await signedIn()
    const [row] = await desk.services.db
      .select()
      .from(sessions)
      .where(eq(sessions.id, mine[0] ?? ''))
    await endSessions(desk.services.db, { userId: row?.userId ?? '' }, minutesLater(1))
    for (const sessionId of mine) expect(await isOpen(sessionId, minutesLater(1))).toBe(false)
    expect(await isOpen(theirs, minutesLater(1))).toBe(true)
  })

  test('asks again after 15 idle minutes', async () => {
    const sessionId = await signedIn()
    expect(await isOpen(sessionId, minutesLater(IDLE_MINUTES + 0.1))).toBe(false)
    expect(await isOpen(sessionId, minutesLater(IDLE_MINUTES - 0.1)), 'had it been used in time').toBe(true)
    expect(
      await isOpen(sessionId, minutesLater(2 * IDLE_MINUTES - 1)),
      'each use begins the 15 minutes anew',
    ).toBe(true)
  })

  test('that was used at a time which has not come yet is over: the clock was put back, and nobody knows how long it stood idle', async () => {
    const sessionId = await signedIn()
    expect(await isOpen(sessionId, minutesLater(14))).toBe(true)
    expect(await isOpen(sessionId, minutesLater(10)), 'another desk’s clock, somewhat behind').toBe(true)
    expect(await isOpen(sessionId, minutesLater(8))).toBe(false)
    expect(await isOpen(sessionId, minutesLater(-106))).toBe(false)
  })

  test('of which a page only asks by itself stands idle all the same', async () => {
    const sessionId = await signedIn()
    for (let minutes = 1; minutes < IDLE_MINUTES; minutes += 1)
      await findActor(desk.services.db, sessionId, minutesLater(minutes), { isPoll: true })
    const [seen] = await desk.services.db.select().from(users).where(eq(users.id, person.id))
    expect(seen?.lastSeenAt, 'nobody was seen there').toEqual(minutesLater(0))
    expect(await isOpen(sessionId, minutesLater(IDLE_MINUTES))).toBe(false)
  })

  test('that its person signed out of is over, and in the audit log once', async () => {
    const [sessionId, other] = [await signedIn(), await signedIn()]
    await recordSignOut(desk.services.db, sessionId, minutesLater(3), 'request-of-sign-out')
    await recordSignOut(desk.services.db, sessionId, minutesLater(4), 'once-more')
    await recordSignOut(desk.services.db, crypto.randomUUID(), minutesLater(4), 'made-up')
    expect(await isOpen(sessionId, minutesLater(3))).toBe(false)
    expect(await isOpen(other, minutesLater(3)), 'no other one').toBe(true)
    const rows = await desk.services.db.select().from(auditLog).where(eq(auditLog.action, 'signed-out'))
    expect(rows).toMatchObject([
      {
        at: minutesLater(3),
        actorId: person.id,
        subjectType: 'user',
        subjectId: person.id,
        requestId: 'request-of-sign-out',
        detail: {},
      },
    ])
  })

  test('keeps from where and with what it was opened, and its person when they were last seen', async () => {
    const opened = await guess({ userAgent: `Browser ${'x'.repeat(1_000)}` })
    if (!opened.ok) throw new Error(opened.reason)
    const [row] = await desk.services.db.select().from(sessions).where(eq(sessions.id, opened.sessionId))
    expect(row).toMatchObject({ address })
    expect(row?.userAgent).toHaveLength(512)
    await isOpen(opened.sessionId, minutesLater(5))
    const [seen] = await desk.services.db.select().from(users).where(eq(users.id, person.id))
    expect(seen?.lastSeenAt).toEqual(minutesLater(5))
  })

  test('beyond the limit ends the one that was used least recently', async () => {
    const opened = []
    for (let i = 0; i < MAX_SESSIONS; i++) opened.push(await signedIn(minutesLater(i / 10)))
    await isOpen(opened[0] ?? '', minutesLater(3))
    opened.push(await signedIn(minutesLater(4)))
    const open = []
    for (const sessionId of opened) if (await isOpen(sessionId, minutesLater(4))) open.push(sessionId)
    expect(open).toEqual(opened.filter((_, i) => i !== 1))
  })

  test('and counts of failures are removed when nobody asks for them any more', async () => {
    const sessionId = await signedIn()
    await fail(3, { at: minutesLater(0) })
    await purgeSessions(desk.services.db, minutesLater(29 * 24 * 60))
    expect(await desk.services.db.select().from(sessions).where(eq(sessions.id, sessionId))).toHaveLength(1)
    expect(await desk.services.db.select().from(signInFailures)).toEqual([])
    await purgeSessions(desk.services.db, minutesLater(31 * 24 * 60))
    expect(await desk.services.db.select().from(sessions).where(eq(sessions.id, sessionId))).toEqual([])
  })

  test('ends after 12 hours, however busy', async () => {
    const sessionId = await signedIn()
    for (let minutes = 10; minutes < SESSION_HOURS * 60; minutes += 10) {
      expect(await isOpen(sessionId, minutesLater(minutes))).toBe(true)
    }
    expect(await isOpen(sessionId, minutesLater(SESSION_HOURS * 60))).toBe(false)
  })

  test('ends at once when its person is deactivated', async () => {
    const sessionId = await signedIn()
    await desk.services.db.update(users).set({ active: false }).where(eq(users.id, person.id))
    expect(await isOpen(sessionId, minutesLater(0))).toBe(false)
  })

  test('has the roles that its person has now', async () => {
    const sessionId = await signedIn()
    await desk.services.db
      .update(users)
      .set({ roles: ['auditor'] })
      .where(eq(users.id, person.id))
    expect(await findActor(desk.services.db, sessionId, minutesLater(0))).toMatchObject({
      roles: ['auditor'],
    })
  })

  test('of an unknown id is nobody’s', async () => {
    expect(await isOpen(crypto.randomUUID(), minutesLater(0))).toBe(false)
  })
})

withPostgres('guesses at the same time', (createDatabase) => {
  test('get ten tries between them, whatever follows', async () => {
    const shared = await openTestDesk({ partnerUrl, databaseUrl: await createDatabase() })
    try {
      const { db } = shared.services
      person = await newPerson(db)
      const wrong = Array.from({ length: 30 }, (_, i) =>
        guess({ db, password: `wrong ${i}`, address: `203.0.113.${i}` }),
      )
      const answers = await Promise.all(wrong)
      expect(
        answers.filter((answer) => !answer.ok && answer.reason === 'wrong'),
        'passwords that were judged',
      ).toHaveLength(10)
      expect(await guess({ db })).toMatchObject({ reason: 'closed' })

      const others = await Promise.all(Array.from({ length: 30 }, () => newPerson(db)))
      const sprayed = await Promise.all(
        others.map(({ email }) => guess({ db, email, password: 'wrong', address: '203.0.113.99' })),
      )
      expect(sprayed.filter((answer) => !answer.ok && answer.reason === 'wrong')).toHaveLength(10)
    } finally {
      await shared.close()
    }
  })
})
