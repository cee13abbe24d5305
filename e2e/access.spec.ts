import { expect, test } from './desk-test'
import { ID } from './routes'
import { Wizard } from './wizard'

test('nobody is shown anything before signing in, and comes back to the page that was asked for', async ({
  page,
}) => {
  await page.goto('/applications?status=draft')
  await expect(page).toHaveURL(/\/sign-in\?next=/)
  await page.getByLabel('Email').fill('auditor@demo.test')
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

test('what could not be read is turned away, and is no error of the desk’s', async ({ request }) => {
  expect((await request.fetch('/', { method: 'TRACE' })).status()).toBe(405)
  const broken = { 'content-type': 'multipart/form-data' }
  expect((await request.post('/sign-in', { headers: broken, data: '--x--' })).status()).toBe(415)
  const json = { 'content-type': 'application/json' }
  const signIn = '/api/auth/callback/credentials'
  expect((await request.post(signIn, { headers: json, data: '{"a":' })).status()).toBe(415)
})

test('an unknown person and a wrong password get the same words', async ({ browser, baseURL }) => {
  const words: string[] = []
  for (const email of ['admin@demo.test', 'nobody@demo.test']) {
    const page = await browser.newPage({ baseURL })
    await page.goto('/sign-in')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill('not the password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    words.push(await page.getByRole('alert').filter({ hasText: 'sign-in failed' }).innerText())
    await page.close()
  }
  expect(words[0]).toBe(words[1])
})

test('an auditor reads, and is offered nothing that writes', async ({ desk }) => {
  const page = await desk.signIn('auditor@demo.test')
  await expect(page.getByRole('button', { name: 'New PayFac application' })).toHaveCount(0)
  const id = await new Wizard(page).openListed(0)
  await page.goto(`/applications/${id}/merchant`)
  // People who only read see the same values on the page, without a form.
  await page.waitForURL(`/applications/${id}#merchant`)
  await expect(page.getByRole('heading', { name: 'Owners and contacts' })).toBeVisible()
  await expect(page.getByLabel('Legal name')).toHaveCount(0)
  const refused = await page.request.put(`/api/applications/${id}/draft/merchant`, {
    data: { baseVersion: 0, data: {} },
    headers: { origin: new URL(page.url()).origin },
  })
  expect(refused.status()).toBe(403)
})

test('routes answer what they cannot read with words, and not with an error', async ({ desk, baseURL }) => {
  const origin = new URL(baseURL ?? '').origin
  const boarding = await desk.signIn('onboarding@demo.test')
  for (const [section, data] of [
    ['__proto__', { baseVersion: 0, data: {} }],
    ['nope', { baseVersion: 0, data: {} }],
    ['merchant', { baseVersion: 'x' }],
  ] as const) {
    const answer = await boarding.request.put(`/api/applications/${ID}/draft/${section}`, {
      data,
      headers: { origin },
    })
    expect(answer.status(), section).toBe(400)
  }
  for (const data of [{}, [], null, { uploadId: 1 }]) {
    const answer = await boarding.request.post(`/api/applications/${ID}/documents`, {
      data,
      headers: { origin },
    })
    expect(answer.status(), JSON.stringify(data)).toBe(400)
  }
  for (const [what, data] of [
    ['note', { content: 'x' }],
    ['note', { content: 'x', textId: 'x' }],
    ['__proto__', { content: 'x', textId: ID }],
  ] as const) {
    const answer = await boarding.request.put(`/api/applications/${ID}/kept/${what}`, {
      data,
      headers: { origin },
    })
    expect(answer.status(), `${what} ${JSON.stringify(data)}`).toBe(400)
  }
  for (const data of [{}, null, { kind: 'payfac', text: 1, places: [] }]) {
    const answer = await boarding.request.post('/api/applications/import/existing', {
      data,
      headers: { origin },
    })
    expect(answer.status(), JSON.stringify(data)).toBe(400)
  }
})

test('whatever is HTML carries a policy without anything unsafe, and pages are kept by nobody', async ({
  request,
}) => {
  const answer = await request.get('/sign-in')
  const policy = answer.headers()['content-security-policy'] ?? ''
  expect(policy).toMatch(/script-src 'self' 'nonce-[^']+' 'strict-dynamic'/)
  expect(policy).toContain("style-src 'self';")
  expect(policy).toContain('report-uri /api/csp-report')
  expect(answer.headers()['cache-control']).toContain('no-store')
  // Responses of Next, the sign-in library and the sandbox for addresses that the desk does not use.
  const pages = ['/sign-in', '/nope', '/api', '/apiary', '/api/nope', '/api/auth/signout', '/api/auth/error']
  for (const page of [
    ...pages,
    '/sandbox/nope',
    '/webhooks/nope',
    '/iconic',
    '/_next/nope',
    '/sandbox/hpp/pay',
  ]) {
    const { url, headers } = await request
      .get(page)
      .then((one) => ({ url: one.url(), headers: one.headers() }))
    expect(headers, url).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
    if (!headers['content-type']?.startsWith('text/html')) continue
    expect(headers['content-security-policy'], url).toMatch(/frame-ancestors 'none'/)
    expect(headers['content-security-policy'], url).not.toContain('unsafe')
  }
  const image = await request.get('/_next/image?url=https%3A%2F%2Fevil.example%2Fx.png&w=64&q=75')
  expect([400, 404], 'pictures of elsewhere are fetched for nobody').toContain(image.status())
})

test('a style of the markup is refused, and reported', async ({ page }) => {
  const reports: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/csp-report') reports.push(request.postData() ?? '')
  })
  await page.goto('/sign-in')
  await page.evaluate(() => {
    const element = document.createElement('p')
    element.innerHTML = '<b style="color: red">x</b>'
    document.body.append(element)
  })
  await expect.poll(() => reports.join()).toContain('style-src-attr')
  const sent = await page.request.post('/api/csp-report', { data: reports[0] ?? '' })
  expect(sent.status()).toBe(204)
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

test('whoever signs out in one tab leaves no page open in another, and finds what they typed once they are back', async ({
  desk,
}) => {
  desk.expectTrouble('401')
  const page = await desk.signIn('onboarding@demo.test')
  await page.getByRole('button', { name: 'New PayFac application' }).first().click()
  const name = page.getByLabel('Legal name')
  await name.fill('Left On The Screen')
  const other = await page.context().newPage()
  await other.goto('/account')
  await expect(name).toBeVisible()
  await other.getByRole('button', { name: 'Sign out' }).first().click()
  await expect(other.getByRole('button', { name: 'Sign in' })).toBeVisible()

  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  // Either the page or its unsaved text asks, but only once.
  await expect(dialog).toBeVisible()
  await expect(name).toBeHidden()
  await expect(page.getByRole('banner')).toBeHidden()
  await desk.expectAccessible(page)
  await dialog.getByLabel('Password').fill('demo-desk-2026!')
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(dialog).toBeHidden()
  await expect(name).toHaveValue('Left On The Screen')
  await expect(name).toBeVisible()
})

test('finance sees how an application stands, and nothing that it says of people', async ({ desk }) => {
  // From the demonstration data, because not everything that journeys submit has such an email.
  const page = await desk.signIn('finance@demo.test', '/applications?q=riverbend&status=submitted')
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await expect(page.getByText('Owners, bank accounts and documents are shown to onboarding')).toBeVisible()
  await expect(page.getByText('What was sent')).toHaveCount(0)
  for (const title of ['Merchant', 'Owners and contacts', 'Timeline', 'Attempts (1)']) {
    await expect(page.getByRole('heading', { name: title, exact: true })).toHaveCount(0)
  }
  expect(await page.content(), 'the email of a contact').not.toContain('@merchant.test')
  await desk.expectAccessible(page)
  const other = await desk.signIn('auditor@demo.test', new URL(page.url()).pathname)
  await expect(other.getByText('What was sent')).toBeVisible()
  await expect(other.getByRole('heading', { name: 'Owners and contacts' })).toBeVisible()
  await expect(other.getByRole('heading', { name: 'Timeline' })).toBeVisible()
  expect(await other.content(), 'what would be seen').toContain('@merchant.test')
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
  // Another person can replay the request of an admin's click, with its address and body.
  const admin = await desk.signIn('admin@demo.test', '/admin/sandbox/reset')
  await admin.getByLabel('Type “reset” to continue').fill('not the word')
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
    }
    const refused = await page.request.post('/admin/sandbox/reset', repeat)
    expect(await refused.text(), person).toContain('You don’t have access to this.')
  }
  expect(await desk.partner.journal('token')).not.toEqual([])
})
