import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditLog } from '@/lib/db/schema/desk'
import { accessLinks, users } from '@/lib/db/schema/people'
import { changeTimeZoneInput } from '@/lib/domain/access/inputs'
import { makePasswordLink } from '@/lib/server/people/links'
import type { Ctx } from '@/lib/server/services'
import { hashPassword } from '@/lib/server/sign-in/passwords'
import { findActor, IDLE_MINUTES } from '@/lib/server/sign-in/sessions'
import { signIn } from '@/lib/server/sign-in/sign-in'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import {
  changeName,
  changePassword,
  changeTimeZone,
  endOtherSessions,
  endOwnSession,
  viewAccount,
} from './account'

const OLD = 'tangerine wheelbarrow'
const NEW = 'a quieter marmalade'

let clock = Date.parse('2026-07-01T12:00:00Z')
const now = () => new Date(clock)

let desk: TestDesk
let oldHash: string
beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl: 'http://127.0.0.1:1/sandbox', now })
  oldHash = await hashPassword(OLD)
})
afterAll(() => desk.close())

let me: Ctx
let counter = 0
const enter = (email: string, password = OLD) =>
  signIn(
    { db: desk.services.db, now: now(), requestId: 'test', singleSignOn: null },
    {
      email,
      password,
      address: `192.0.2.${counter}`,
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0',
    },
  )
const sessionOf = async (email: string) => {
  const result = await enter(email)
  if (!result.ok) throw new Error(result.reason)
  return result.sessionId
}
beforeEach(async () => {
  counter += 1
  const person = await desk.as(`Person${counter}`)
  await desk.services.db.update(users).set({ passwordHash: oldHash }).where(eq(users.id, person.actor.id))
  me = { ...person, actor: { ...person.actor, sessionId: await sessionOf(person.actor.email) } }
})

const isOpen = async (sessionId: string) => (await findActor(desk.services.db, sessionId, now())) !== null
const actions = async () => {
  const rows = await desk.services.db.select().from(auditLog).where(eq(auditLog.subjectId, me.actor.id))
  return rows.map(({ action }) => action)
}

describe('a password', () => {
  test('is changed by whoever knows the present one, and ends the other sessions', async () => {
    const other = await sessionOf(me.actor.email)
    expect(await changePassword(me, { current: OLD, password: NEW })).toEqual({ ok: true, ended: 1 })
    expect([await isOpen(me.actor.sessionId), await isOpen(other)]).toEqual([true, false])
    expect(await enter(me.actor.email)).toMatchObject({ ok: false })
    expect(await enter(me.actor.email, NEW)).toMatchObject({ ok: true })
    expect((await viewAccount(me)).passwordChangedAt).toBe(now().toISOString())
    expect(await actions()).toContain('account-password-changed')
  })

  test('is not changed to itself, nor to one that attackers try first', async () => {
    expect(await changePassword(me, { current: OLD, password: OLD })).toMatchObject({ field: 'password' })
    for (const password of ['aaaaaaaaaaaaaaaa', 'qwertyuiopasdfgh', `${me.actor.email}${me.actor.email}`])
      expect(await changePassword(me, { current: OLD, password })).toMatchObject({
        ok: false,
        field: 'password',
      })
  })

  test('is asked for ten times in half an hour', async () => {
    for (let i = 0; i < 10; i++)
      expect(await changePassword(me, { current: `wrong ${i}`, password: NEW })).toMatchObject({
        field: 'current',
      })
    expect(await changePassword(me, { current: OLD, password: NEW })).toMatchObject({ ok: false })
    clock += 30 * 60_000
    expect(await changePassword(me, { current: OLD, password: NEW })).toMatchObject({ ok: true })
  })

  test('that was wrong is told in the audit log, and one that was right costs no try', async () => {
    for (let i = 0; i < 9; i++) await changePassword(me, { current: `wrong ${i}`, password: NEW })
    for (let i = 0; i < 3; i++)
      expect(await changePassword(me, { current: OLD, password: OLD })).toMatchObject({ field: 'password' })
    expect((await actions()).filter((action) => action === 'account-password-refused')).toHaveLength(9)
    expect(await changePassword(me, { current: OLD, password: NEW })).toMatchObject({ ok: true })
  })

  test('that is changed voids a link that would set it once more', async () => {
    const admin = await desk.as(`Admin${counter}`, ['admin'])
    await makePasswordLink(admin, { personId: me.actor.id })
    expect(await changePassword(me, { current: OLD, password: NEW })).toMatchObject({ ok: true })
    const [link] = await desk.services.db
      .select()
      .from(accessLinks)
      .where(eq(accessLinks.userId, me.actor.id))
    expect(link?.voidedAt).toEqual(now())
  })

  test('of two changes at once one is made', async () => {
    const results = await Promise.all([
      changePassword(me, { current: OLD, password: NEW }),
      changePassword(me, { current: OLD, password: 'another marmalade jar' }),
    ])
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  })
})

