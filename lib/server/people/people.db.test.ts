import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Tx } from '@/lib/db/client'
import { applications } from '@/lib/db/schema/applications'
import { auditLog, ruleProposals, settings } from '@/lib/db/schema/desk'
import { accessLinks, users } from '@/lib/db/schema/people'
import { underwritingCases } from '@/lib/db/schema/underwriting'
import type { Role } from '@/lib/domain/access/permissions'
import { fundingRules } from '@/lib/domain/settings/funding-rules'
import { parseEnv } from '@/lib/env'
import { saveSetting } from '@/lib/server/admin/settings/mutations'
import { assignApplications } from '@/lib/server/applications/assignment'
import { createApplication } from '@/lib/server/applications/mutations'
import { viewDashboard } from '@/lib/server/dashboard/data'
import { mailOf } from '@/lib/server/mail'
import { listNotifications } from '@/lib/server/notifications/list'
import { answerProposal as answerRule } from '@/lib/server/proposals/answer'
import { listProposals } from '@/lib/server/proposals/list'
import type { Ctx } from '@/lib/server/services'
import { loadFundingRules } from '@/lib/server/settings'
import { findActor } from '@/lib/server/sign-in/sessions'
import { signIn } from '@/lib/server/sign-in/sign-in'
import { assignCase, claimCase } from '@/lib/server/underwriting/claim'
import { readBody, startMailServer } from '@/lib/testing/mail-server'
import { withPostgres } from '@/lib/testing/postgres-cluster'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import { type Anyone, acceptLink, readLink } from './accept'
import {
  consentToLink,
  invitePerson,
  type LinkResult,
  makeFirstAdmin,
  makePasswordLink,
  resendLink,
  revokeLink,
} from './links'
import { viewPeople } from './list'
import { mailed } from './mail-link'
import { answerProposal, changeRoles, deactivatePerson, endPersonSessions, reactivatePerson } from './roles'

const partnerUrl = 'http://127.0.0.1:1/sandbox'
const PASSWORD = 'tangerine wheelbarrow'
const DAY_MS = 86_400_000

let clock = Date.parse('2026-07-01T12:00:00Z')
const now = () => new Date(clock)

let desk: TestDesk
beforeEach(async () => {
  desk = await openTestDesk({ partnerUrl, now })
  // `factors.db.test.ts` covers what second factors change here.
  const value = { underwriter: false, finance: false, admin: false }
  await desk.services.db.insert(settings).values({ key: 'sign-in', value })
  return () => desk.close()
})

const anyone = (): Anyone => ({ ...desk.services, now, requestId: 'test', address: '192.0.2.1' })
const tokenOf = (result: LinkResult) => {
  if (!result.ok) throw new Error(result.message)
  return result.token
}
const accept = (token: string, name = 'Nina New') => acceptLink(anyone(), { token, name, password: PASSWORD })
const enter = async (email: string, password = PASSWORD) => {
  const result = await signIn(
    { db: desk.services.db, now: now(), requestId: 'test', singleSignOn: null },
    { email, password, address: '192.0.2.1' },
  )
  return result.ok ? result.sessionId : null
}
const rolesNow = async (sessionId: string | null) =>
  sessionId === null ? null : ((await findActor(desk.services.db, sessionId, now()))?.roles ?? null)
const personOf = async (email: string) => {
  const [person] = await desk.services.db.select().from(users).where(eq(users.email, email))
  if (!person) throw new Error(`No one is ${email}.`)
  return person
}
const chosen = async ({ actor }: Ctx) => {
  const { id, version } = await personOf(actor.email)
  return { personId: id, version }
}
const actions = async () => {
  const rows = await desk.services.db.select().from(auditLog).orderBy(auditLog.id)
  return rows.map(({ action }) => action)
}
const NOBODYS = { casesTo: '' as const, applicationsTo: '' as const }

