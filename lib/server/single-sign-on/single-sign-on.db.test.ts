import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { and, eq, inArray } from 'drizzle-orm'
import type { NextApiRequest, NextApiResponse } from 'next'
import NextAuth from 'next-auth'
import { decode } from 'next-auth/jwt'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { auditLog } from '@/lib/db/schema/desk'
import { secondFactors, sessions, signInIdentities, users } from '@/lib/db/schema/people'
import type { Role } from '@/lib/domain/access/permissions'
import { parseEnv, setAuthAddress } from '@/lib/env'
import { listNotifications } from '@/lib/server/notifications/list'
import { unlinkIdentity } from '@/lib/server/people/identities'
import { consentToLink, invitePerson } from '@/lib/server/people/links'
import { viewPeople } from '@/lib/server/people/list'
import { answerProposal, changeRoles } from '@/lib/server/people/roles'
import type { Ctx } from '@/lib/server/services'
import { hashPassword } from '@/lib/server/sign-in/passwords'
import { endSessions, findSignedIn } from '@/lib/server/sign-in/sessions'
import { signIn } from '@/lib/server/sign-in/sign-in'
import {
  openIdentityProvider,
  type ProviderAccount,
  signToken,
  type TestIdentityProvider,
} from '@/lib/testing/identity-provider'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import { allAuthOptions } from './identity-provider'
import { singleSignOnOf } from './sign-in-by-provider'

const SECRET = 'a secret of the tests, long enough'

let desk: TestDesk
let provider: TestIdentityProvider
let origin: string
let admin: Ctx
/** What the operator set besides the provider itself. */
let settings: Record<string, string> = {}
const services = () => ({ ...desk.services, singleSignOn: singleSignOnOf(env()) })
const env = () =>
  parseEnv({
    APP_URL: origin,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
    OIDC_DOMAINS: 'desk.test',
    ...settings,
  })

/** next-auth as it is mounted, on the pages API's shapes, which need no Next around them. */
const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', origin)
  const query = { ...Object.fromEntries(searchParams), nextauth: pathname.split('/').slice(3) }
  const body = Object.fromEntries(new URLSearchParams(await text(request)))
  const cookies = Object.fromEntries(
    (request.headers.cookie ?? '').split('; ').map((pair) => {
      const at = pair.indexOf('=')
      return [pair.slice(0, at), decodeURIComponent(pair.slice(at + 1))]
    }),
  )
  const send = (value: unknown) => response.end(typeof value === 'string' ? value : JSON.stringify(value))
  await NextAuth(
    Object.assign(request, { query, body, cookies }) as unknown as NextApiRequest,
    Object.assign(response, {
      status: (code: number) => Object.assign(response, { statusCode: code }),
      json: send,
      send,
    }) as unknown as NextApiResponse,
    allAuthOptions({ env: env(), db: desk.services.db, authSecret: SECRET, services: services() }),
  )
})

beforeAll(async () => {
  desk = await openTestDesk({ partnerUrl: 'http://127.0.0.1:1/sandbox' })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  setAuthAddress(origin)
  provider = await openIdentityProvider(`${origin}/api/auth/callback/oidc`)
  admin = await desk.as('Ada', ['admin'])
})
afterEach(() => {
  settings = {}
  provider.account = null
  provider.fault = null
})
afterAll(async () => {
  setAuthAddress('')
  await provider.close()
  server.close()
  server.closeAllConnections()
  await desk.close()
})

/** Follows what it is sent, as a browser does, with the cookies of each place. */
function openBrowser() {
  const jars = new Map<string, Map<string, string>>()
  return async (address: string, init: RequestInit = {}): Promise<{ response: Response; to: URL | null }> => {
    const url = new URL(address)
    const jar = jars.get(url.origin) ?? new Map()
    jars.set(url.origin, jar)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...init.headers, ...(cookie && { cookie }) }
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      jar.set(pair.slice(0, at), pair.slice(at + 1))
    }
    const location = response.headers.get('location')
    return { response, to: location === null ? null : new URL(location, url) }
  }
}
type Browser = ReturnType<typeof openBrowser>

