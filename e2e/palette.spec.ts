import type { Page, Route } from '@playwright/test'
import { expect, test } from './desk-test'
import { own } from './tries'
import { Wizard } from './wizard'

const SEARCH = '**/api/search'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Find or go to' })
const input = (page: Page) => palette(page).getByRole('combobox', { name: 'Find or go to' })
const option = (page: Page, name: string | RegExp) => palette(page).getByRole('option', { name })
const chosen = (page: Page) => palette(page).getByRole('option', { selected: true })

async function openPalette(page: Page) {
  // Before the page's own script has loaded, the browser handles the keys.
  await expect(async () => {
    if (!(await palette(page).isVisible())) await page.keyboard.press('Control+k')
    expect(await palette(page).isVisible()).toBe(true)
  }).toPass()
  await expect(palette(page).getByRole('option').first()).toBeVisible()
  await expect(input(page)).toBeFocused()
}

/** Waits until the page handles keys, and its content has the focus. */
async function listening(page: Page) {
  await openPalette(page)
  await page.keyboard.press('Escape')
  await expect(palette(page)).toHaveCount(0)
  await page.locator('#main').focus()
}

/** Starts a draft with this name from the palette; afterwards the page shows its first step. */
async function begin(page: Page, legalName: string, dbaName = legalName): Promise<Wizard> {
  const wizard = new Wizard(page)
  await page.goto('/applications')
  await openPalette(page)
  await page.keyboard.type('new payfac')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/applications\/[^/]+\/merchant/)
  await page.getByLabel('Legal name').fill(legalName)
  await page.getByLabel('DBA name').fill(dbaName)
  await wizard.saved()
  return wizard
}

/** Holds every request to this address until released. */
async function hold(page: Page, address: string | RegExp) {
  const { promise, resolve: release } = Promise.withResolvers<void>()
  await page.route(address, async (route: Route) => {
    await promise
    // The page may have canceled a superseded request already.
    await route.continue().catch(() => {})
  })
  return release
}

test('it opens from inside a text field, and Enter goes where it says, with what was typed saved', async ({
  desk,
}) => {
  const page = await desk.signIn('onboarding@demo.test')
  const wizard = await begin(page, 'Palette Steps LLC')
  const id = wizard.id()
  await page.getByLabel('Legal name').fill('Palette Steps and Sons LLC')
  await openPalette(page)
  await page.keyboard.type('bank acc')
  await expect(chosen(page)).toHaveText('Bank accounts')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`${id}/accounts`))
  await expect(page.getByRole('button', { name: 'Add the first account' })).toBeFocused()
  await openPalette(page)
  await page.keyboard.type('merchant')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Legal name')).toHaveValue('Palette Steps and Sons LLC')
})

test('an application is found by its names and its number, also by an Enter that is quicker than the answer', async ({
  desk,
}) => {
  const name = own('Quick Enter')
  const page = await desk.signIn('onboarding@demo.test')
  const id = (await begin(page, `${name} Holdings LLC`, `${name} Bakery`)).id()
  const number = /A-(\d+)/.exec((await page.getByRole('heading', { level: 1 }).innerText()) ?? '')?.[0] ?? ''
  await page.goto('/applications')

  await page.getByRole('button', { name: 'Find or go to' }).click()
  await page.keyboard.type(`${name.toLowerCase()} bak`)
  const row = option(page, new RegExp(`${name} Bakery`))
  await expect(row).toContainText(number)
  await expect(row).toContainText(`${name} Holdings LLC`)
  await expect(row).toContainText('Draft')
  await expect(chosen(page)).toContainText(`${name} Bakery`)
  await row.click()
  await expect(page).toHaveURL(new RegExp(`/applications/${id}/`))

  await page.goto('/applications')
  const release = await hold(page, SEARCH)
  await openPalette(page)
  await page.keyboard.type(number)
  await page.keyboard.press('Enter')
  await expect(page.getByText('the first result opens')).toBeVisible()
  release()
  await expect(page).toHaveURL(new RegExp(`/applications/${id}/`))
})