describe('an invitation', () => {
  let admin: Ctx
  beforeEach(async () => {
    admin = await desk.as('Ada', ['admin'])
  })
  const invite = (roles: Role[] = ['onboarding'], email = 'new@desk.test') =>
    invitePerson(admin, { email, roles })

  test('lets the invited in, with a password of their own and the roles of the invitation', async () => {
    const token = tokenOf(await invite(['onboarding', 'auditor']))
    expect(await readLink(anyone(), { token })).toMatchObject({
      state: 'open',
      kind: 'invitation',
      email: 'new@desk.test',
      roles: ['onboarding', 'auditor'],
    })
    expect(await accept(token)).toEqual({ ok: true, email: 'new@desk.test' })
    expect(await rolesNow(await enter('new@desk.test'))).toEqual(['onboarding', 'auditor'])
    expect(await actions()).toEqual(['person-invited', 'person-invitation-accepted', 'signed-in'])
  })

  test('works once', async () => {
    const token = tokenOf(await invite())
    expect(await accept(token)).toMatchObject({ ok: true })
    expect(await accept(token, 'Eve Second')).toMatchObject({ ok: false })
    expect(await readLink(anyone(), { token })).toEqual({ state: 'used' })
    expect((await personOf('new@desk.test')).name).toBe('Nina New')
  })

  test('of two who accept at once one comes in', async () => {
    const token = tokenOf(await invite())
    const results = await Promise.all([accept(token), accept(token), accept(token)])
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test('is mailed where the desk has mail, and shown where that failed', async () => {
    const server = await startMailServer()
    try {
      const mail = mailOf(
        parseEnv({ SMTP_URL: `smtp://127.0.0.1:${server.port}`, MAIL_FROM: 'desk@company.example' }),
      )
      const ctx = { ...admin, mail }
      const email = 'new@desk.test'
      const sent = await mailed(invitePerson)(ctx, { email, roles: ['onboarding'] })
      expect(sent).toEqual({
        ok: true,
        mailed: true,
        email,
        waits: false,
        expiresAt: new Date(clock + 7 * DAY_MS).toISOString(),
      })
      const [{ to, text } = { to: [], text: '' }] = server.taken
      expect(to).toEqual([email])
      expect(readBody(text)).toContain('Ada invited you to PayFac Desk.')
      const [, first = ''] = /\/welcome#(\S+)/.exec(readBody(text)) ?? []
      expect(await readLink(anyone(), { token: first })).toMatchObject({ state: 'open', email })

      server.mode = 'refuses-recipient'
      const [linkId = ''] = first.split('.')
      const failed = await mailed(resendLink)(ctx, { linkId })
      if (!failed.ok || failed.mailed) throw new Error('It was mailed.')
      expect(failed.because).toBe('The mail server refused this address.')
      expect(await readLink(anyone(), { token: first })).toEqual({ state: 'voided' })
      expect(await accept(failed.token), 'whoever made it hands it over').toMatchObject({ ok: true })

      server.mode = 'takes'
      const { id: personId } = await personOf(email)
      expect(await mailed(makePasswordLink)(ctx, { personId })).toMatchObject({ mailed: true, email })
      expect(server.taken[1]?.text).toContain('Subject: Your new password for PayFac Desk')
      expect(await mailed(invitePerson)(ctx, { email, roles: ['onboarding'] })).toMatchObject({ ok: false })
      expect(server.taken, 'a refusal mails nothing').toHaveLength(2)
      const without = await mailed(makePasswordLink)(admin, { personId })
      expect(without).toMatchObject({ mailed: false, because: null, token: expect.any(String) })
      const rows = await desk.services.db
        .select({ action: auditLog.action, subjectId: auditLog.subjectId, detail: auditLog.detail })
        .from(auditLog)
        .where(inArray(auditLog.action, ['person-link-mailed', 'person-link-not-mailed']))
        .orderBy(auditLog.id)
      const about = { email, kind: 'invitation' }
      expect(rows).toEqual([
        { action: 'person-link-mailed', subjectId: linkId, detail: about },
        { action: 'person-link-mailed', subjectId: expect.any(String), detail: about },
        {
          action: 'person-link-not-mailed',
          subjectId: rows[1]?.subjectId,
          detail: { ...about, because: 'The mail server refused this address.', mayArrive: false },
        },
        { action: 'person-link-mailed', subjectId: personId, detail: { email, kind: 'new-password' } },
      ])
      for (const { token } of [failed, without as { token: string }, { token: first }])
        expect(JSON.stringify(rows)).not.toContain(token.split('.')[1])
    } finally {
      await server.close()
    }
  })

  test('is valid for 7 days', async () => {
    const token = tokenOf(await invite())
    clock += 7 * DAY_MS - 1
    expect(await readLink(anyone(), { token })).toMatchObject({ state: 'open' })
    clock += 1
    expect(await readLink(anyone(), { token })).toEqual({ state: 'expired' })
    expect(await accept(token)).toMatchObject({ ok: false })
    expect(await invite(), 'an expired one is in no one’s way').toMatchObject({ ok: true })
  })

  test('that is made anew voids the one before', async () => {
    const first = tokenOf(await invite())
    const [linkId = ''] = first.split('.')
    const second = tokenOf(await resendLink(admin, { linkId }))
    expect(await readLink(anyone(), { token: first })).toEqual({ state: 'voided' })
    expect(await accept(first)).toMatchObject({ ok: false })
    expect(await resendLink(admin, { linkId })).toMatchObject({ ok: false })
    expect(await accept(second)).toMatchObject({ ok: true })
  })

  test('keeps its row when it is made anew', async () => {
    const first = tokenOf(await invite())
    await invitePerson(admin, { email: 'aaron@desk.test', roles: ['onboarding'] })
    const shown = async () =>
      (await viewPeople(admin, 'https://desk.test')).invitations.map(({ email }) => email)
    const before = await shown()
    expect(before).toHaveLength(2)
    clock += 1_000
    await resendLink(admin, { linkId: first.split('.')[0] ?? '' })
    expect(await shown()).toEqual(before)
  })

  test('of one who is no admin any more opens nothing, and the log says so', async () => {
    const second = await desk.as('Berta', ['admin'])
    const made = await invite()
    const token = tokenOf(made)
    await changeRoles(second, { ...(await chosen(admin)), roles: ['auditor'] })
    expect(await readLink(anyone(), { token })).toEqual({ state: 'voided' })
    const rows = await desk.services.db
      .select({ subjectId: auditLog.subjectId, actorId: auditLog.actorId, detail: auditLog.detail })
      .from(auditLog)
      .where(eq(auditLog.action, 'person-link-revoked'))
    expect(rows).toEqual([
      {
        subjectId: token.split('.')[0],
        actorId: second.actor.id,
        detail: { email: expect.any(String), because: 'The person who made it is not an admin any more.' },
      },
    ])
  })

  test('that is revoked opens nothing', async () => {
    const token = tokenOf(await invite())
    const [linkId = ''] = token.split('.')
    expect(await revokeLink(admin, { linkId })).toEqual({ ok: true })
    expect(await accept(token)).toMatchObject({ ok: false })
    expect(await revokeLink(admin, { linkId })).toMatchObject({ ok: false })
  })

  test('that is revoked from a page older than the link made in its place opens nothing either', async () => {
    const [linkId = ''] = tokenOf(await invite()).split('.')
    const anew = tokenOf(await resendLink(admin, { linkId }))
    expect(await revokeLink(admin, { linkId })).toEqual({ ok: true })
    expect(await accept(anew)).toMatchObject({ ok: false })
  })

  test('is stored without its secret, and opens for no other', async () => {
    const token = tokenOf(await invite())
    const [linkId, secret = ''] = token.split('.')
    expect(JSON.stringify(await desk.services.db.select().from(accessLinks))).not.toContain(secret)
    expect(JSON.stringify(await desk.services.db.select().from(auditLog))).not.toContain(secret)
    for (const wrong of [
      `${linkId}.${secret.slice(1)}a`,
      `${linkId}.`,
      secret,
      '',
      `${crypto.randomUUID()}.${secret}`,
    ])
      expect(await readLink(anyone(), { token: wrong }), wrong).toEqual({ state: 'unknown' })
  })

  test('goes to nobody who is here already, and once to one address', async () => {
    await desk.as('Otto')
    expect(await invite(['onboarding'], 'otto@desk.test')).toMatchObject({ ok: false, field: 'email' })
    await invite()
    expect(await invite()).toMatchObject({ ok: false, field: 'email' })
    const twice = await Promise.all([
      invite(['auditor'], 'twin@desk.test'),
      invite(['auditor'], 'twin@desk.test'),
    ])
    expect(twice.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test('takes 12 characters where the roles need a second factor, and 15 where they do not', async () => {
    const short = 'marmalade 7q'
    const invited = async (email: string, roles: Role[]) => {
      const made = await invitePerson(admin, { email, roles })
      const token = tokenOf(made)
      const link = await readLink(anyone(), { token })
      return { token, minLength: 'minLength' in link ? link.minLength : null }
    }
    const plain = await invited('plain@desk.test', ['onboarding'])
    expect(plain.minLength).toBe(15)
    expect(await acceptLink(anyone(), { token: plain.token, name: 'Pia Plain', password: short })).toEqual({
      ok: false,
      message: 'Use at least 15 characters.',
      field: 'password',
    })
    expect((await accept(plain.token, 'Pia Plain')).ok).toBe(true)
    await desk.services.db
      .update(settings)
      .set({ value: { finance: true } })
      .where(eq(settings.key, 'sign-in'))
    const power = await invited('power@desk.test', ['finance'])
    expect(power.minLength).toBe(12)
    expect(
      await acceptLink(anyone(), { token: power.token, name: 'Pau Power', password: short.slice(1) }),
    ).toMatchObject({ field: 'password' })
    expect(
      await acceptLink(anyone(), { token: power.token, name: 'Pau Power', password: short }),
    ).toMatchObject({ ok: true })
  })

  test('takes no password that is on the lists, and is not used up by it', async () => {
    const token = tokenOf(await invite())
    for (const password of ['passwordpassword', 'demo-desk-2026!', 'new@desk.testnew@desk.test'])
      expect(await acceptLink(anyone(), { token, name: 'Nina New', password })).toMatchObject({
        ok: false,
        field: 'password',
      })
    expect(await acceptLink(anyone(), { token, password: PASSWORD })).toMatchObject({
      ok: false,
      field: 'name',
    })
    expect(await accept(token)).toMatchObject({ ok: true })
  })

  test('that gives approval waits for a second admin where there is one', async () => {
    const second = await desk.as('Berta', ['admin'])
    const made = await invite(['finance'])
    expect(made).toMatchObject({ ok: true, waits: true })
    const token = tokenOf(made)
    const [linkId = ''] = token.split('.')
    expect(await readLink(anyone(), { token })).toEqual({ state: 'waiting' })
    expect(await accept(token)).toMatchObject({ ok: false })
    expect(await consentToLink(admin, { linkId }), 'one’s own').toMatchObject({ ok: false })
    expect(await consentToLink(second, { linkId })).toEqual({ ok: true })
    const resent = await resendLink(admin, { linkId })
    expect(resent, 'the consent was to the link before').toMatchObject({ ok: true, waits: true })
    const anew = tokenOf(resent)
    expect(await accept(anew)).toMatchObject({ ok: false })
    expect(await consentToLink(second, { linkId: anew.split('.')[0] ?? '' })).toEqual({ ok: true })
    expect(await accept(anew)).toMatchObject({ ok: true })
    expect(await invite(['auditor'], 'reader@desk.test')).toMatchObject({ waits: false })
  })

  test('that was made while there was one admin asks for consent when it is resent beside a second', async () => {
    const token = tokenOf(await invite(['finance']))
    await desk.as('Berta', ['admin'])
    const [linkId = ''] = token.split('.')
    expect(await resendLink(admin, { linkId })).toMatchObject({ ok: true, waits: true })
  })

  test('by the command gives no admin a way past the second one when it is resent', async () => {
    const [linkId = ''] = tokenOf(
      await makeFirstAdmin(desk.services, { email: 'root@desk.test', recover: true }),
    ).split('.')
    await desk.as('Berta', ['admin'])
    expect(await resendLink(admin, { linkId })).toMatchObject({ ok: true, waits: true })
  })

  test('waits again once whoever consented to it is no admin any more', async () => {
    const [second] = [await desk.as('Berta', ['admin']), await desk.as('Cora', ['admin'])]
    const token = tokenOf(await invite(['finance']))
    await consentToLink(second, { linkId: token.split('.')[0] ?? '' })
    await changeRoles(admin, { ...(await chosen(second)), roles: ['auditor'] })
    expect(await readLink(anyone(), { token })).toEqual({ state: 'waiting' })
    expect(await accept(token)).toMatchObject({ ok: false })
  })

  test('that was applied alone waits for a second admin who is there before it is used', async () => {
    const second = await desk.as('Berta', ['admin'])
    const token = tokenOf(await invite(['finance']))
    const [linkId = ''] = token.split('.')
    await desk.services.db.update(users).set({ active: false }).where(eq(users.id, second.actor.id))
    expect(await consentToLink(admin, { linkId })).toEqual({ ok: true })
    const [row] = await desk.services.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'person-link-consented'))
    expect(row).toMatchObject({ actorId: admin.actor.id, detail: { proposedBy: admin.actor.id } })
    expect(await readLink(anyone(), { token })).toMatchObject({ state: 'open' })
    const third = await desk.as('Cora', ['admin'])
    expect(await readLink(anyone(), { token })).toEqual({ state: 'voided' })
    expect(await accept(token)).toMatchObject({ ok: false })
    const anew = tokenOf(await resendLink(admin, { linkId }))
    expect(await consentToLink(third, { linkId: anew.split('.')[0] ?? '' })).toEqual({ ok: true })
    expect(await accept(anew)).toMatchObject({ ok: true })
  })

  test('is void once whoever made it is no admin any more', async () => {
    const second = await desk.as('Berta', ['admin'])
    const token = tokenOf(await invitePerson(second, { email: 'friend@desk.test', roles: ['auditor'] }))
    await deactivatePerson(admin, { ...(await chosen(second)), ...NOBODYS })
    expect(await accept(token)).toMatchObject({ ok: false })
  })
})

describe('the first admin', () => {
  const make = (email: string, recover = false) => makeFirstAdmin(desk.services, { email, recover })

  test('comes in by a link of the command, and invites the next', async () => {
    expect(await accept(tokenOf(await make('root@desk.test')), 'Rita Root')).toMatchObject({ ok: true })
    expect(await rolesNow(await enter('root@desk.test'))).toEqual(['admin'])
    expect(await make('other@desk.test')).toMatchObject({ ok: false })
  })

  test('is told from a new password for one who is there', async () => {
    expect(await make('root@desk.test')).toMatchObject({ ok: true, isReset: false })
    const admin = await desk.as('Ada', ['admin'])
    expect(await make(admin.actor.email, true)).toMatchObject({ ok: true, isReset: true })
  })

  test('is asked for in words where an admin is there', async () => {
    const admin = await desk.as('Ada', ['admin'])
    await desk.as('Otto')
    expect(await make('ada@desk.test')).toMatchObject({ ok: false })
    expect(await make('otto@desk.test', true)).toMatchObject({ ok: false })
    const token = tokenOf(await make('ada@desk.test', true))
    expect(await acceptLink(anyone(), { token, password: PASSWORD })).toMatchObject({ ok: true })
    expect(await enter(admin.actor.email)).not.toBeNull()
  })
})

describe('roles', () => {
  test('count in open sessions from the next request on', async () => {
    const admin = await desk.as('Ada', ['admin'])
    const token = tokenOf(await invitePerson(admin, { email: 'new@desk.test', roles: ['onboarding'] }))
    await accept(token)
    const session = await enter('new@desk.test')
    const { id: personId, version } = await personOf('new@desk.test')
    expect(await changeRoles(admin, { personId, version, roles: ['finance'] })).toEqual({
      ok: true,
      waits: false,
    })
    expect(await rolesNow(session)).toEqual(['finance'])
    expect(await changeRoles(admin, { personId, version, roles: ['auditor'] }), 'stale').toMatchObject({
      ok: false,
    })
  })

  test('that give approval or administration wait for a second admin, and others do not', async () => {
    const [first, second] = [await desk.as('Ada', ['admin']), await desk.as('Berta', ['admin'])]
    const person = await desk.as('Otto', ['onboarding'])
    for (const roles of [['underwriter'], ['finance', 'onboarding'], ['admin']] satisfies Role[][]) {
      expect(await changeRoles(first, { ...(await chosen(person)), roles })).toEqual({
        ok: true,
        waits: true,
      })
      expect((await personOf(person.actor.email)).roles).toEqual(['onboarding'])
      const answer = async (by: Ctx, word: 'consent' | 'reject' | 'withdraw') =>
        answerProposal(by, { ...(await chosen(person)), answer: word })
      expect(await answer(first, 'consent')).toMatchObject({ ok: false })
      expect(await answer(first, 'reject')).toMatchObject({ ok: false })
      expect(await answer(second, 'withdraw')).toMatchObject({ ok: false })
      expect(await answer(second, 'reject')).toEqual({ ok: true })
      expect(await answer(second, 'consent'), 'nothing waits').toMatchObject({ ok: false })
    }
    await changeRoles(first, { ...(await chosen(person)), roles: ['finance'] })
    expect(await answerProposal(second, { ...(await chosen(person)), answer: 'consent' })).toEqual({
      ok: true,
    })
    expect((await personOf(person.actor.email)).roles).toEqual(['finance'])
    expect(await changeRoles(first, { ...(await chosen(person)), roles: ['auditor'] })).toEqual({
      ok: true,
      waits: false,
    })
  })

  test('the others are notified of a new admin, who cannot approve for whoever made them one for three days', async () => {
    const [ada, olaf] = [await desk.as('Ada', ['admin']), await desk.as('Olaf', ['auditor'])]
    const [bea, dora] = [await desk.as('Bea'), await desk.as('Dora')]
    const noticed = async (of: Ctx) =>
      (await listNotifications(of)).groups.map(({ name, notices }) => [name, notices.map(({ kind }) => kind)])
    expect(await changeRoles(ada, { ...(await chosen(bea)), roles: ['admin'] })).toEqual({
      ok: true,
      waits: false,
    })
    const newAdmin: Ctx = { ...bea, actor: { ...bea.actor, roles: ['admin'] } }
    expect(await noticed(olaf)).toEqual([['Bea', ['new-admin']]])
    expect((await listNotifications(olaf)).groups[0]?.notices).toMatchObject([
      { by: 'Ada', isUnread: true, hasEnded: false, path: '/admin/audit' },
    ])
    expect([await noticed(ada), await noticed(newAdmin)]).toEqual([[], []])

    const propose = async () =>
      expect(await changeRoles(ada, { ...(await chosen(dora)), roles: ['finance'] })).toEqual({
        ok: true,
        waits: true,
      })
    const consent = async (by: Ctx) => answerProposal(by, { ...(await chosen(dora)), answer: 'consent' })
    await propose()
    expect(await consent(newAdmin)).toMatchObject({
      ok: false,
      message: expect.stringMatching(/^Ada made you an admin less than 3 days ago, .* until .* UTC\./),
    })
    const refused = await desk.services.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'approval-refused'))
    expect(refused).toMatchObject([
      {
        actorId: bea.actor.id,
        subjectId: dora.actor.id,
        detail: { because: expect.stringMatching(/^Ada made you an admin/) },
      },
    ])
    const { token } = (await invitePerson(ada, { email: 'nina@desk.test', roles: ['finance'] })) as {
      token: string
    }
    const linkId = token.split('.')[0] ?? ''
    expect(await consentToLink(newAdmin, { linkId })).toMatchObject({ ok: false })
    const seen = await viewPeople(newAdmin, 'https://desk.test')
    const barred = expect.stringMatching(/^Ada made you an admin .* Until then no one can\.$/)
    expect(seen).toMatchObject({ waitingForMe: 0, invitations: [{ barred }] })
    expect(seen.people.find(({ id }) => id === dora.actor.id)?.proposal).toMatchObject({ barred })
    expect((await viewPeople(ada, 'https://desk.test')).nobodyApproves).toMatch(/^You made Bea an admin/)
    // They say no as anyone, and are answered as anyone.
    expect(await answerProposal(newAdmin, { ...(await chosen(dora)), answer: 'reject' })).toEqual({
      ok: true,
    })
    await changeRoles(newAdmin, { ...(await chosen(dora)), roles: ['finance'] })
    expect(await consent(ada), 'the other direction').toMatchObject({
      ok: false,
      message: expect.stringMatching(/^You made Bea an admin less than 3 days ago, .* no one can\.$/),
    })
    expect((await viewPeople(newAdmin, 'https://desk.test')).nobodyApproves).toMatch(/^Ada made you an admin/)
    expect(await answerProposal(newAdmin, { ...(await chosen(dora)), answer: 'withdraw' })).toEqual({
      ok: true,
    })
    await propose()
    clock += 3 * DAY_MS
    expect(await consent(newAdmin)).toEqual({ ok: true })
    expect(await consentToLink(newAdmin, { linkId })).toEqual({ ok: true })
  })

  test('an admin who left still counts as the second one for three days, and comes back at once', async () => {
    const [ada, nia] = [await desk.as('Ada', ['admin']), await desk.as('Nia', ['admin'])]
    const [olaf, dora] = [await desk.as('Olaf', ['auditor']), await desk.as('Dora')]
    const kinds = async (of: Ctx) =>
      (await listNotifications(of)).groups.flatMap(({ notices }) => notices.map(({ kind }) => kind))
    const waits = async () => {
      expect(await changeRoles(nia, { ...(await chosen(dora)), roles: ['finance'] })).toMatchObject({
        ok: true,
        waits: true,
      })
      expect(await invitePerson(nia, { email: 'eve@desk.test', roles: ['admin'] })).toMatchObject({
        ok: true,
        waits: true,
      })
      const base = await loadFundingRules(desk.services.db)
      const value = { ...base, secondAboveAmount: null }
      const saved = await saveSetting(nia, fundingRules, { base, value })
      expect(saved).toMatchObject({ ok: true, waits: true })
      await desk.services.db.delete(accessLinks)
      await desk.services.db.delete(ruleProposals)
    }
    expect(await deactivatePerson(nia, { ...(await chosen(ada)), ...NOBODYS })).toEqual({ ok: true })
    await waits()
    expect(await viewPeople(nia, 'https://desk.test')).toMatchObject({
      justLeft: [ada.actor.id],
      nobodyApproves: expect.stringMatching(/^Ada stopped being an admin less than 3 days ago, so/),
    })
    expect(await kinds(olaf)).toEqual(['lost-admin'])
    expect(await reactivatePerson(nia, await chosen(ada))).toEqual({ ok: true, waits: false })
    expect(await kinds(ada), 'is told when they are back').toEqual(['lost-admin'])

    await changeRoles(nia, { ...(await chosen(ada)), roles: ['auditor'] })
    await waits()
    clock += 3 * DAY_MS
    expect(await changeRoles(nia, { ...(await chosen(dora)), roles: ['finance'] })).toEqual({
      ok: true,
      waits: false,
    })
  })

  test('an admin who is brought back within these days and removed again counts anew', async () => {
    const [ada, zoe] = [await desk.as('Ada', ['admin']), await desk.as('Zoe', ['admin'])]
    const dora = await desk.as('Dora')
    const pass = (hours: number) => {
      clock += hours * 3_600_000
    }
    await deactivatePerson(ada, { ...(await chosen(zoe)), ...NOBODYS })
    pass(62)
    expect(await reactivatePerson(ada, await chosen(zoe))).toEqual({ ok: true, waits: false })
    pass(11)
    await deactivatePerson(ada, { ...(await chosen(zoe)), ...NOBODYS })
    expect(await changeRoles(ada, { ...(await chosen(dora)), roles: ['finance'] })).toEqual({
      ok: true,
      waits: true,
    })
    pass(72)
    expect(await changeRoles(ada, { ...(await chosen(dora)), roles: ['auditor', 'finance'] })).toEqual({
      ok: true,
      waits: false,
    })
  })

  test.each<[string, (asker: Ctx) => Promise<{ admin: Ctx; leave: () => Promise<unknown> }>]>([
    [
      'joined by an invitation',
      async (asker) => {
        const email = 'root@desk.test'
        const made = await makeFirstAdmin(desk.services, { email, recover: false })
        await accept(tokenOf(made as LinkResult), 'Rita Root')
        const rita: Ctx = { ...asker, actor: { ...asker.actor, ...(await personOf(email)) } }
        const otto = await desk.as('Otto')
        await changeRoles(rita, { ...(await chosen(otto)), roles: ['admin'] })
        const leave = async () => deactivatePerson(rita, { ...(await chosen(otto)), ...NOBODYS })
        return { admin: rita, leave }
      },
    ],
    [
      'was given the role',
      async () => {
        const [ada, nia] = [await desk.as('Ada', ['admin']), await desk.as('Nia')]
        await changeRoles(ada, { ...(await chosen(nia)), roles: ['admin'] })
        const leave = () =>
          desk.services.db.update(users).set({ active: false }).where(eq(users.id, ada.actor.id))
        return { admin: { ...nia, actor: { ...nia.actor, roles: ['admin'] } }, leave }
      },
    ],
  ])('proposed by a new admin who %s are theirs to apply once they are alone', async (_, make) => {
    const dora = await desk.as('Dora')
    const { admin, leave } = await make(dora)
    await changeRoles(admin, { ...(await chosen(dora)), roles: ['finance'] })
    const invitation = tokenOf(await invitePerson(admin, { email: 'eve@desk.test', roles: ['admin'] }))
    const base = await loadFundingRules(desk.services.db)
    await saveSetting(admin, fundingRules, { base, value: { ...base, secondAboveAmount: null } })
    await leave()

    expect(await viewPeople(admin, 'https://desk.test')).toMatchObject({ toApply: 2, nobodyApproves: null })
    const [rule] = await listProposals(admin)
    expect(rule).toMatchObject({ mayApply: true, barred: null })
    const work = (await viewDashboard(admin, { days: 7 })).work ?? []
    expect(work.find(({ key }) => key === 'rule-changes')).toMatchObject({ count: 1 })
    const linkId = invitation.split('.')[0] ?? ''
    expect([
      await answerProposal(admin, { ...(await chosen(dora)), answer: 'consent' }),
      await consentToLink(admin, { linkId }),
      await answerRule(admin, { proposalId: rule?.id ?? '', answer: 'consent' }),
    ]).toEqual([{ ok: true }, { ok: true }, { ok: true }])
  })

  test('proposed by an admin who is alone since are theirs to apply, and the page says so', async () => {
    const [ada, nia] = [await desk.as('Ada', ['admin']), await desk.as('Nia', ['admin'])]
    const [dora, finn] = [await desk.as('Dora'), await desk.as('Finn', ['finance'])]
    await changeRoles(nia, { ...(await chosen(dora)), roles: ['finance'] })
    const invitation = tokenOf(await invitePerson(nia, { email: 'eve@desk.test', roles: ['admin'] }))
    const finnsPassword = tokenOf(await makePasswordLink(nia, { personId: finn.actor.id }))
    const base = await loadFundingRules(desk.services.db)
    const value = { ...base, secondAboveAmount: null }
    await saveSetting(nia, fundingRules, { base, value })
    await deactivatePerson(nia, { ...(await chosen(ada)), ...NOBODYS })
    // A link for a password is made late in these days: it lasts one.
    await desk.services.db.update(accessLinks).set({ expiresAt: new Date(clock + 9 * DAY_MS) })
    const applyAll = async () => {
      const { people, invitations } = await viewPeople(nia, 'https://desk.test')
      const [rule] = await listProposals(nia)
      const shown = [
        people.find(({ id }) => id === dora.actor.id)?.proposal,
        invitations[0],
        people.find(({ id }) => id === finn.actor.id)?.link,
        rule,
      ].map((waiting) => waiting?.mayApply)
      const results = [
        await answerProposal(nia, { ...(await chosen(dora)), answer: 'consent' }),
        await consentToLink(nia, { linkId: invitation.split('.')[0] ?? '' }),
        await consentToLink(nia, { linkId: finnsPassword.split('.')[0] ?? '' }),
        await answerRule(nia, { proposalId: rule?.id ?? '', answer: 'consent' }),
      ].map(({ ok }) => ok)
      return { shown, results }
    }
    const all = (is: boolean) => ({ shown: [is, is, is, is], results: [is, is, is, is] })
    expect(await applyAll(), 'Ada still counts').toEqual(all(false))
    clock += 3 * DAY_MS
    expect(await viewPeople(nia, 'https://desk.test')).toMatchObject({ toApply: 3, nobodyApproves: null })
    const work = (await viewDashboard(nia, { days: 7 })).work ?? []
    expect(work.find(({ key }) => key === 'rule-changes')).toMatchObject({ count: 1 })
    expect(await applyAll()).toEqual(all(true))
    const rows = await desk.services.db.select().from(auditLog).where(eq(auditLog.actorId, nia.actor.id))
    const audited = rows.filter(({ action }) =>
      ['person-roles-changed', 'funding-rules-changed'].includes(action),
    )
    expect(audited.map(({ detail }) => detail.proposedBy)).toEqual([nia.actor.id, nia.actor.id])
    expect(await loadFundingRules(desk.services.db)).toEqual(value)
    await desk.services.db.delete(settings)

    // No one else's consent: an admin who is there before the link is used has to give theirs.
    await accept(invitation)
    expect(await readLink(anyone(), { token: finnsPassword })).toEqual({ state: 'voided' })
  })

  test('of one’s own need a second admin as others do', async () => {
    const [first] = [await desk.as('Ada', ['admin']), await desk.as('Berta', ['admin'])]
    expect(await changeRoles(first, { ...(await chosen(first)), roles: ['admin', 'finance'] })).toMatchObject(
      {
        waits: true,
      },
    )
  })

  test('a proposal falls with its author', async () => {
    const [first, second] = [await desk.as('Ada', ['admin']), await desk.as('Berta', ['admin'])]
    const person = await desk.as('Otto', ['onboarding'])
    await changeRoles(second, { ...(await chosen(person)), roles: ['finance'] })
    await changeRoles(first, { ...(await chosen(second)), roles: ['auditor'] })
    expect((await personOf(person.actor.email)).proposedRoles).toBeNull()
    const [row] = await desk.services.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'person-roles-withdrawn'))
    expect(row).toMatchObject({
      actorId: first.actor.id,
      subjectId: person.actor.id,
      detail: {
        roles: ['finance'],
        proposedBy: second.actor.id,
        because: expect.stringMatching(/not an admin/),
      },
    })
  })

  test('the last active admin keeps the role', async () => {
    const admin = await desk.as('Ada', ['admin'])
    expect(await changeRoles(admin, { ...(await chosen(admin)), roles: ['auditor'] })).toMatchObject({
      ok: false,
    })
    expect(await deactivatePerson(admin, { ...(await chosen(admin)), ...NOBODYS })).toMatchObject({
      ok: false,
    })
  })

  test('who is no admin any more changes nothing, however their request began', async () => {
    const [first, second] = [await desk.as('Ada', ['admin']), await desk.as('Berta', ['admin'])]
    await changeRoles(first, { ...(await chosen(second)), roles: ['auditor'] })
    await expect(changeRoles(second, { ...(await chosen(first)), roles: ['auditor'] })).rejects.toMatchObject(
      {
        code: 'forbidden',
      },
    )
  })
})