describe('sessions', () => {
  test('are listed with device, address and times, this one first', async () => {
    await sessionOf(me.actor.email)
    const { sessions } = await viewAccount(me)
    expect(sessions.map(({ isThis }) => isThis)).toEqual([true, false])
    expect(sessions[1]).toMatchObject({
      device: 'Firefox on Linux',
      address: `192.0.2.${counter}`,
      openedAt: now().toISOString(),
    })
  })

  test('end one by one, and all but this one', async () => {
    const others = [
      await sessionOf(me.actor.email),
      await sessionOf(me.actor.email),
      await sessionOf(me.actor.email),
    ]
    expect(await endOwnSession(me, { sessionId: others[0] ?? '' })).toEqual({ ok: true })
    expect(await endOtherSessions(me)).toEqual({ ok: true, ended: 2 })
    for (const sessionId of others) expect(await isOpen(sessionId)).toBe(false)
    expect(await isOpen(me.actor.sessionId)).toBe(true)
    expect(await actions()).toEqual(
      expect.arrayContaining(['account-session-ended', 'account-other-sessions-ended']),
    )
  })

  test('that stood idle are over, and none of those that end', async () => {
    const idle = await sessionOf(me.actor.email)
    clock += (IDLE_MINUTES - 1) * 60_000
    await isOpen(me.actor.sessionId)
    clock += 60_000
    expect(await isOpen(idle)).toBe(false)
    expect(await endOtherSessions(me)).toEqual({ ok: true, ended: 0 })
    expect(await actions()).not.toContain('account-other-sessions-ended')
  })

  test('of somebody else are not found', async () => {
    const theirs = me.actor.sessionId
    const other = await desk.as(`Stranger${counter}`)
    const stranger = { ...other, actor: { ...other.actor, sessionId: crypto.randomUUID() } }
    await expect(endOwnSession(stranger, { sessionId: theirs })).rejects.toMatchObject({ code: 'not-found' })
    await endOtherSessions(stranger)
    expect(await isOpen(theirs)).toBe(true)
  })
})

test('a name and a time zone are one’s own to change', async () => {
  expect(await changeName(me, { name: 'Renamed Person' })).toEqual({ ok: true })
  await desk.as('Taken Name')
  for (const name of ['taken name', 'T\u0430ken Name', 'Ｔaken Náme'])
    expect(await changeName(me, { name }), name).toMatchObject({ ok: false, field: 'name' })
  expect(await changeTimeZone(me, { timeZone: 'Pacific/Chatham' })).toEqual({ ok: true })
  expect(await viewAccount(me)).toMatchObject({ name: 'Renamed Person', timeZone: 'Pacific/Chatham' })
  expect(await findActor(desk.services.db, me.actor.sessionId, now())).toMatchObject({
    timeZone: 'Pacific/Chatham',
  })
  await changeTimeZone(me, { timeZone: '' })
  expect(await viewAccount(me)).toMatchObject({ timeZone: null })
  expect(changeTimeZoneInput.safeParse({ timeZone: 'Mars/Olympus' }).success).toBe(false)
})
