import { and, desc, eq } from 'drizzle-orm'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditLog, settings } from '@/lib/db/schema/desk'
import { passkeyChallenges, recoveryCodes, secondFactors, sessions, users } from '@/lib/db/schema/people'
import type { Role } from '@/lib/domain/access/permissions'
import { askAnyPasskey, askPasskey } from '@/lib/server/factors/passkeys'
import type { Ctx } from '@/lib/server/services'
import { confirm, requireConfirmed, signInWithPasskey } from '@/lib/server/sign-in/confirm'
import { hashPassword } from '@/lib/server/sign-in/passwords'
import { findActor, findSignedIn, openSession, type SignedIn } from '@/lib/server/sign-in/sessions'
import { signIn } from '@/lib/server/sign-in/sign-in'
import { type Door, forgetFailures, takeTry } from '@/lib/server/sign-in/throttle'
import { createPasskey } from '@/lib/testing/passkey'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import {
  beginPasskeySetup,
  beginTotpSetup,
  finishPasskeySetup,
  finishTotpSetup,
  type Holder,
  removeFactor,
  renameFactor,
  renewRecoveryCodes,
} from './factors'

const PASSWORD = 'correct horse battery'
const SITE = { id: 'desk.example', origin: 'https://desk.example' }
/** At the beginning of a step of thirty seconds. */
const START = Date.parse('2026-07-01T12:00:00Z')
let clock = START
const later = (seconds: number) => {
  clock += seconds * 1_000
}

let desk: TestDesk
let passwordHash: string
beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD)
  desk = await openTestDesk({ partnerUrl: 'http://127.0.0.1:1/sandbox', now: () => new Date(clock) })
})
afterAll(() => desk.close())
beforeEach(() => {
  clock += 86_400_000
  clock -= clock % 30_000
})

let counter = 0
let address = ''
async function newPerson(roles: Role[] = ['onboarding']) {
  counter += 1
  address = `198.51.100.${counter}`
  const email = `holder-${counter}@desk.test`
  const [row] = await desk.services.db
    .insert(users)
    .values({ email, name: `Holder ${counter}`, passwordHash, roles })
    .returning()
  if (!row) throw new Error('A person was not stored.')
  return row
}
type Person = typeof users.$inferSelect

async function enter(person: Person): Promise<string> {
  const result = await signIn(
    { db: desk.services.db, now: desk.services.now(), requestId: 'test', singleSignOn: null },
    { email: person.email, password: PASSWORD, address, userAgent: 'Test' },
  )
  if (!result.ok) throw new Error(`Not signed in: ${result.reason}`)
  return result.sessionId
}
const look = (sessionId: string) => findSignedIn(desk.services.db, sessionId, desk.services.now())
async function stageOf(sessionId: string): Promise<SignedIn> {
  const found = await look(sessionId)
  if (!found) throw new Error('This session is over.')
  return found
}
const asking = () => ({ ...desk.services, requestId: 'test', address, userAgent: 'Test', rp: SITE })
const holding = async (sessionId: string): Promise<Holder> => ({
  ...asking(),
  signedIn: await stageOf(sessionId),
})
async function ctxOf(sessionId: string): Promise<Ctx> {
  const actor = await findActor(desk.services.db, sessionId, desk.services.now())
  if (!actor) throw new Error('No one is signed in.')
  return { ...desk.services, actor, requestId: 'test' }
}
const codeOf = (secret: string, seconds = 0) => generateSync({ secret, epoch: clock / 1_000 + seconds })
const totp = async (sessionId: string, code: string) =>
  confirm(asking(), await stageOf(sessionId), { kind: 'totp', code })
const recover = async (sessionId: string, code: string) =>
  confirm(asking(), await stageOf(sessionId), { kind: 'recovery-code', code })
const actionsOf = async (person: Person) =>
  (
    await desk.services.db
      .select({ action: auditLog.action })
      .from(auditLog)
      .where(eq(auditLog.subjectId, person.id))
      .orderBy(auditLog.id)
  ).map(({ action }) => action)

