import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { APIRequestContext } from '@playwright/test'
import { can, type Permission, ROLES, type Role } from '@/lib/domain/access/permissions'
import { ACTIONS, WITHOUT_INPUT } from './actions'
import { expect, test } from './desk-test'
import { ID, OPEN_ROUTES, OUTSIDE_THE_DESK, PAGES, ROUTES, STAGED_ROUTES } from './routes'

/**
 * Calls everything that the build offers as each person who may not use it. `npm run test:attacks` runs these together
 * with the other rows of scripts/attacks.ts.
 */

const root = path.join(import.meta.dirname, '..')

/** The routes that Next built: `page` and `route` by folder. */
const builtRoutes = (): string[] =>
  Object.keys(
    JSON.parse(readFileSync(path.join(root, '.next/app-path-routes-manifest.json'), 'utf8')) as object,
  )

const addressOf = (folder: string) =>
  `/${folder
    .replace(/\([^)]+\)\/?/g, '')
    .replace('[n]', '1')
    .replace('[setting]', 'rules')
    .replace(/\[[^\]]+\]/g, ID)}`

type Action = { id: string; file: string; name: string; page: string }

/** The actions in the build itself, so that none is forgotten in a list. */
function builtActions(): Action[] {
  const manifest: {
    node: Record<string, { workers: Record<string, unknown>; filename: string; exportedName: string }>
  } = JSON.parse(readFileSync(path.join(root, '.next/server/server-reference-manifest.json'), 'utf8'))
  return Object.entries(manifest.node).map(([id, { workers, filename, exportedName }]) => {
    const [page = ''] = Object.keys(workers)
    return {
      id,
      file: filename,
      name: exportedName,
      page: addressOf(page.replace(/^app\/|\/?page$/g, '')),
    }
  })
}

const needsOf = ({ file, name }: Action) => {
  const needs = ACTIONS[file]?.[name]
  if (needs === undefined) throw new Error(`${file} ${name} has no row in e2e/actions.ts.`)
  return needs
}

const FORBIDDEN = '"code":"forbidden"'
const SIGNED_OUT = '"code":"signed-out"'
/** The answer of an action that has validated its input. */
const LOOKED = 'validationErrors'

/** Sends input that no action accepts: a call that gets this far fails validation, and changes nothing. */
const call = (who: APIRequestContext, { id, page }: Action, origin: string | null) =>
  who.post(page, {
    data: JSON.stringify(['no input of this action']),
    headers: {
      ...(origin !== null && { origin }),
      'next-action': id,
      'content-type': 'text/plain;charset=UTF-8',
    },
    maxRedirects: 0,
  })

const calls = Object.values(ROUTES).flat()
const mayAct = (role: Role, needs: Permission | 'staged' | 'open') =>
  needs === 'staged' || needs === 'open' || can([role], needs)

test('every page, route and action of the build has a row here', () => {
  expect(builtRoutes().sort()).toEqual(
    [
      ...Object.keys(PAGES).map((folder) => path.posix.join('/(desk)', folder, 'page')),
      ...[...Object.keys(ROUTES), ...OPEN_ROUTES, ...STAGED_ROUTES].map((folder) => `/api/${folder}/route`),
      ...OUTSIDE_THE_DESK,
    ].sort(),
  )
  const named = Object.entries(ACTIONS).flatMap(([file, actions]) =>
    Object.keys(actions).map((name) => `${file} ${name}`),
  )
  expect(
    builtActions()
      .map(({ file, name }) => `${file} ${name}`)
      .sort(),
  ).toEqual(named.sort())
})

test('anonymous, and after a password alone, no page, no route and no action is reached', async ({
  request,
  browser,
  baseURL,
}) => {
  test.setTimeout(300_000)
  const origin = new URL(baseURL ?? '').origin
  const half = await browser.newContext({ baseURL })
  const { csrfToken } = await (await half.request.get('/api/auth/csrf')).json()
  await half.request.post('/api/auth/callback/credentials', {
    form: { csrfToken, email: 'underwriter3@demo.test', password: 'demo-desk-2026!', json: 'true' },
    headers: { origin },
  })
  const stage = await half.request.post('/api/confirm', { data: {}, headers: { origin } })
  expect(await stage.json()).toMatchObject({ stage: 'challenge', totp: true })
  expect((await request.post('/api/confirm', { data: {}, headers: { origin } })).status()).toBe(401)

  for (const who of [request, half.request]) {
    for (const { method, path: address, headers } of calls) {
      const answer = await who.fetch(`/api/${address}`, { method, headers: { origin, ...headers } })
      expect(answer.status(), `${method} ${address}`).toBe(401)
    }
    for (const page of Object.keys(PAGES).map(addressOf)) {
      const answer = await who.get(page, { maxRedirects: 0 })
      expect(answer.headers().location ?? (await answer.text()), page).toContain('/sign-in?next=')
    }
    for (const action of builtActions()) {
      const text = await (await call(who, action, origin)).text()
      // Actions for one-time links check a token instead.
      expect(text, `${action.file} ${action.name}`).toContain(
        needsOf(action) === 'open' ? LOOKED : SIGNED_OUT,
      )
    }
  }
  await half.request.post('/api/sign-out', { headers: { origin }, maxRedirects: 0 })
  await half.close()
})