/** From the button to the answer of the provider, which is not taken to the desk yet. */
async function askProvider(browser: Browser): Promise<URL> {
  const { response } = await browser(`${origin}/api/auth/csrf`)
  const { csrfToken } = (await response.json()) as { csrfToken: string }
  const body = new URLSearchParams({ csrfToken, callbackUrl: `${origin}/funding` })
  let { to } = await browser(`${origin}/api/auth/signin/oidc`, { method: 'POST', body })
  while (to && to.origin !== origin) ({ to } = await browser(to.href))
  if (!to) throw new Error('The provider did not send anybody back.')
  return to
}

/** Where a sign-in ends: the session that it opened, or the code that the sign-in page shows. */
async function enter(
  account: ProviderAccount | null,
  { browser = openBrowser(), change = (answer: URL) => answer } = {},
): Promise<{ sessionId: string; page: string } | { error: string | null }> {
  provider.account = account
  const answer = change(await askProvider(browser))
  let { response, to } = await browser(answer.href)
  const [value] = response.headers
    .getSetCookie()
    .flatMap((line) => /^desk\.session=([^;]+)/.exec(line)?.slice(1) ?? [])
  while (to?.pathname.startsWith('/api/auth')) ({ response, to } = await browser(to.href))
  if (to?.pathname === '/sign-in') {
    expect(value, 'no session comes with a refusal').toBeUndefined()
    return { error: to.searchParams.get('error') }
  }
  const token = await decode({ token: value, secret: SECRET })
  return { sessionId: token?.sessionId ?? '', page: to?.pathname ?? '' }
}

async function entered(account: ProviderAccount) {
  const result = await enter(account)
  if ('error' in result) throw new Error(`Not signed in: ${result.error}`)
  const found = await findSignedIn(desk.services.db, result.sessionId, new Date())
  if (!found) throw new Error('There is no such session.')
  return { ...result, ...found }
}

let counter = 0
async function newPerson(roles: Role[] = ['onboarding'], active = true) {
  counter += 1
  const [row] = await desk.services.db
    .insert(users)
    .values({ email: `sso-${counter}@desk.test`, name: `Sso ${counter}`, roles, active })
    .returning()
  if (!row) throw new Error('A person was not stored.')
  return row
}
const accountOf = ({ email, name }: { email: string; name: string }): ProviderAccount => ({
  sub: randomUUID(),
  email,
  email_verified: true,
  name,
})
const personOf = async (email: string) =>
  (await desk.services.db.select().from(users).where(eq(users.email, email)))[0]
const auditOf = async (id: string) =>
  (
    await desk.services.db
      .select({ action: auditLog.action, detail: auditLog.detail })
      .from(auditLog)
      .where(eq(auditLog.subjectId, id))
      .orderBy(auditLog.id)
  ).map(({ action, detail }) => [action, detail] as const)