test('an admin finds a person of the desk by address, and others find nobody', async ({ desk }) => {
  const page = await desk.signIn('admin@demo.test')
  await openPalette(page)
  await page.keyboard.type('onboarding2@demo.test')
  await option(page, /onboarding2@demo\.test/).click()
  await expect(page).toHaveURL(/\/admin\/people$/)
  const other = await desk.signIn('auditor@demo.test')
  await openPalette(other)
  await other.keyboard.type('onboarding2@demo.test')
  await expect(other.getByText(/No results for/)).toBeVisible()
})

test('what nothing fits is said, and a long or strange text breaks nothing', async ({ desk }) => {
  const page = await desk.signIn('auditor@demo.test')
  await openPalette(page)
  for (const text of [
    'zzzz nothing',
    "'; drop zzzz applications; --",
    '%_\\',
    '<b>x</b>',
    '🧁'.repeat(400),
    'x'.repeat(32_000),
  ]) {
    await input(page).fill(text)
    await expect(page.getByText(/No results for/)).toBeVisible()
    await expect(palette(page).getByRole('option')).toHaveCount(0)
    await page.keyboard.press('Enter')
    await expect(input(page)).toBeFocused()
  }
})

test('names are text, whatever stands in them', async ({ desk }) => {
  const page = await desk.signIn('onboarding@demo.test')
  const names = [
    '"><img src=x onerror=alert(1)> Palette',
    "O'Brien & Sons Palette",
    'İstanbul Ünlü Palette',
    '\u202eetteaP palette مخبز',
  ]
  for (const name of names.map(own)) {
    const id = (await begin(page, name)).id()
    await page.goto('/applications')
    await openPalette(page)
    await input(page).fill(name)
    await expect(chosen(page)).toContainText(name)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(id))
  }
})

test('a person is offered what their roles allow, and nothing else', async ({ desk }) => {
  const offers: Record<string, { shown: string[]; not: string[] }> = {
    'onboarding@demo.test': {
      shown: ['Applications', 'New PayFac application', 'New full application with pricing'],
      not: ['Sandbox', 'Settings'],
    },
    'auditor@demo.test': { shown: ['Applications'], not: ['New PayFac application', 'Sandbox', 'Settings'] },
    'admin@demo.test': { shown: ['Applications', 'Settings', 'Sandbox'], not: ['New PayFac application'] },
  }
  for (const [email, { shown, not }] of Object.entries(offers)) {
    const page = await desk.signIn(email)
    await openPalette(page)
    for (const name of shown)
      await expect(palette(page).getByRole('option', { name, exact: true }), name).toBeVisible()
    for (const name of not)
      await expect(palette(page).getByRole('option', { name, exact: true }), name).toHaveCount(0)
    await page.keyboard.type(not[0] ?? '')
    await expect(palette(page).getByRole('option', { name: not[0], exact: true })).toHaveCount(0)
  }
})

test('the search refuses the anonymous, foreign origins and what is no search, and gives no more than it shows', async ({
  desk,
  request,
  baseURL,
}) => {
  const origin = new URL(baseURL ?? '').origin
  const data = { text: 'a' }
  const anonymous = await request.post('/api/search', { data, headers: { origin } })
  expect(anonymous.status()).toBe(401)
  expect(Object.keys(await anonymous.json()).sort()).toEqual(['code', 'message', 'requestId'])
  const page = await desk.signIn('auditor@demo.test')
  const post = (body: unknown, headers: Record<string, string> = { origin }) =>
    page.request.post('/api/search', {
      data: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    })
  expect((await post(data, { origin: 'https://evil.example' })).status()).toBe(403)
  expect((await post(data, { origin: 'null' })).status()).toBe(403)
  expect((await post({ text: ['a'] })).status()).toBe(400)
  expect((await post({ text: 'x'.repeat(70_000) })).status()).toBe(413)
  expect((await page.request.get('/api/search?text=a')).status()).toBe(405)
  const answer = await post({ ...data, role: 'admin' })
  expect(answer.headers()['cache-control']).toBe('private, no-store')
  const { items, more } = await answer.json()
  expect(typeof more).toBe('boolean')
  expect(items.length).toBeGreaterThan(0)
  expect(items.length).toBeLessThanOrEqual(8)
  for (const item of items) {
    expect(Object.keys(item).sort()).toEqual([
      'dbaName',
      'id',
      'legalName',
      'number',
      'status',
      'statusBeforeRevision',
    ])
  }
})