describe('somebody who is deactivated', () => {
  test('is out at once, and in again when they are reactivated', async () => {
    const admin = await desk.as('Ada', ['admin'])
    await accept(tokenOf(await invitePerson(admin, { email: 'new@desk.test', roles: ['onboarding'] })))
    const session = await enter('new@desk.test')
    const { id: personId } = await personOf('new@desk.test')
    const version = async () => (await personOf('new@desk.test')).version
    expect(await deactivatePerson(admin, { personId, version: await version(), ...NOBODYS })).toEqual({
      ok: true,
    })
    expect(await rolesNow(session)).toBeNull()
    expect(await enter('new@desk.test')).toBeNull()
    expect(await makePasswordLink(admin, { personId })).toMatchObject({ ok: false })
    expect(await reactivatePerson(admin, { personId, version: await version() })).toEqual({
      ok: true,
      waits: false,
    })
    expect(await rolesNow(session), 'the old session stays ended').toBeNull()
    expect(await rolesNow(await enter('new@desk.test'))).toEqual(['onboarding'])
  })

  test('comes back only while nobody else who is active goes by the name', async () => {
    const [first, second] = [await desk.as('Ada', ['admin']), await desk.as('Berta', ['admin'])]
    const [plain, power] = [await desk.as('Otto'), await desk.as('Fina', ['finance'])]
    await deactivatePerson(first, { ...(await chosen(plain)), ...NOBODYS })
    await deactivatePerson(first, { ...(await chosen(power)), ...NOBODYS })
    await reactivatePerson(first, await chosen(power))
    for (const [index, name] of ['otto', 'FINA'].entries())
      await desk.services.db
        .insert(users)
        .values({ email: `twin${index}@desk.test`, name, passwordHash: 'none', roles: ['auditor'] })
    expect(await reactivatePerson(first, await chosen(plain))).toMatchObject({ ok: false })
    expect(
      await answerProposal(second, { ...(await chosen(power)), answer: 'consent' }),
      'taken since it was proposed',
    ).toMatchObject({ ok: false })
    await desk.services.db.update(users).set({ name: 'Tom Twin' }).where(eq(users.email, 'twin0@desk.test'))
    expect(await reactivatePerson(first, await chosen(plain))).toMatchObject({ ok: true })
  })

  test('comes back to approve only with a second admin', async () => {
    const [first, second] = [await desk.as('Ada', ['admin']), await desk.as('Berta', ['admin'])]
    const person = await desk.as('Fina', ['finance'])
    await deactivatePerson(first, { ...(await chosen(person)), ...NOBODYS })
    expect(await reactivatePerson(first, await chosen(person))).toEqual({ ok: true, waits: true })
    expect((await personOf(person.actor.email)).active).toBe(false)
    await answerProposal(second, { ...(await chosen(person)), answer: 'consent' })
    expect((await personOf(person.actor.email)).active).toBe(true)
  })

  test('leaves cases and applications to those who were chosen, and a case never to who worked on it', async () => {
    const { db } = desk.services
    const admin = await desk.as('Ada', ['admin'])
    const [author, heir] = [await desk.as('Otto'), await desk.as('Olga')]
    const [leaver, contributor] = [
      await desk.as('Uma', ['underwriter', 'onboarding']),
      await desk.as('Ute', ['underwriter', 'onboarding']),
    ]
    const claimed = async (by: Ctx) => {
      const { id } = await createApplication(by)
      await db.update(applications).set({ status: 'in-underwriting' }).where(eq(applications.id, id))
      await db.insert(underwritingCases).values({
        applicationId: id,
        round: 1,
        handedOverBy: by.actor.id,
        handedOverAt: now(),
        underwriterId: leaver.actor.id,
        claimedAt: now(),
      })
      return id
    }
    const [free, contributed] = [await claimed(author), await claimed(contributor)]
    const { id: draft } = await createApplication(author)
    await db.update(applications).set({ assigneeId: leaver.actor.id }).where(eq(applications.id, draft))
    const view = await viewPeople(admin, 'http://desk.test')
    expect(view.people.find(({ id }) => id === leaver.actor.id)?.work).toEqual({ cases: 2, applications: 1 })

    const give = async (casesTo: Ctx) =>
      deactivatePerson(admin, {
        ...(await chosen(leaver)),
        casesTo: casesTo.actor.id,
        applicationsTo: heir.actor.id,
      })
    expect(await give(heir), 'no underwriter').toMatchObject({ ok: false, field: 'casesTo' })
    expect(await give(contributor)).toEqual({ ok: true })
    const holder = async (id: string) => {
      const [row] = await db.select().from(underwritingCases).where(eq(underwritingCases.applicationId, id))
      return row?.underwriterId
    }
    expect(await holder(free)).toBe(contributor.actor.id)
    expect(await holder(contributed), 'own work').toBeNull()
    const [given] = await db.select().from(applications).where(eq(applications.id, draft))
    expect(given?.assigneeId).toBe(heir.actor.id)

    // A person who loses the role loses their claimed cases with it.
    await changeRoles(admin, { ...(await chosen(contributor)), roles: ['auditor'] })
    expect(await holder(free)).toBeNull()
  })

  describe('at the same moment', () => {
    let admin: Ctx
    let leaver: Ctx
    let other: Ctx
    beforeEach(async () => {
      admin = await desk.as('Ada', ['admin'])
      leaver = await desk.as('Uma', ['underwriter', 'onboarding'])
      other = await desk.as('Ute', ['underwriter', 'onboarding'])
    })
    const deactivate = async () => deactivatePerson(admin, { ...(await chosen(leaver)), ...NOBODYS })
    const untilWaiting = (count: number) =>
      vi.waitFor(async () => {
        const { rows } = await desk.services.db.execute(
          sql`select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        expect(rows).toEqual([{ waiting: count }])
      }, 10_000)
    const application = async (assigneeId: string | null) => {
      const { id } = await createApplication(admin)
      await desk.services.db
        .update(applications)
        .set({ assigneeId, status: 'in-underwriting' })
        .where(eq(applications.id, id))
      return id
    }
    const addCase = (applicationId: string, underwriterId: string | null) =>
      desk.services.db.insert(underwritingCases).values({
        applicationId,
        round: 1,
        handedOverBy: admin.actor.id,
        handedOverAt: now(),
        underwriterId,
        claimedAt: underwriterId === null ? null : now(),
      })
    /** Another transaction that locks the application until released. */
    const hold = async (
      applicationId: string,
      { first, last }: Record<'first' | 'last', (tx: Tx) => unknown>,
    ) => {
      const held = Promise.withResolvers<void>()
      const go = Promise.withResolvers<void>()
      const done = desk.services.db.transaction(async (tx) => {
        await tx.select().from(applications).where(eq(applications.id, applicationId)).for('update')
        await first(tx)
        held.resolve()
        await go.promise
        await last(tx)
      })
      await held.promise
      return async () => {
        go.resolve()
        await done
      }
    }
    const nothing = () => {}
    const holders = async (id: string) => {
      const [held] = await desk.services.db
        .select({ assignee: applications.assigneeId, underwriter: underwritingCases.underwriterId })
        .from(applications)
        .leftJoin(underwritingCases, eq(underwritingCases.applicationId, applications.id))
        .where(eq(applications.id, id))
      return held
    }
    const deactivated = async () => {
      const [row] = await desk.services.db
        .select()
        .from(auditLog)
        .where(eq(auditLog.action, 'person-deactivated'))
      return row?.detail
    }

    test('waits for what they write, and is not waited for in turn', async () => {
      const id = await application(leaver.actor.id)
      const release = await hold(id, {
        first: nothing,
        last: (tx) =>
          tx.update(applications).set({ adoptedBy: leaver.actor.id }).where(eq(applications.id, id)),
      })
      const deactivating = deactivate()
      await untilWaiting(1)
      await release()
      expect(await deactivating).toEqual({ ok: true })
    })

    test.each<[string, (id: string) => Promise<unknown>]>([
      [
        'an application that they are given',
        (id) => assignApplications(other, { rows: [{ applicationId: id, from: null }], to: leaver.actor.id }),
      ],
      [
        'a case that they are given',
        (id) => assignCase(other, { applicationId: id, from: null, to: leaver.actor.id }),
      ],
      ['a case that they claim', (id) => claimCase(leaver, { applicationId: id })],
    ])('%s goes back to everybody', async (_, give) => {
      const id = await application(null)
      await addCase(id, null)
      const release = await hold(id, { first: nothing, last: nothing })
      const giving = give(id)
      await untilWaiting(1)
      const deactivating = deactivate()
      await Promise.race([deactivating, untilWaiting(2)])
      await release()
      expect(await giving).toMatchObject({ ok: true })
      expect(await deactivating).toEqual({ ok: true })
      expect(await holders(id)).toEqual({ assignee: null, underwriter: null })
    })

    test('what somebody else took meanwhile stays theirs, and is not counted', async () => {
      const id = await application(leaver.actor.id)
      await addCase(id, leaver.actor.id)
      const release = await hold(id, {
        first: async (tx) => {
          await tx.update(applications).set({ assigneeId: other.actor.id }).where(eq(applications.id, id))
          await tx.update(underwritingCases).set({ underwriterId: other.actor.id })
        },
        last: nothing,
      })
      const deactivating = deactivate()
      await untilWaiting(1)
      await release()
      expect(await deactivating).toEqual({ ok: true })
      expect(await holders(id)).toEqual({ assignee: other.actor.id, underwriter: other.actor.id })
      expect(await actions()).not.toContain('application-assigned')
      expect(await deactivated()).toMatchObject({ cases: 0, applications: 0 })
    })

    test('an application alone that somebody else took meanwhile stays theirs', async () => {
      const id = await application(leaver.actor.id)
      const release = await hold(id, {
        first: (tx) =>
          tx.update(applications).set({ assigneeId: other.actor.id }).where(eq(applications.id, id)),
        last: nothing,
      })
      const deactivating = deactivate()
      await untilWaiting(1)
      await release()
      expect(await deactivating).toEqual({ ok: true })
      expect(await holders(id)).toMatchObject({ assignee: other.actor.id })
      expect(await deactivated()).toMatchObject({ applications: 0 })
    })
  })

  test('work goes only to somebody who may do it', async () => {
    const admin = await desk.as('Ada', ['admin'])
    const [leaver, auditor] = [await desk.as('Otto'), await desk.as('Aldo', ['auditor'])]
    expect(
      await deactivatePerson(admin, {
        ...(await chosen(leaver)),
        casesTo: '',
        applicationsTo: auditor.actor.id,
      }),
    ).toMatchObject({ ok: false, field: 'applicationsTo' })
    expect((await personOf(leaver.actor.email)).active, 'nothing was done').toBe(true)
  })
})

describe('a new password', () => {
  test('ends every session, and the old password', async () => {
    const admin = await desk.as('Ada', ['admin'])
    await accept(tokenOf(await invitePerson(admin, { email: 'new@desk.test', roles: ['onboarding'] })))
    const session = await enter('new@desk.test')
    const { id: personId } = await personOf('new@desk.test')
    const token = tokenOf(await makePasswordLink(admin, { personId }))
    expect(await rolesNow(session), 'until it is used').not.toBeNull()
    const password = 'a quieter marmalade'
    expect(await acceptLink(anyone(), { token, password })).toMatchObject({ ok: true })
    expect(await rolesNow(session)).toBeNull()
    expect(await enter('new@desk.test')).toBeNull()
    expect(await enter('new@desk.test', password)).not.toBeNull()
  })

  test('of one who approves needs a second admin; of the only other admin there is none', async () => {
    const [first, second] = [await desk.as('Ada', ['admin']), await desk.as('Berta', ['admin'])]
    const person = await desk.as('Fina', ['finance'])
    expect(await makePasswordLink(first, { personId: person.actor.id })).toMatchObject({ waits: true })
    expect(await makePasswordLink(first, { personId: second.actor.id })).toMatchObject({ ok: false })
    expect(await makePasswordLink(first, { personId: first.actor.id })).toMatchObject({ ok: false })
  })

  test('of an admin who was removed as one just now is made as an admin’s is', async () => {
    const [ada, bea] = [await desk.as('Ada', ['admin']), await desk.as('Bea', ['admin'])]
    const personId = bea.actor.id
    await changeRoles(ada, { ...(await chosen(bea)), roles: ['auditor'] })
    expect(await makePasswordLink(ada, { personId })).toMatchObject({
      ok: false,
      message: expect.stringMatching(/^Bea stopped being an admin .* needs a third admin until .* UTC\.$/),
    })
    clock += 3 * DAY_MS
    expect(await makePasswordLink(ada, { personId })).toMatchObject({ ok: true, waits: false })
    await changeRoles(ada, { ...(await chosen(bea)), roles: ['admin'] })
    clock += 3 * DAY_MS
    await desk.as('Cora', ['admin'])
    await changeRoles(ada, { ...(await chosen(bea)), roles: ['auditor'] })
    expect(await makePasswordLink(ada, { personId })).toMatchObject({ ok: true, waits: true })
  })

  test('does not hold their name, and opens what wrong tries had closed', async () => {
    const admin = await desk.as('Ada', ['admin'])
    await accept(
      tokenOf(await invitePerson(admin, { email: 'new@desk.test', roles: ['onboarding'] })),
      'Wilhelmina Thistlewood',
    )
    const { id: personId } = await personOf('new@desk.test')
    for (let i = 0; i < 10; i++)
      await signIn(
        { db: desk.services.db, now: now(), requestId: 'test', singleSignOn: null },
        { email: 'new@desk.test', password: `wrong ${i}`, address: '192.0.2.77' },
      )
    expect(await enter('new@desk.test'), 'the account is closed').toBeNull()
    const token = tokenOf(await makePasswordLink(admin, { personId }))
    expect(await acceptLink(anyone(), { token, password: 'Wilhelmina Thistlewood' })).toMatchObject({
      ok: false,
      field: 'password',
    })
    const password = 'a quieter marmalade'
    expect(await acceptLink(anyone(), { token, password })).toMatchObject({ ok: true })
    expect(await enter('new@desk.test', password)).not.toBeNull()
  })

  test('that cannot be set uses no link up', async () => {
    const admin = await desk.as('Ada', ['admin'])
    const person = await desk.as('Otto')
    const token = tokenOf(await makePasswordLink(admin, { personId: person.actor.id }))
    await desk.services.db.update(users).set({ active: false }).where(eq(users.id, person.actor.id))
    expect(await acceptLink(anyone(), { token, password: PASSWORD })).toMatchObject({ ok: false })
    const [link] = await desk.services.db.select().from(accessLinks)
    expect(link).toMatchObject({ usedAt: null })
  })

  test.each<Role[]>([['finance'], ['admin']])(
    'made for somebody before they approve or administer (%s) lets nobody in as them',
    async (role) => {
      const [first, second] = [await desk.as('Ada', ['admin']), await desk.as('Berta', ['admin'])]
      const person = await desk.as('Otto', ['onboarding'])
      const made = await makePasswordLink(first, { personId: person.actor.id })
      expect(made).toMatchObject({ ok: true, waits: false })
      const token = tokenOf(made)
      await changeRoles(first, { ...(await chosen(person)), roles: [role] })
      await answerProposal(second, { ...(await chosen(person)), answer: 'consent' })
      expect(await readLink(anyone(), { token })).toEqual({ state: 'voided' })
      expect(await acceptLink(anyone(), { token, password: PASSWORD })).toMatchObject({ ok: false })
      expect((await personOf(person.actor.email)).passwordHash).toBe('none')
    },
  )

  test('of one who approves is refused without consent once there is a second admin', async () => {
    const admin = await desk.as('Ada', ['admin'])
    const person = await desk.as('Fina', ['finance'])
    const made = await makePasswordLink(admin, { personId: person.actor.id })
    expect(made).toMatchObject({ ok: true, waits: false })
    const second = await desk.as('Berta', ['admin'])
    const token = tokenOf(made)
    expect(await readLink(anyone(), { token })).toEqual({ state: 'voided' })
    expect(await acceptLink(anyone(), { token, password: PASSWORD })).toMatchObject({ ok: false })
    const anew = await resendLink(admin, { linkId: token.split('.')[0] ?? '' })
    expect(anew).toMatchObject({ ok: true, waits: true })
    await consentToLink(second, { linkId: tokenOf(anew).split('.')[0] ?? '' })
    expect(await acceptLink(anyone(), { token: tokenOf(anew), password: PASSWORD })).toMatchObject({
      ok: true,
    })
  })

  test('by the command needs nobody, and a second admin makes no difference', async () => {
    const [first] = [await desk.as('Ada', ['admin']), await desk.as('Berta', ['admin'])]
    const token = tokenOf(await makeFirstAdmin(desk.services, { email: first.actor.email, recover: true }))
    expect(await acceptLink(anyone(), { token, password: PASSWORD })).toMatchObject({ ok: true })
  })

  test('is resent as it would be made today: for somebody else, and not once it ran out', async () => {
    const [first, second] = [await desk.as('Ada', ['admin']), await desk.as('Berta', ['admin'])]
    await desk.as('Cora', ['admin'])
    const linkOf = async (personId: string) =>
      tokenOf(await makePasswordLink(first, { personId })).split('.')[0] ?? ''
    expect(await resendLink(second, { linkId: await linkOf(second.actor.id) })).toMatchObject({ ok: false })
    const person = await desk.as('Otto')
    const linkId = await linkOf(person.actor.id)
    clock += DAY_MS
    expect(await resendLink(first, { linkId })).toMatchObject({ ok: false })
  })
})

test('an admin ends somebody’s sessions, and sees how many are open', async () => {
  const admin = await desk.as('Ada', ['admin'])
  await accept(tokenOf(await invitePerson(admin, { email: 'new@desk.test', roles: ['onboarding'] })))
  const session = await enter('new@desk.test')
  await enter('new@desk.test')
  const { id: personId } = await personOf('new@desk.test')
  const openOf = async () =>
    (await viewPeople(admin, 'http://desk.test')).people.find(({ id }) => id === personId)?.openSessions
  expect(await openOf()).toBe(2)
  expect(await endPersonSessions(admin, { personId })).toEqual({ ok: true })
  expect(await rolesNow(session)).toBeNull()
  expect(await openOf()).toBe(0)
  expect(await actions()).toContain('person-sessions-ended')
})

withPostgres('two admins at the same time, on a real PostgreSQL', (createDatabase) => {
  let shared: TestDesk
  beforeAll(async () => {
    shared = await openTestDesk({ partnerUrl, databaseUrl: await createDatabase() })
  })
  afterAll(() => shared.close())

  test.each([1, 2, 3, 4, 5])('who demote or deactivate each other leave one admin (%i)', async (round) => {
    const { db } = shared.services
    await db.update(users).set({ active: false })
    const admins = [await shared.as(`Ada${round}`, ['admin']), await shared.as(`Berta${round}`, ['admin'])]
    const [ada, berta] = admins
    if (!ada || !berta) throw new Error('Two admins are needed.')
    const demote = (by: Ctx, whom: Ctx) =>
      changeRoles(by, { personId: whom.actor.id, version: 1, roles: ['auditor'] })
    const shutOut = (by: Ctx, whom: Ctx) =>
      deactivatePerson(by, { personId: whom.actor.id, version: 1, ...NOBODYS })
    const results = await Promise.allSettled([
      demote(ada, berta),
      round % 2 === 0 ? demote(berta, ada) : shutOut(berta, ada),
    ])
    const done = results.filter((result) => result.status === 'fulfilled' && result.value.ok)
    expect(done).toHaveLength(1)
    const left = await db.select().from(users).where(eq(users.active, true))
    expect(left.filter(({ roles }) => roles.includes('admin'))).toHaveLength(1)
  })
})