describe('signing in by the identity provider', () => {
  test('finds somebody by their verified email once, and by issuer and subject from then on', async () => {
    const person = await newPerson()
    const account = accountOf(person)
    const first = await entered({ ...account, email: person.email.toUpperCase() })
    expect(first).toMatchObject({ stage: 'complete', page: '/funding', actor: { id: person.id } })
    const later = await entered({ ...account, email: 'renamed@elsewhere.test', email_verified: false })
    expect(later).toMatchObject({ stage: 'complete', actor: { id: person.id, email: person.email } })
    expect((await auditOf(person.id)).map(([action]) => action)).toEqual([
      'identity-linked',
      'signed-in',
      'signed-in',
    ])
  })

  test('is a first stage for whoever has a second factor, or needs one', async () => {
    const person = await newPerson()
    await desk.services.db
      .insert(secondFactors)
      .values({ userId: person.id, kind: 'totp', name: 'Phone', createdAt: new Date(), activeAt: new Date() })
    expect(await entered(accountOf(person))).toMatchObject({ stage: 'challenge' })
    expect(await entered(accountOf(await newPerson(['underwriter'])))).toMatchObject({ stage: 'enrollment' })
  })

  test('is a session as others are: it ends where an admin ends it', async () => {
    const person = await newPerson()
    const { sessionId } = await entered(accountOf(person))
    expect(await endSessions(desk.services.db, { userId: person.id }, new Date())).toBe(1)
    expect(await findSignedIn(desk.services.db, sessionId, new Date())).toBeNull()
  })

  test.each<[string, Partial<ProviderAccount>]>([
    ['an email that was not verified', { email_verified: false }],
    ['an email that is verified in words only', { email_verified: 'true' }],
    ['no word about the email', { email_verified: undefined }],
    ['no email', { email: undefined }],
    ['a foreign domain', { email: 'ana@else.test' }],
    ['a domain below a listed one', { email: 'ana@sub.desk.test' }],
    ['a domain that ends like a listed one', { email: 'ana@evildesk.test' }],
    ['two signs at', { email: 'ana@desk.test@else.test' }],
  ])('refuses %s', async (_, wrong) => {
    const person = await newPerson()
    expect(await enter({ ...accountOf(person), ...wrong })).toEqual({ error: 'sso-unverified' })
    expect(await desk.services.db.select().from(sessions).where(eq(sessions.userId, person.id))).toEqual([])
  })

  test('refuses who is not known here, who was deactivated, and another account with a linked email', async () => {
    expect(await enter(accountOf({ email: 'stranger@desk.test', name: 'Stranger' }))).toEqual({
      error: 'sso-unknown',
    })
    expect(await personOf('stranger@desk.test')).toBeUndefined()
    const gone = await newPerson(['onboarding'], false)
    expect(await enter(accountOf(gone))).toEqual({ error: 'sso-deactivated' })
    expect(await auditOf(gone.id), 'and links nobody').toMatchObject([
      ['sign-in-failed', { method: 'single-sign-on', reason: 'deactivated' }],
    ])
    const person = await newPerson()
    await entered(accountOf(person))
    expect(await enter(accountOf(person))).toEqual({ error: 'sso-other-account' })
    expect(await unlinkIdentity(admin, { personId: person.id })).toEqual({ ok: true })
    expect(await entered(accountOf(person))).toMatchObject({ actor: { id: person.id } })
  })

  test('uses an invitation up, and needs no password', async () => {
    const email = 'invited@desk.test'
    expect(await invitePerson(admin, { email, roles: ['auditor'] })).toMatchObject({ ok: true })
    const { stage } = await entered(accountOf({ email, name: 'Ivy Invited' }))
    expect(stage).toBe('complete')
    expect(await personOf(email)).toMatchObject({
      roles: ['auditor'],
      name: 'Ivy Invited',
      passwordHash: null,
    })
    expect(await invitePerson(admin, { email, roles: ['auditor'] })).toMatchObject({ ok: false })
    const namesake = 'ivy@desk.test'
    await invitePerson(admin, { email: namesake, roles: ['auditor'] })
    await entered(accountOf({ email: namesake, name: 'Ivy  invited' }))
    expect((await personOf(namesake))?.name).toBe('Ivy invited (ivy@desk.test)')
  })

  test('as an admin is noticed, and is no second person for who invited them', async () => {
    const olaf = await desk.as('Olaf', ['auditor'])
    const [email, other] = ['nia@desk.test', 'owen@desk.test']
    const made = await invitePerson(admin, { email, roles: ['admin'] })
    const joined = async (account: { email: string; name: string }): Promise<Ctx['actor']> => {
      const { sessionId } = await entered(accountOf(account))
      const person = await personOf(account.email)
      if (!person) throw new Error('They were not let in.')
      return { ...person, sessionId }
    }
    const actor = await joined({ email, name: 'Nia New' })
    const nia: Ctx = { ...olaf, actor }
    expect((await auditOf(actor.id))[0]).toEqual([
      'person-made-by-provider',
      { email, roles: ['admin'], invitedBy: admin.actor.id, consentedBy: null },
    ])
    const { groups } = await listNotifications(olaf)
    expect(groups).toMatchObject([{ name: 'Nia New', notices: [{ kind: 'new-admin' }] }])
    const person = await newPerson()
    const chosen = async () => ({
      personId: person.id,
      version: (await personOf(person.email))?.version ?? 0,
    })
    expect(await changeRoles(admin, { ...(await chosen()), roles: ['finance'] })).toMatchObject({
      waits: true,
    })
    expect(await answerProposal(nia, { ...(await chosen()), answer: 'consent' })).toMatchObject({
      ok: false,
      message: expect.stringMatching(/^Ada made you an admin/),
    })

    expect(made).toMatchObject({ waits: false })
    const invited = await invitePerson(nia, { email: other, roles: ['admin'] })
    const linkId = invited.ok ? (invited.token.split('.')[0] ?? '') : ''
    expect(await consentToLink(admin, { linkId }), 'who made them an admin').toMatchObject({ ok: false })
    const third = await desk.as('Tess', ['admin'])
    expect(await consentToLink(third, { linkId })).toEqual({ ok: true })
    const owen = await joined({ email: other, name: 'Owen Other' })
    expect((await auditOf(owen.id))[0]?.[1]).toMatchObject({
      invitedBy: actor.id,
      consentedBy: third.actor.id,
    })
    await desk.services.db
      .update(users)
      .set({ active: false })
      .where(inArray(users.id, [actor.id, owen.id, third.actor.id]))
  })

  test('uses no invitation that lacks the consent of an admin who is there by now', async () => {
    const email = 'una@desk.test'
    const active = (id: string, is: boolean) =>
      desk.services.db.update(users).set({ active: is }).where(eq(users.id, id))
    const second = await desk.as('Sven', ['admin'])
    const invited = await invitePerson(admin, { email, roles: ['finance'] })
    expect(invited).toMatchObject({ waits: true })
    await active(second.actor.id, false)
    const linkId = invited.ok ? (invited.token.split('.')[0] ?? '') : ''
    expect(await consentToLink(admin, { linkId })).toEqual({ ok: true })
    await active(second.actor.id, true)
    expect(await enter(accountOf({ email, name: 'Una Uninvited' }))).not.toHaveProperty('sessionId')
    expect(await personOf(email)).toBeUndefined()
    await active(second.actor.id, false)
    expect(await entered(accountOf({ email, name: 'Una Uninvited' }))).toMatchObject({ person: { email } })
  })

  test('of one who comes five times at once links one', async () => {
    const person = await newPerson()
    const account = accountOf(person)
    const results = await Promise.all([1, 2, 3, 4, 5].map(() => enter(account)))
    expect(results.filter((result) => 'sessionId' in result)).toHaveLength(5)
    const links = await desk.services.db
      .select()
      .from(signInIdentities)
      .where(and(eq(signInIdentities.issuer, provider.issuer), eq(signInIdentities.subject, account.sub)))
    expect(links).toHaveLength(1)
  })

  test('shows admins by which ways each person signs in', async () => {
    const person = await newPerson()
    await entered(accountOf(person))
    const { people } = await viewPeople({ ...admin, ...services() }, origin)
    expect(people.find(({ id }) => id === person.id)?.signIn).toEqual({ password: false, singleSignOn: true })
    expect(people.find(({ id }) => id === admin.actor.id)?.signIn).toEqual({
      password: true,
      singleSignOn: false,
    })
  })
})