test('while the answer is slow the rest works, and only the answer to the last text is shown', async ({
  desk,
}) => {
  const name = own('Slowly')
  const [first, second] = [new RegExp(`${name} First`), `${name} Second`]
  const page = await desk.signIn('onboarding@demo.test')
  await begin(page, `${name} First LLC`)
  await page.goto('/applications')
  await begin(page, `${second} LLC`)
  await page.goto('/applications')
  await openPalette(page)
  await page.keyboard.type(`${name.toLowerCase()} first`)
  await expect(option(page, first)).toBeVisible()

  const release = await hold(page, SEARCH)
  await input(page).fill(second.toLowerCase())
  await expect(page.getByText('Searching…')).toBeVisible()
  // The earlier answer's row stays, but cannot be chosen.
  await expect(option(page, first)).toBeDisabled()
  await expect(chosen(page)).toHaveCount(0)
  await input(page).fill('theme d')
  await expect(chosen(page)).toHaveText('Theme: Dark')
  await input(page).fill(second.toLowerCase())
  release()
  await expect(chosen(page)).toContainText(second)
  await expect(option(page, first)).toHaveCount(0)
})

test('a search that fails says so, and can be tried again', async ({ desk }) => {
  desk.expectTrouble('/api/search')
  const page = await desk.signIn('onboarding@demo.test')
  await openPalette(page)
  await page.route(SEARCH, (route) => route.abort('connectionrefused'))
  await page.keyboard.type('orchard')
  await expect(page.getByRole('alert').filter({ hasText: 'The desk does not answer' })).toBeVisible()
  await page.unroute(SEARCH)
  await page.route(SEARCH, (route) => route.fulfill({ status: 502, body: '<html>bad gateway</html>' }))
  const refusal = page.waitForResponse(SEARCH)
  await page.getByRole('button', { name: 'Try again' }).click()
  await refusal
  await expect(page.getByRole('alert').filter({ hasText: 'The desk does not answer' })).toBeVisible()
  await page.unroute(SEARCH)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('cannot be looked for')).toHaveCount(0)
  await expect(input(page)).toBeFocused()

  // The person has signed out in another tab.
  await page.context().clearCookies()
  await input(page).fill('orchard street')
  await expect(page.getByRole('alert').filter({ hasText: 'Your session has ended' })).toBeVisible()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/sign-in\?next=%2Fapplications/)
})

test('what is typed before its script has come is kept, and a script that does not come is said', async ({
  desk,
}) => {
  desk.expectTrouble('_next/static')
  desk.expectTrouble('Failed to load')
  const page = await desk.signIn('onboarding@demo.test')
  await page.waitForLoadState('networkidle')
  const release = await hold(page, '**/_next/static/**')
  await page.getByRole('searchbox', { name: 'Search applications' }).focus()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('new pay')
  await expect(page.getByText('Loading…')).toBeVisible()
  release()
  await expect(option(page, 'New PayFac application')).toBeVisible()
  await page.keyboard.type('fac')
  await expect(input(page)).toHaveValue('new payfac')

  const other = await desk.signIn('onboarding@demo.test')
  await other.waitForLoadState('networkidle')
  await other.route('**/_next/static/**', (route) => route.abort('connectionrefused'))
  await other.keyboard.press('Control+k')
  await expect(other.getByRole('alert').filter({ hasText: 'could not be loaded' })).toBeVisible()
  await other.keyboard.type('theme')
  await other.unroute('**/_next/static/**')
  await other.getByRole('button', { name: 'Try again' }).click()
  await expect(option(other, 'Theme: Dark')).toBeVisible()
})