/** Someone who has an authenticator app, signed in with it a minute ago. */
async function withTotp(roles?: Role[]) {
  const person = await newPerson(roles)
  const sessionId = await enter(person)
  const password = (await stageOf(sessionId)).stage === 'complete' ? PASSWORD : undefined
  const started = await beginTotpSetup(await holding(sessionId), { password })
  if (!started.ok) throw new Error(started.message)
  const { factorId, secret } = started
  const added = await finishTotpSetup(await holding(sessionId), {
    factorId,
    name: 'Phone',
    code: codeOf(secret),
  })
  if (!added.ok) throw new Error(added.message)
  later(60)
  return { person, secret, factorId, codes: added.codes ?? [], sessionId: added.sessionId ?? sessionId }
}

async function withPasskey() {
  const person = await newPerson()
  const sessionId = await enter(person)
  const started = await beginPasskeySetup(await holding(sessionId), { password: PASSWORD })
  if (!started.ok) throw new Error(started.message)
  const passkey = createPasskey(SITE)
  const response = passkey.create(started.options)
  const added = await finishPasskeySetup(await holding(sessionId), { name: 'Laptop', response })
  if (!added.ok) throw new Error(added.message)
  return { person, sessionId, passkey, codes: added.codes ?? [] }
}
async function challengeFor(person: Person, sessionId: string) {
  const asked = await askPasskey(desk.services.db, SITE, {
    userId: person.id,
    sessionId,
    address,
    now: desk.services.now(),
  })
  if (!asked) throw new Error('No passkey was asked for.')
  return asked
}

describe('a rule of the desk', () => {
  test('asks underwriters, finance and admins for a second factor unless an admin says otherwise', async () => {
    for (const role of ['underwriter', 'finance', 'admin'] as const)
      expect((await stageOf(await enter(await newPerson([role])))).stage, role).toBe('enrollment')
    for (const role of ['onboarding', 'auditor'] as const)
      expect((await stageOf(await enter(await newPerson([role])))).stage, role).toBe('complete')
    const sessionId = await enter(await newPerson(['finance']))
    const { db } = desk.services
    await db.insert(settings).values({ key: 'sign-in', value: { finance: false, auditor: true } })
    expect((await stageOf(sessionId)).stage).toBe('complete')
    expect((await stageOf(await enter(await newPerson(['auditor'])))).stage).toBe('enrollment')
    await db.delete(settings).where(eq(settings.key, 'sign-in'))
  })

  test('counts at once in open sessions: who needs one from now on has to sign in anew', async () => {
    const person = await newPerson()
    const sessionId = await enter(person)
    later(11 * 60)
    await ctxOf(sessionId)
    await desk.services.db
      .update(users)
      .set({ roles: ['finance'] })
      .where(eq(users.id, person.id))
    expect(await look(sessionId)).toBeNull()
    expect((await stageOf(await enter(person))).stage).toBe('enrollment')
  })
})

describe('the first stage', () => {
  test('is nobody, for ten minutes, and gives way to a session of its own', async () => {
    const { person, secret } = await withTotp()
    const first = await enter(person)
    expect(await stageOf(first)).toEqual({
      stage: 'challenge',
      person: { id: person.id, name: person.name, email: person.email },
      sessionId: first,
    })
    expect(await findActor(desk.services.db, first, desk.services.now())).toBeNull()
    const done = await totp(first, codeOf(secret))
    if (!done.ok) throw new Error(done.message)
    expect(done.sessionId).not.toBe(first)
    expect(await look(first)).toBeNull()
    expect((await ctxOf(done.sessionId)).actor).toMatchObject({
      id: person.id,
      factor: { isRequired: false },
    })
    expect((await actionsOf(person)).slice(-2)).toEqual(['sign-in-begun', 'signed-in'])

    const forgotten = await enter(person)
    later(10 * 60 + 1)
    expect(await look(forgotten)).toBeNull()
  })

  test('ends no session that showed a second factor, however many are begun', async () => {
    const { person, sessionId } = await withTotp()
    const started: string[] = []
    for (let i = 0; i < 12; i++) {
      started.push(await enter(person))
      later(1)
    }
    await ctxOf(sessionId)
    expect(await Promise.all(started.map(look))).toEqual([null, null, ...Array(10).fill(expect.anything())])
  })

  test('sets nothing up for whoever has a second factor', async () => {
    const { person } = await withTotp()
    const holder = await holding(await enter(person))
    for (const run of [
      () => beginTotpSetup(holder, {}),
      () => beginPasskeySetup(holder, {}),
      () => finishTotpSetup(holder, { factorId: crypto.randomUUID(), name: 'Mine', code: '123456' }),
    ])
      await expect(run()).rejects.toMatchObject({ code: 'signed-out' })
  })

  test('of somebody who needs one lets them set it up, and is complete then', async () => {
    const { person, sessionId, codes } = await withTotp(['admin'])
    expect(codes).toHaveLength(10)
    const ctx = await ctxOf(sessionId)
    expect(ctx.actor).toMatchObject({ id: person.id, factor: { isRequired: true } })
    const [own] = await desk.services.db
      .select()
      .from(secondFactors)
      .where(eq(secondFactors.userId, person.id))
    expect(await removeFactor(ctx, { factorId: own?.id ?? '' })).toMatchObject({ ok: false })
    expect(await actionsOf(person)).toEqual(['sign-in-begun', 'factor-added', 'signed-in'])
  })
})