describe('an answer that is not what the provider would give is refused', () => {
  const REFUSED = { error: 'OAuthCallback' }
  const hourAgo = Math.floor(Date.now() / 1_000) - 3_600
  const withClaims = (changed: Record<string, unknown>) => () => {
    provider.fault = ({ header, claims, key }) => signToken(header, { ...claims, ...changed }, key)
  }
  test.each<[string, () => void]>([
    ['another nonce', withClaims({ nonce: 'another' })],
    ['no nonce', withClaims({ nonce: undefined })],
    ['another issuer', withClaims({ iss: 'https://evil.example' })],
    ['another audience', withClaims({ aud: 'another-desk' })],
    ['a time that is over', withClaims({ iat: hourAgo, exp: hourAgo + 60 })],
    [
      'alg: none',
      () => {
        provider.fault = ({ header, claims, key }) =>
          signToken({ ...header, alg: 'none', kid: undefined }, claims, key).replace(/[^.]*$/, '')
      },
    ],
    [
      'a signature of another content',
      () => {
        provider.fault = ({ header, claims, key }) => {
          const [, , signature] = signToken(header, claims, key).split('.')
          const [head, body] = signToken(header, { ...claims, sub: 'another' }, key).split('.')
          return [head, body, signature].join('.')
        }
      },
    ],
    [
      'a key that it published before, and does no longer',
      () => {
        const before = provider.key()
        provider.rotateKeys()
        provider.fault = ({ header, claims }) => signToken(header, claims, before)
      },
    ],
  ])('%s', async (_, breakIt) => {
    const person = await newPerson()
    breakIt()
    expect(await enter(accountOf(person))).toEqual(REFUSED)
    provider.fault = null
    expect(await entered(accountOf(person)), 'and whole again it is taken').toMatchObject({
      actor: { id: person.id },
    })
  })

  test('another state, no state, and the answer to another browser', async () => {
    const account = accountOf(await newPerson())
    const withState = (state: string | null) => (answer: URL) => {
      if (state === null) answer.searchParams.delete('state')
      else answer.searchParams.set('state', state)
      return answer
    }
    expect(await enter(account, { change: withState('another') })).toEqual(REFUSED)
    expect(await enter(account, { change: withState(null) })).toEqual(REFUSED)
    provider.account = account
    const answer = await askProvider(openBrowser())
    expect(await enter(account, { change: () => answer })).toEqual(REFUSED)
  })

  test('keys that were renewed meanwhile are taken at once', async () => {
    const account = accountOf(await newPerson())
    await entered(account)
    provider.rotateKeys()
    await entered(account)
  })

  test('a provider that names itself otherwise than the operator did', async () => {
    settings = { OIDC_ISSUER: `${provider.issuer}/` }
    expect(await enter(accountOf(await newPerson()))).toEqual(REFUSED)
  })

  test('its refusal and its absence are told apart', async () => {
    expect(await enter(null)).toEqual({ error: 'Callback' })
    settings = { OIDC_ISSUER: 'http://127.0.0.1:1' }
    const browser = openBrowser()
    let { to }: { to: URL | null } = { to: await askProvider(browser) }
    while (to?.pathname.startsWith('/api/auth')) ({ to } = await browser(to.href))
    expect(to?.searchParams.get('error')).toBe('OAuthSignin')
  })
})

