import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from './desk-test'
import { Wizard } from './wizard'

test('nobody is shown anything before signing in, and comes back to the page that was asked for', async ({
  page,
}) => {
  await page.goto('/applications?status=draft')
  await expect(page).toHaveURL(/\/sign-in\?next=/)
  await page.getByLabel('E-mail').fill('auditor@demo.test')
  await page.getByLabel('Password').fill('demo-desk-2026!')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/applications/)
  for (const next of [
    '/%09/evil.example/x',
    '/%0a/evil.example/x',
    '/%09%5Cevil.example',
    '/.//evil.example',
  ]) {
    const answer = await page.request.get(`/sign-in?next=${next}`, { maxRedirects: 0 })
    expect([answer.status(), answer.headers().location], next).toEqual([307, '/'])
  }
})

test('an address that cannot be decoded is a bad request', async ({ request }) => {
  for (const path of ['/merchants/%F0%28', '/%zz', '/api/%c3'])
    expect((await request.get(path)).status(), path).toBe(400)
  expect((await request.get('/sign-in?next=100%')).status()).toBe(200)
})

test('an unknown person and a wrong password get the same words', async ({ browser, baseURL }) => {
  const words: string[] = []
  for (const email of ['admin@demo.test', 'nobody@demo.test']) {
    const page = await browser.newPage({ baseURL })
    await page.goto('/sign-in')
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password').fill('not the password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    words.push(await page.getByRole('alert').filter({ hasText: 'not signed in' }).innerText())
    await page.close()
  }
  expect(words[0]).toBe(words[1])
})

test('an auditor reads, and is offered nothing that writes', async ({ desk }) => {
  const page = await desk.signIn('auditor@demo.test')
  await expect(page.getByRole('button', { name: 'New PayFac application' })).toHaveCount(0)
  const id = await new Wizard(page).openListed(0)
  await page.goto(`/applications/${id}/merchant`)
  await expect(page.getByLabel('Legal name')).toBeDisabled()
  const refused = await page.request.put(`/api/applications/${id}/draft/merchant`, {
    data: { baseVersion: 0, data: {} },
    headers: { origin: new URL(page.url()).origin },
  })
  expect(refused.status()).toBe(403)
})

const ID = '00000000-0000-4000-8000-000000000000'

/** Every route of `app/api` that needs somebody, by its folder: a new one fails this until it is asked here. */
const ROUTES: Record<string, { method: string; path: string; headers?: Record<string, string> }[]> = {
  'applications/[id]/documents': [
    { method: 'GET', path: `applications/${ID}/documents` },
    { method: 'POST', path: `applications/${ID}/documents` },
  ],
  'applications/[id]/draft/[section]': [{ method: 'PUT', path: `applications/${ID}/draft/merchant` }],
  'applications/[id]/kept/[what]': [{ method: 'PUT', path: `applications/${ID}/kept/note` }],
  'applications/[id]/uploads': [{ method: 'GET', path: `applications/${ID}/uploads` }],
  'applications/[id]/uploads/[upload]': [{ method: 'GET', path: `applications/${ID}/uploads/${ID}` }],
  'applications/export': [{ method: 'GET', path: 'applications/export' }],
  'applications/import': [{ method: 'POST', path: 'applications/import' }],
  'applications/import/earlier': [{ method: 'POST', path: 'applications/import/earlier' }],
  'applications/import/template': [{ method: 'GET', path: 'applications/import/template?kind=full' }],
  'callbacks/export': [{ method: 'GET', path: 'callbacks/export' }],
  'callbacks/fund': [{ method: 'POST', path: 'callbacks/fund' }],
  'callbacks/news': [{ method: 'GET', path: 'callbacks/news' }],
  'documents/[id]/content': [{ method: 'GET', path: `documents/${ID}/content` }],
  'funding/knowledge': [{ method: 'POST', path: 'funding/knowledge' }],
  'funding/batches': [{ method: 'POST', path: 'funding/batches' }],
  'funding/batches/[id]/export': [{ method: 'GET', path: `funding/batches/${ID}/export?what=lines` }],
  'funding/batches/[id]/lines': [
    { method: 'GET', path: `funding/batches/${ID}/lines` },
    { method: 'PATCH', path: `funding/batches/${ID}/lines` },
  ],
  'funding/batches/[id]/progress': [{ method: 'GET', path: `funding/batches/${ID}/progress` }],
  'funding/batches/[id]/unmatched': [
    { method: 'GET', path: `funding/batches/${ID}/unmatched?attempt=${ID}&after=0` },
  ],
  'merchants/choices': [{ method: 'POST', path: 'merchants/choices' }],
  'sandbox/callbacks': [{ method: 'GET', path: 'sandbox/callbacks' }],
  'sandbox/faults': [{ method: 'GET', path: 'sandbox/faults' }],
  'sandbox/requests': [{ method: 'GET', path: 'sandbox/requests' }],
  search: [{ method: 'POST', path: 'search' }],
  'zip/[zip]': [{ method: 'GET', path: 'zip/97205' }],
  'uploads/[[...id]]': [
    { method: 'POST', path: 'uploads', headers: { 'tus-resumable': '1.0.0', 'upload-length': '3' } },
  ],
}