test('a page that was on its way when it was opened comes below it, and takes nothing of what is typed', async ({
  desk,
}) => {
  const page = await desk.signIn('onboarding@demo.test')
  await listening(page)
  const release = await hold(page, /\/applications\/import\?.*_rsc=/)
  await page.goto('/applications')
  await listening(page)
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  await openPalette(page)
  await page.keyboard.type('new p')
  release()
  await expect(page).toHaveURL(/\/applications\/import$/)
  await expect(input(page)).toHaveValue('new p')
  await expect(input(page)).toBeFocused()
  await page.keyboard.type('ayfac')
  await expect(chosen(page)).toHaveText(/New PayFac application/)
  // The focused element went with its page, so the new page's content has the focus.
  await page.keyboard.press('Escape')
  await expect(page.locator('#main')).toBeFocused()
})

test('Escape, and its own keys, give the focus back to where it was', async ({ desk }) => {
  const page = await desk.signIn('onboarding@demo.test')
  const search = page.getByRole('searchbox', { name: 'Search applications' })
  await search.fill('bakery')
  await search.press('ArrowLeft')
  for (const key of ['Escape', 'Control+k']) {
    await openPalette(page)
    await page.keyboard.type('xyz')
    await page.keyboard.press(key)
    await expect(search).toBeFocused()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await page.keyboard.type('!')
  await expect(search).toHaveValue('baker!y')
  // An input of this type does not expose its caret.
  await begin(page, 'Caret Kept LLC')
  const email = page.getByLabel('Business email')
  await email.fill('office@merchant.test')
  await openPalette(page)
  await page.keyboard.press('Escape')
  await expect(email).toBeFocused()
  await email.press('End')
  await page.keyboard.type('x')
  await expect(email).toHaveValue('office@merchant.testx')
  await page.goto('/applications')
  const button = page.getByRole('button', { name: 'Find or go to' })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(input(page)).toBeFocused()
  // It opens empty each time.
  await expect(input(page)).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
})

test('arrows go round the options, and theme and signing out are among them', async ({ desk }) => {
  const page = await desk.signIn('onboarding2@demo.test')
  await openPalette(page)
  await expect(chosen(page)).toHaveText('Overview')
  await page.keyboard.press('ArrowDown')
  await expect(chosen(page)).toHaveText('Applications')
  await page.keyboard.press('End')
  await expect(chosen(page)).toHaveText('Sign out')
  await page.keyboard.press('Home')
  await expect(chosen(page)).toHaveText('Overview')
  await expect(input(page)).toHaveAttribute(
    'aria-activedescendant',
    (await chosen(page).getAttribute('id')) ?? '',
  )
  await page.keyboard.type('dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.getByRole('button', { name: 'Theme: Dark' })).toBeVisible()
  await openPalette(page)
  await page.keyboard.type('sign out')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/sign-in/)
})

test('shortcuts go to the list, its search and its rows, and open one', async ({ desk }) => {
  const page = await desk.signIn('onboarding@demo.test')
  await listening(page)
  const focused = () => page.evaluate(() => document.activeElement?.closest('tr')?.rowIndex ?? null)
  await page.keyboard.press('j')
  expect(await focused()).toBe(1)
  await page.keyboard.press('j')
  expect(await focused()).toBe(2)
  await page.keyboard.press('k')
  expect(await focused()).toBe(1)
  await page.keyboard.press('k')
  expect(await focused()).toBe(1)
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search applications' })).toBeFocused()
  await expect(page.getByRole('searchbox', { name: 'Search applications' })).toHaveValue('')
  await page.locator('#main').focus()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/applications\/[0-9a-f-]{36}/)
  await page.locator('#main').focus()
  await page.keyboard.press('g')
  await page.keyboard.press('a')
  await expect(page).toHaveURL(/\/applications$/)
})

