import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '@/lib/db/client'
import { auditLog, sessions, users } from '@/lib/db/schema/desk'
import { withPostgres } from '@/lib/testing/postgres-cluster'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import { hashPassword } from './passwords'
import { endSessions, findActor } from './sessions'
import { IDLE_MINUTES, SESSION_HOURS, signIn } from './sign-in'

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
/** Somebody new, at an address of their own: no test meets the failures of another. */
async function newPerson(db: Db = desk.world.db, active = true) {
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

type Guess = { email?: string; password?: string; address?: string; at?: Date; db?: Db }
const guess = ({ at = minutesLater(0), db = desk.world.db, ...typed }: Guess = {}) =>
  signIn({ db, now: at, requestId: 'test' }, { email: person.email, password: PASSWORD, address, ...typed })
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
    expect(await findActor(desk.world.db, result.sessionId, minutesLater(0))).toEqual({
      id: person.id,
      name: expect.any(String),
      email: person.email,
      roles: ['onboarding'],
      sessionId: result.sessionId,
    })
    const rows = await desk.world.db.select().from(auditLog).where(eq(auditLog.subjectId, person.id))
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
    const deactivated = await newPerson(desk.world.db, false)
    expect(await guess({ password: 'wrong' })).toEqual(WRONG)
    expect(await guess({ email: 'nobody@desk.test' })).toEqual(WRONG)
    expect(await guess({ email: deactivated.email })).toEqual(WRONG)
    expect(await desk.world.db.select().from(sessions).where(eq(sessions.userId, deactivated.id))).toEqual([])
  })

  test.each(["' or 1=1 --", 'a\u0000b', '\ud800', '', '%', 'İ@desk.test'])('%j is nobody', async (text) => {
    expect(await guess({ email: text })).toEqual(WRONG)
    expect(await guess({ password: text })).toEqual(WRONG)
  })
})

describe('guessing', () => {
  test('ten failures close the account for 30 minutes, also to the right password, and then it opens', async () => {
    expect(await fail(10)).toEqual(Array(10).fill(WRONG))
    expect(await guess()).toEqual({ ok: false, reason: 'closed', minutes: 30 })
    expect(await guess({ address: '198.51.100.1' }), 'from any address').toMatchObject({ reason: 'closed' })
    expect(await guess({ at: minutesLater(29.9) })).toEqual({ ok: false, reason: 'closed', minutes: 1 })
    expect(await guess({ at: minutesLater(30) })).toMatchObject({ ok: true })
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
    expect(await guess({ email })).toMatchObject({ reason: 'closed' })
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

  test('a try at a closed door does not keep it closed for longer', async () => {
    await fail(10)
    await fail(5, { at: minutesLater(20) })
    expect(await guess({ at: minutesLater(30) })).toMatchObject({ ok: true })
  })

  test('after it opened, one wrong password does not close it again', async () => {
    await fail(10)
    expect(await guess({ password: 'wrong', at: minutesLater(30) })).toEqual(WRONG)
    expect(await guess({ at: minutesLater(31) })).toMatchObject({ ok: true })
  })

  test('failures of an hour ago are forgotten', async () => {
    await fail(9)
    expect(await fail(9, { at: minutesLater(60) })).toEqual(Array(9).fill(WRONG))
    expect(await guess({ at: minutesLater(61) })).toMatchObject({ ok: true })
  })
})

describe('a session', () => {
  const signedIn = async (at = minutesLater(0)) => {
    const result = await guess({ at })
    if (!result.ok) throw new Error(result.reason)
    return result.sessionId
  }
  const isOpen = async (sessionId: string, at: Date) =>
    (await findActor(desk.world.db, sessionId, at)) !== null

  test('ends when it is ended, and ends no other', async () => {
    const [one, two] = [await signedIn(), await signedIn()]
    await endSessions(desk.world.db, { sessionId: one }, minutesLater(1))
    expect(await isOpen(one, minutesLater(1))).toBe(false)
    expect(await isOpen(two, minutesLater(1))).toBe(true)
  })

  test('ends with all others of its person, and with nobody else’s', async () => {
    const mine = [await signedIn(), await signedIn(), await signedIn()]
    person = await newPerson()
    const theirs = await signedIn()
    const [row] = await desk.world.db
      .select()
      .from(sessions)
      .where(eq(sessions.id, mine[0] ?? ''))
    await endSessions(desk.world.db, { userId: row?.userId ?? '' }, minutesLater(1))
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

  test('ends after 12 hours, however busy', async () => {
    const sessionId = await signedIn()
    for (let minutes = 10; minutes < SESSION_HOURS * 60; minutes += 10) {
      expect(await isOpen(sessionId, minutesLater(minutes))).toBe(true)
    }
    expect(await isOpen(sessionId, minutesLater(SESSION_HOURS * 60))).toBe(false)
  })

  test('ends at once when its person is deactivated', async () => {
    const sessionId = await signedIn()
    await desk.world.db.update(users).set({ active: false }).where(eq(users.id, person.id))
    expect(await isOpen(sessionId, minutesLater(0))).toBe(false)
  })

  test('has the roles that its person has now', async () => {
    const sessionId = await signedIn()
    await desk.world.db
      .update(users)
      .set({ roles: ['auditor'] })
      .where(eq(users.id, person.id))
    expect(await findActor(desk.world.db, sessionId, minutesLater(0))).toMatchObject({ roles: ['auditor'] })
  })

  test('of an unknown id is nobody’s', async () => {
    expect(await isOpen(crypto.randomUUID(), minutesLater(0))).toBe(false)
  })
})

withPostgres('guesses at the same time, on a real PostgreSQL', (createDatabase) => {
  test('get ten tries between them, whatever follows', async () => {
    const shared = await openTestDesk({ partnerUrl, databaseUrl: await createDatabase() })
    try {
      const { db } = shared.world
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