/** For whoever signs in or out, and for whoever watches over the process. */
const OPEN = ['auth/[...nextauth]', 'health/live', 'health/ready', 'sign-out']

test('every route is known here, and refuses whoever is not signed in', async ({ request, baseURL }) => {
  const folder = path.join(import.meta.dirname, '../app/api')
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('route.ts'))
    .map((file) => path.dirname(file))
  expect(found.sort()).toEqual([...Object.keys(ROUTES), ...OPEN].sort())
  const origin = new URL(baseURL ?? '').origin
  for (const { method, path: address, headers } of Object.values(ROUTES).flat()) {
    const answer = await request.fetch(`/api/${address}`, { method, headers: { origin, ...headers } })
    expect(answer.status(), `${method} ${address}`).toBe(401)
  }
})

test('routes refuse the wrong role, and a foreign or missing origin', async ({ desk, baseURL }) => {
  const origin = new URL(baseURL ?? '').origin
  const id = '00000000-0000-4000-8000-000000000000'
  const calls = [
    { method: 'PUT', path: `/api/applications/${id}/draft/merchant`, data: { baseVersion: 0, data: {} } },
    { method: 'POST', path: `/api/applications/${id}/documents`, data: {} },
    { method: 'GET', path: `/api/applications/${id}/documents` },
    { method: 'GET', path: `/api/documents/${id}/content` },
    { method: 'GET', path: '/api/sandbox/requests' },
    { method: 'GET', path: '/api/sandbox/callbacks' },
    { method: 'GET', path: '/api/sandbox/faults' },
    { method: 'POST', path: '/api/uploads', headers: { 'tus-resumable': '1.0.0', 'upload-length': '3' } },
  ]
  const page = await desk.signIn('finance@demo.test')
  for (const { method, path, data, headers } of calls) {
    const answer = await page.request.fetch(path, { method, data, headers: { origin, ...headers } })
    expect([401, 403], `${method} ${path} finance`).toContain(
      answer.status() === 404 && method === 'GET' ? 403 : answer.status(),
    )
  }
  const boarding = await desk.signIn('onboarding@demo.test')
  const auditing = await desk.signIn('auditor@demo.test')
  for (const path of ['/api/callbacks/fund', '/api/funding/batches', '/api/funding/knowledge']) {
    for (const { request } of [boarding, auditing]) {
      const answer = await request.post(path, { data: {}, headers: { origin } })
      expect(answer.status(), path).toBe(403)
    }
  }
  for (const [section, data] of [
    ['__proto__', { baseVersion: 0, data: {} }],
    ['nope', { baseVersion: 0, data: {} }],
    ['merchant', { baseVersion: 'x' }],
  ] as const) {
    const answer = await boarding.request.put(`/api/applications/${id}/draft/${section}`, {
      data,
      headers: { origin },
    })
    expect(answer.status(), section).toBe(400)
  }
  for (const data of [{}, [], null, { uploadId: 1 }]) {
    const answer = await boarding.request.post(`/api/applications/${id}/documents`, {
      data,
      headers: { origin },
    })
    expect(answer.status(), JSON.stringify(data)).toBe(400)
  }
  for (const badOrigin of ['https://evil.example', 'null']) {
    const answer = await boarding.request.put(`/api/applications/${id}/draft/merchant`, {
      data: { baseVersion: 0, data: {} },
      headers: { origin: badOrigin },
    })
    expect(answer.status(), badOrigin).toBe(403)
  }
})