test('brackets go to the step before and after, and stay where there is none', async ({ desk }) => {
  const page = await desk.signIn('onboarding@demo.test')
  await begin(page, 'Bracket Steps LLC')
  await page.locator('#main').focus()
  await page.keyboard.press('[')
  await expect(page).toHaveURL(/\/merchant/)
  await page.keyboard.press(']')
  await expect(page).toHaveURL(/\/contacts/)
  await expect(page.getByRole('heading', { level: 2, name: 'Owners and contacts' }).first()).toBeAttached()
  await page.keyboard.press('[')
  await expect(page).toHaveURL(/\/merchant/)
})

test('a page that goes leaves the focus to what the next begins with, and a field that is asked for has it', async ({
  desk,
}) => {
  const page = await desk.signIn('onboarding@demo.test')
  await begin(page, 'Focus Kept LLC')
  await page.getByRole('button', { name: 'Continue' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/contacts/)
  await expect(page.getByRole('button', { name: 'Add the first person' })).toBeFocused()
  await page
    .getByRole('navigation', { name: 'Steps' })
    .getByRole('link', { name: 'Review and submit' })
    .focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/review/)
  await expect(page.locator('[data-in-the-way] a').first()).toBeFocused()
  await page.getByRole('link', { name: 'Enter the federal tax ID.' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Federal tax ID')).toBeFocused()
})

test('no shortcut fires while something is typed, under a dialog, or with another key', async ({ desk }) => {
  const page = await desk.signIn('onboarding@demo.test')
  await begin(page, 'Typing Shortcuts LLC')
  const here = page.url()
  const name = page.getByLabel('Legal name')
  await name.fill('')
  await name.pressSequentially('ga/?[]jk')
  await expect(name).toHaveValue('ga/?[]jk')
  await page.getByLabel('Ownership').focus()
  await page.keyboard.press(']')
  await page.locator('#main').focus()
  for (const keys of ['Control+]', 'Alt+]', 'Meta+]']) await page.keyboard.press(keys)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press(']')
  await page.keyboard.press('g')
  await page.keyboard.press('a')
  // Another dialog has to be answered first.
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page.locator('#main')).toBeFocused()
  expect(page.url()).toBe(here)
})

test('shortcuts of single keys can be turned off, which is remembered; the palette stays', async ({
  desk,
}) => {
  const page = await desk.signIn('onboarding@demo.test')
  await listening(page)
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await desk.expectAccessible(page)
  await dialog.getByRole('checkbox', { name: 'Single-key shortcuts' }).uncheck()
  await page.keyboard.press('Escape')
  await page.reload()
  await listening(page)
  for (const key of ['?', 'j', '/']) await page.keyboard.press(key)
  await expect(page.locator('#main')).toBeFocused()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await openPalette(page)
  await page.keyboard.type('keyboard')
  await page.keyboard.press('Enter')
  await dialog.getByRole('checkbox', { name: 'Single-key shortcuts' }).check()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.locator('#main').focus()
  await page.keyboard.press('j')
  await expect(page.locator('#main')).not.toBeFocused()
})

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test(`the open palette is accessible and within the page at ${width} px`, async ({ desk }) => {
    const page = await desk.signIn('onboarding@demo.test')
    await page.setViewportSize({ width, height })
    await desk.expectAccessible(page)
    await page.getByRole('button', { name: 'Find or go to' }).click()
    await expect(option(page, 'Sign out')).toBeAttached()
    await desk.expectAccessible(page)
    for (const text of ['e', 'nothing fits this']) {
      await input(page).fill(text)
      await expect(page.getByRole('status').filter({ hasText: /found|No results/ })).toBeAttached()
      await desk.expectAccessible(page)
    }
    const box = await page.getByRole('dialog').boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
}
