import { expect, test } from './desk-test'
import { Wizard } from './wizard'

const NAUGHTY = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "Robert'); DROP TABLE applications;--",
  '=1+1',
  'مرحبا ‮evil',
  '👩‍👩‍👧‍👦 Ⱥ İıŞş',
  '{{7*7}}',
  '#{7*7}',
  'null',
  '  spaced  ',
]

test('naughty names go through every screen as text', async ({ desk }) => {
  test.setTimeout(180_000)
  const page = await desk.signIn('onboarding@demo.test')
  for (const name of NAUGHTY) {
    await page.goto('/applications')
    const wizard = new Wizard(page)
    const id = await wizard.start()
    await page.getByLabel('Legal name').fill(name)
    await page.getByLabel('DBA name').fill(name)
    await page.getByLabel('Billing city').focus()
    await wizard.saved()
    for (const step of ['merchant', 'review']) {
      await page.goto(`/applications/${id}/${step}`)
      await expect(page.getByRole('heading', { level: 1 })).toContainText(name.trim())
    }
    await page.goto(`/applications?q=${encodeURIComponent(name.trim())}`)
    await expect(page.getByRole('link', { name: name.trim(), exact: true }).first()).toBeVisible()
  }
})

test('every screen passes axe and nothing is cut off, wide or narrow', async ({ desk }) => {
  test.setTimeout(240_000)
  const page = await desk.signIn('onboarding@demo.test')
  const check = () => desk.expectFits(page)
  await check()
  for (const status of ['submitted', 'not-sent']) {
    await page.goto(`/applications?status=${status}`)
    await new Wizard(page).openListed(0)
    await check()
  }
  for (const path of ['/applications?q=nothing-has-this-name', '/notifications']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await check()
  }
  await page.goto('/applications?status=draft')
  const id = await new Wizard(page).openListed(2)
  for (const step of ['merchant', 'contacts', 'accounts', 'options', 'documents', 'review']) {
    await page.goto(`/applications/${id}/${step}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await check()
  }
})

test('a record that is not there leaves the navigation, and who is not signed in is told the same', async ({
  desk,
  browser,
}) => {
  desk.expectTrouble('404')
  const page = await desk.signIn('finance@demo.test')
  await page.goto('/funding/00000000-0000-4000-8000-000000000000')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
  await desk.expectFits(page)
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Funding/ })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Funding')

  const stranger = await browser.newPage()
  await stranger.goto('/funding/no-such-batch')
  await expect(stranger.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('Page not found')
  await expect(stranger.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  await stranger.close()
})

test('every screen of the sandbox passes axe and nothing is cut off, wide or narrow', async ({ desk }) => {
  test.setTimeout(240_000)
  const page = await desk.signIn('admin@demo.test')
  const area = '/admin/sandbox'
  const [token] = await desk.partner.journal('token')
  const [application] = await desk.partner.journal('application')
  const screens = [
    '',
    '?endpoint=alias',
    `/requests/${token?.n}`,
    `/requests/${application?.n}`,
    '/applications',
    '/applications?before=006000000000000AAA',
    '/profiles',
    '/callbacks',
    '/faults',
    '/reset',
    '/interface',
  ].map((path) => `${area}${path}`)
  await page.goto(`${area}/applications`)
  const held = page.locator(`main a[href^="${area}/applications/"]`).filter({ visible: true })
  screens.push((await held.first().getAttribute('href')) ?? '')
  for (const screen of screens) {
    await page.goto(screen)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await desk.expectFits(page)
  }
})

test('the wizard works with the keyboard alone', async ({ desk }) => {
  const page = await desk.signIn('onboarding@demo.test')
  const button = page.getByRole('button', { name: 'New PayFac application' }).first()
  await button.focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/merchant/)
  await page.getByLabel('Legal name').focus()
  await page.keyboard.type('Keyboard Only LLC')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('DBA name')).toBeFocused()
  await page.keyboard.type('Keys')
  await page.getByRole('button', { name: 'Continue' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/contacts/)
  await page.getByRole('button', { name: 'Add the first person' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('First name')).toBeVisible()
})