test('the middleware header of CVE-2025-29927 and the .rsc variants open no page', async ({ request }) => {
  const variants: Record<string, string>[] = [
    { 'x-middleware-subrequest': 'proxy:proxy:proxy:proxy:proxy' },
    { rsc: '1' },
    { rsc: '1', 'next-router-prefetch': '1' },
  ]
  for (const headers of variants) {
    const answer = await request.get('/applications', { headers, maxRedirects: 0 })
    expect(await answer.text()).not.toMatch(/A-10\d\d/)
  }
})

test('pages carry a policy without unsafe scripts, and are kept by nobody', async ({ request }) => {
  const answer = await request.get('/sign-in')
  const policy = answer.headers()['content-security-policy'] ?? ''
  expect(policy).toMatch(/script-src 'self' 'nonce-[^']+' 'strict-dynamic'/)
  expect(/script-src[^;]*/.exec(policy)?.[0]).not.toContain('unsafe')
  expect(answer.headers()['cache-control']).toContain('no-store')
  expect(answer.headers()['x-content-type-options']).toBe('nosniff')
  expect(answer.headers()['referrer-policy']).toBe('same-origin')
})

test('signing out ends the session for a copied cookie too', async ({ desk, browser, baseURL }) => {
  const page = await desk.signIn('onboarding2@demo.test')
  const cookies = await page.context().cookies()
  await page.getByRole('button', { name: 'Sign out' }).first().click()
  await expect(page).toHaveURL(/sign-in/)
  const copied = await browser.newContext({ baseURL })
  await copied.addCookies(cookies)
  const thief = await copied.newPage()
  await thief.goto('/applications')
  await expect(thief).toHaveURL(/sign-in/)
  await copied.close()
})

test('the sandbox is for admins: others are offered nothing of it, shown nothing, and refused by its actions', async ({
  desk,
  request,
}) => {
  desk.expectTrouble('403')
  const pages = [
    '',
    '/requests/1',
    '/applications',
    '/profiles',
    '/callbacks',
    '/faults',
    '/reset',
    '/interface',
  ]
  for (const path of pages) {
    const answer = await request.get(`/admin/sandbox${path}`, { maxRedirects: 0 })
    expect(answer.headers().location ?? (await answer.text()), path).toContain('/sign-in?next=')
  }
  // An admin's press gives a request that others can repeat, address and body and all.
  const admin = await desk.signIn('admin@demo.test')
  await admin.goto('/admin/sandbox/reset')
  await admin.getByLabel('Type “reset” to go on').fill('not the word')
  const pressed = admin.waitForRequest((sent) => sent.headers()['next-action'] !== undefined)
  await admin.getByRole('button', { name: 'Reset the sandbox' }).click()
  const action = await pressed
  const { origin } = new URL(admin.url())
  const repeat = {
    data: (action.postData() ?? '').replace('not the word', 'reset'),
    headers: {
      origin,
      'next-action': action.headers()['next-action'] ?? '',
      'content-type': action.headers()['content-type'] ?? '',
    },
  }
  for (const person of ['onboarding', 'underwriter', 'finance', 'auditor']) {
    const page = await desk.signIn(`${person}@demo.test`)
    await expect(page.getByRole('link', { name: 'Applications', exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Sandbox' })).toHaveCount(0)
    for (const path of pages) {
      const answer = await page.request.get(`/admin/sandbox${path}`)
      expect(answer.status(), `${person} ${path}`).toBe(403)
      expect(await answer.text()).toContain('Your roles do not allow this page')
    }
    const refused = await page.request.post('/admin/sandbox/reset', repeat)
    expect(await refused.text(), person).toContain('Your roles do not allow this.')
  }
  expect(await desk.partner.journal('token')).not.toEqual([])
})