describe('codes of an app', () => {
  test('count in their step and the ones beside it, once, and never one of an earlier step', async () => {
    const { person, secret, sessionId } = await withTotp()
    const TRIES: [at: number, codeOf: number, isRight: boolean][] = [
      [0, -60, false],
      [0, 60, false],
      [0, -30, true],
      [29, 0, true],
      [30, 60, true],
      [30, 60, false],
      // Of a step before the one that was used.
      [30, 30, false],
      [120, 90, true],
      [150, 90, false],
    ]
    const from = clock
    for (const [at, of, isRight] of TRIES) {
      clock = from + at * 1_000
      const code = generateSync({ secret, epoch: from / 1_000 + of })
      expect((await totp(sessionId, code)).ok, `at ${at} the code of ${of}`).toBe(isRight)
    }
    expect((await actionsOf(person)).filter((action) => action === 'factor-refused')).toHaveLength(5)
  })

  test('are kept sealed, and one at a time works where two are sent at once', async () => {
    const { person, secret, sessionId } = await withTotp()
    const [row] = await desk.services.db
      .select()
      .from(secondFactors)
      .where(eq(secondFactors.userId, person.id))
    expect(row?.secretSealed).not.toContain(secret)
    const answers = await Promise.all([totp(sessionId, codeOf(secret)), totp(sessionId, codeOf(secret))])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test('a try and the end of another at the same doors never wait for each other', async () => {
    const { db } = desk.services
    const doors: Door[] = [
      { kind: 'account', door: 'factor:somebody' },
      { kind: 'address', door: 'address:203.0.113.77' },
    ]
    const rounds = Array.from({ length: 40 }, async (_, index) => {
      if (index % 2 === 0) await takeTry(db, doors, desk.services.now())
      else await db.transaction((tx) => forgetFailures(tx, doors, desk.services.now(), new Map()))
    })
    await expect(Promise.all(rounds)).resolves.toHaveLength(40)
  })

  test('of an app that was never finished count for nothing', async () => {
    const person = await newPerson()
    const sessionId = await enter(person)
    expect(await beginTotpSetup(await holding(sessionId), {})).toMatchObject({ ok: false, field: 'password' })
    expect(await beginTotpSetup(await holding(sessionId), { password: 'wrong' })).toMatchObject({ ok: false })
    const started = await beginTotpSetup(await holding(sessionId), { password: PASSWORD })
    if (!started.ok) throw new Error(started.message)
    expect(started.qrCode).toMatch(/^<svg/)
    expect((await stageOf(sessionId)).stage).toBe('complete')
    expect(await totp(sessionId, codeOf(started.secret))).toMatchObject({ ok: false })
    const { factorId, secret } = started
    const finish = async (code: string) =>
      finishTotpSetup(await holding(sessionId), { factorId, name: 'Phone', code })
    expect(await finish('000000')).toMatchObject({ ok: false, field: 'code' })
    later(15 * 60)
    await desk.services.db
      .update(sessions)
      .set({ lastSeenAt: desk.services.now() })
      .where(eq(sessions.id, sessionId))
    expect(await finish(codeOf(secret))).toMatchObject({
      ok: false,
      message: expect.stringMatching(/too long/),
    })
  })

  test('that are wrong have the person wait, also with the right one and from elsewhere', async () => {
    const { person, secret } = await withTotp()
    const first = await enter(person)
    for (let i = 0; i < 10; i++)
      expect(await totp(first, '000000')).toMatchObject({ ok: false, field: 'code' })
    address = '203.0.113.200'
    expect(await totp(first, codeOf(secret))).toMatchObject({ message: expect.stringMatching(/1 minute\.$/) })
    expect((await recover(first, '0000-0000-0000-0000')).ok).toBe(false)
    later(61)
    expect(await totp(first, codeOf(secret))).toMatchObject({ ok: true })
    expect(await actionsOf(person)).toContain('factor-delayed')
  })
})

describe('recovery codes', () => {
  test('work once each, also where one is sent twice at once', async () => {
    const { person, codes } = await withTotp()
    const [code = '', other = ''] = codes
    const [one, two] = [await enter(person), await enter(person)]
    const answers = await Promise.all([recover(one, code), recover(two, code.toUpperCase())])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect((await recover(await enter(person), code)).ok).toBe(false)
    expect((await recover(await enter(person), other)).ok).toBe(true)
    const rows = await desk.services.db
      .select()
      .from(recoveryCodes)
      .where(eq(recoveryCodes.userId, person.id))
    expect(rows.filter(({ usedAt }) => usedAt === null)).toHaveLength(8)
    for (const { hash } of rows) expect(codes).not.toContain(hash)
  })

  test('of somebody else, and those before new ones, are worth nothing', async () => {
    const { person, codes, secret, sessionId } = await withTotp()
    const other = await withTotp()
    expect((await recover(await enter(person), other.codes[0] ?? '')).ok).toBe(false)
    expect(await totp(sessionId, codeOf(secret))).toMatchObject({ ok: true })
    const renewed = await renewRecoveryCodes(await ctxOf(sessionId))
    expect((await recover(await enter(person), codes[0] ?? '')).ok).toBe(false)
    expect((await recover(await enter(person), renewed.codes[0] ?? '')).ok).toBe(true)
  })
})

describe('passkeys', () => {
  test('sign in alone, and confirm', async () => {
    const { person, sessionId, passkey, codes } = await withPasskey()
    expect(codes).toHaveLength(10)
    const asked = await askAnyPasskey(desk.services.db, SITE, { address, now: desk.services.now() })
    if (!asked) throw new Error('Nothing was asked.')
    const done = await signInWithPasskey(asking(), { response: passkey.sign(asked) })
    if (!done.ok) throw new Error(done.message)
    expect((await ctxOf(done.sessionId)).actor.id).toBe(person.id)
    later(11 * 60)
    await expect(async () => requireConfirmed(await ctxOf(sessionId))).rejects.toMatchObject({
      code: 'confirm-needed',
    })
    const response = passkey.sign(await challengeFor(person, sessionId))
    expect(await confirm(asking(), await stageOf(sessionId), { kind: 'passkey', response })).toMatchObject({
      ok: true,
      isNew: false,
    })
    requireConfirmed(await ctxOf(sessionId))
  })

  test('that answer an old, a used or another session’s challenge are not believed', async () => {
    const { person, sessionId, passkey } = await withPasskey()
    const show = async (at: string, response: ReturnType<typeof passkey.sign>) =>
      (await confirm(asking(), await stageOf(at), { kind: 'passkey', response })).ok
    const asked = await challengeFor(person, sessionId)
    const response = passkey.sign(asked)
    expect(await show(sessionId, response)).toBe(true)
    expect(await show(sessionId, response)).toBe(false)
    expect(await show(sessionId, passkey.sign(asked))).toBe(false)
    const elsewhere = passkey.sign(await challengeFor(person, sessionId))
    expect(await show(await enter(person), elsewhere)).toBe(false)
    const late = passkey.sign(await challengeFor(person, sessionId))
    later(5 * 60 + 1)
    expect(await show(sessionId, late)).toBe(false)
    const alone = passkey.sign(await challengeFor(person, sessionId))
    expect((await signInWithPasskey(asking(), { response: alone })).ok).toBe(false)
    expect(await show(sessionId, passkey.sign(await challengeFor(person, sessionId)))).toBe(true)
  })

  test.each([
    ['for another origin', { origin: 'https://desk.example.evil.test' }],
    ['for another site', { rpId: 'evil.test' }],
    ['without having verified their person', { isVerified: false }],
  ])('that sign %s are neither added nor believed, and their challenge is gone', async (_, wrong) => {
    const { person, sessionId, passkey } = await withPasskey()
    const asked = await challengeFor(person, sessionId)
    const response = passkey.sign(asked, wrong)
    expect((await confirm(asking(), await stageOf(sessionId), { kind: 'passkey', response })).ok).toBe(false)
    expect(
      await desk.services.db
        .select()
        .from(passkeyChallenges)
        .where(eq(passkeyChallenges.challenge, asked.challenge)),
    ).toEqual([])
    const started = await beginPasskeySetup(await holding(sessionId), {})
    if (!started.ok) throw new Error(started.message)
    const created = createPasskey(SITE).create(started.options, wrong)
    expect(
      await finishPasskeySetup(await holding(sessionId), { name: 'Bad', response: created }),
    ).toMatchObject({
      ok: false,
    })
  })

  test('that count backwards are copies: refused, and written down', async () => {
    const { person, sessionId, passkey } = await withPasskey()
    const show = async (counterNow: number) => {
      const response = passkey.sign(await challengeFor(person, sessionId), { counter: counterNow })
      return (await confirm(asking(), await stageOf(sessionId), { kind: 'passkey', response })).ok
    }
    expect(await show(7)).toBe(true)
    expect(await show(7)).toBe(false)
    expect(await show(5)).toBe(false)
    expect((await actionsOf(person)).filter((action) => action === 'factor-copy-suspected')).toHaveLength(2)
    expect(await show(8)).toBe(true)
  })

  test('of somebody who was deactivated sign nobody in', async () => {
    const { person, passkey } = await withPasskey()
    await desk.services.db.update(users).set({ active: false }).where(eq(users.id, person.id))
    const asked = await askAnyPasskey(desk.services.db, SITE, { address, now: desk.services.now() })
    if (!asked) throw new Error('Nothing was asked.')
    expect((await signInWithPasskey(asking(), { response: passkey.sign(asked) })).ok).toBe(false)
    const [last] = await desk.services.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.subjectId, person.id), eq(auditLog.action, 'sign-in-failed')))
      .orderBy(desc(auditLog.id))
    expect(last?.detail).toMatchObject({ method: 'passkey', address })
  })
})