for (const role of ROLES) {
  test(`${role} reaches what the table of permissions says, and nothing else`, async ({ desk, baseURL }) => {
    test.setTimeout(300_000)
    const origin = new URL(baseURL ?? '').origin
    const { request } = (await desk.signIn(`${role}@demo.test`)).context()
    for (const [folder, needs] of Object.entries(PAGES)) {
      const answer = await request.get(addressOf(folder))
      // The text comes with the page's script; a journey of the audit log checks it.
      expect(answer.status() === 403, `${role}: page ${folder}`).toBe(!can([role], needs))
    }
    for (const { method, path: address, headers, needs } of calls) {
      const answer = await request.fetch(`/api/${address}`, { method, headers: { origin, ...headers } })
      const what = `${role}: ${method} ${address}`
      // For another person's upload, the answer must not reveal that it exists.
      if (can([role], needs)) expect([401, 403], what).not.toContain(answer.status())
      else expect([401, 403], what).toContain(answer.status())
    }
    for (const action of builtActions()) {
      const may = mayAct(role, needsOf(action))
      if (may && WITHOUT_INPUT.includes(action.name)) continue
      const text = await (await call(request, action, origin)).text()
      expect(text, `${role}: ${action.file} ${action.name}`).toContain(may ? LOOKED : FORBIDDEN)
    }
  })
}

test('a foreign, a null and a missing origin write nothing, whoever is signed in', async ({
  desk,
  request,
  baseURL,
}) => {
  test.setTimeout(300_000)
  const { host } = new URL(baseURL ?? '')
  const people = new Map<Role, APIRequestContext>()
  for (const role of ROLES) people.set(role, (await desk.signIn(`${role}@demo.test`)).context().request)
  const whoMay = (needs: Permission | 'staged' | 'open'): APIRequestContext => {
    if (needs === 'open') return request
    const role = ROLES.find((one) => mayAct(one, needs))
    return (role && people.get(role)) ?? request
  }
  // The last one is this host under another scheme: a page by somebody who intercepts the connection.
  const foreign = ['https://evil.example', `http://${host}.evil.example`, 'null', null, `https://${host}`]
  for (const { method, path: address, headers, needs } of calls.filter(({ method }) => method !== 'GET')) {
    for (const origin of foreign) {
      const answer = await whoMay(needs).fetch(`/api/${address}`, {
        method,
        headers: { ...headers, ...(origin !== null && { origin }) },
      })
      expect(answer.status(), `${method} ${address} from ${origin}`).toBe(403)
    }
  }
  for (const action of builtActions()) {
    for (const origin of foreign) {
      const answer = await call(whoMay(needsOf(action)), action, origin)
      const text = await answer.text()
      const what = `${action.file} ${action.name} from ${origin}`
      expect(text, what).not.toContain(LOOKED)
      expect(answer.status() >= 400 || text.includes(FORBIDDEN), what).toBe(true)
    }
  }
})

/** Names that occur in every list of applications. */
const SHOWN = /Olive Onboard|Oscar Ortega/

test('the header of CVE-2025-29927, RSC and prefetch variants show nothing of any page', async ({
  desk,
  request,
}) => {
  test.setTimeout(180_000)
  const variants: Record<string, string>[] = [
    { 'x-middleware-subrequest': 'proxy:proxy:proxy:proxy:proxy' },
    { 'x-middleware-subrequest': 'src/proxy:src/proxy:src/proxy:src/proxy:src/proxy' },
    { rsc: '1' },
    { rsc: '1', 'next-router-prefetch': '1' },
    { rsc: '1', 'next-router-segment-prefetch': '/_tree' },
  ]
  for (const page of Object.keys(PAGES).map(addressOf)) {
    for (const headers of variants) {
      // Follow redirects, because the first answer to an RSC request only redirects.
      const answer = await request.get(page, { headers })
      expect(await answer.text(), `${page} ${JSON.stringify(headers)}`).not.toMatch(SHOWN)
    }
    for (const suffix of ['.rsc', '.segments/_tree.segment.rsc']) {
      const answer = await request.get(`${page === '/' ? '/index' : page}${suffix}`)
      expect(await answer.text(), `${page}${suffix}`).not.toMatch(SHOWN)
    }
  }
  const { request: signedIn } = (await desk.signIn('auditor@demo.test')).context()
  const shown = await signedIn.get('/applications', { headers: { rsc: '1' } })
  expect(await shown.text(), 'what would be seen if it were let through').toMatch(SHOWN)
})

test('no script reads a cookie of the desk, and no other site sends one', async ({ desk }) => {
  const page = await desk.signIn('auditor@demo.test')
  const cookies = await page.context().cookies()
  expect(cookies.length).toBeGreaterThan(1)
  for (const { name, httpOnly, sameSite } of cookies.filter(({ name }) => name.startsWith('desk.')))
    expect({ name, httpOnly, sameSite }).toEqual({ name, httpOnly: true, sameSite: 'Lax' })
  expect(await page.evaluate(() => document.cookie)).not.toContain('desk.')
  const session = await page.request.get('/api/auth/session')
  expect(Object.keys(await session.json()), 'which session it is stays in the cookie').toEqual(['expires'])
})