describe('groups', () => {
  const GROUPS = { OIDC_GROUPS: JSON.stringify({ 'desk-uw': ['underwriter'], 'desk-in': ['onboarding'] }) }

  test('make a person with their roles, and change the roles at each sign-in', async () => {
    settings = GROUPS
    const account = { ...accountOf({ email: 'grouped@desk.test', name: 'Gus' }), groups: ['all', 'desk-in'] }
    const { page } = await entered(account)
    expect(page).toBe('/funding')
    expect(await personOf('grouped@desk.test')).toMatchObject({ roles: ['onboarding'], passwordHash: null })
    await entered({ ...account, groups: ['desk-in', 'desk-uw'] })
    const person = await personOf('grouped@desk.test')
    expect(person?.roles).toEqual(['onboarding', 'underwriter'])
    expect((await auditOf(person?.id ?? '')).at(-2)).toMatchObject([
      'person-roles-changed',
      { before: ['onboarding'], after: ['onboarding', 'underwriter'], by: 'identity-provider' },
    ])
    const ctx = { ...admin, ...services() }
    const { id: personId = '', version = 0 } = person ?? {}
    expect(await changeRoles(ctx, { personId, version, roles: ['auditor'] })).toMatchObject({ ok: false })
  })

  test('that give nothing let nobody in', async () => {
    settings = GROUPS
    const account = accountOf({ email: 'nobody@desk.test', name: 'Nobody' })
    expect(await enter({ ...account, groups: ['all', '__proto__', 'constructor'] })).toEqual({
      error: 'sso-no-role',
    })
    expect(await enter(account)).toEqual({ error: 'sso-no-role' })
    expect(await personOf('nobody@desk.test')).toBeUndefined()
  })

  test('do not take the last admin away', async () => {
    settings = GROUPS
    await entered({ ...accountOf(admin.actor), groups: ['desk-in'] })
    expect((await personOf(admin.actor.email))?.roles).toEqual(['onboarding', 'admin'])
  })
})

test('with OIDC_ONLY a password lets in the emergency account alone', async () => {
  const passwordHash = await hashPassword('correct horse battery')
  const [one, other] = [await newPerson(), await newPerson()]
  await desk.services.db.update(users).set({ passwordHash })
  settings = { OIDC_ONLY: '1', OIDC_BREAK_GLASS: one.email.toUpperCase() }
  const by = (email: string) =>
    signIn(
      { db: desk.services.db, now: new Date(), requestId: 'test', singleSignOn: services().singleSignOn },
      { email, password: 'correct horse battery', address: '192.0.2.1' },
    )
  expect(await by(other.email)).toEqual({ ok: false, reason: 'wrong' })
  expect(await by(one.email)).toMatchObject({ ok: true })
  expect(await entered(accountOf(other))).toMatchObject({ actor: { id: other.id } })
})