describe('one’s own factors', () => {
  test('end other sessions when they come and go, and ask again after ten minutes', async () => {
    const { person, factorId, secret, sessionId } = await withTotp()
    const other = await desk.services.db.transaction((tx) =>
      openSession(tx, {
        userId: person.id,
        address,
        userAgent: '',
        now: desk.services.now(),
        factorAt: desk.services.now(),
      }),
    )
    expect(await renameFactor(await ctxOf(sessionId), { factorId, name: 'Old phone' })).toEqual({ ok: true })
    later(10 * 60)
    await expect(removeFactor(await ctxOf(sessionId), { factorId })).rejects.toMatchObject({
      code: 'confirm-needed',
    })
    await expect(beginTotpSetup(await holding(sessionId), {})).rejects.toMatchObject({
      code: 'confirm-needed',
    })
    expect(await totp(sessionId, codeOf(secret))).toMatchObject({ ok: true })
    await ctxOf(other)
    expect(await removeFactor(await ctxOf(sessionId), { factorId })).toEqual({ ok: true })
    expect(await look(other)).toBeNull()
    expect((await ctxOf(sessionId)).actor.factor).toBeUndefined()
    expect(
      await desk.services.db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, person.id)),
    ).toEqual([])
    expect((await stageOf(await enter(person))).stage).toBe('complete')
    expect(await actionsOf(person)).toEqual([
      'signed-in',
      'factor-added',
      'factor-renamed',
      'factor-confirmed',
      'factor-removed',
      'signed-in',
    ])
  })

  test('of somebody else are not found', async () => {
    const mine = await withTotp()
    const theirs = await withTotp()
    const ctx = await ctxOf(mine.sessionId)
    await expect(removeFactor(ctx, { factorId: theirs.factorId })).rejects.toMatchObject({
      code: 'not-found',
    })
    await expect(renameFactor(ctx, { factorId: theirs.factorId, name: 'Mine' })).rejects.toMatchObject({
      code: 'not-found',
    })
  })
})
