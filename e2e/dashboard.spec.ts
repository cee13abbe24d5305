import type { Page } from '@playwright/test'
import { expect, test } from './desk-test'

const panel = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, level: 2, exact: true }) })

const PANELS = [
  'My work',
  'Approved sales by hour',
  'Funded and unfunded',
  'Unfunded by age',
  'Applications',
  'Recent issues',
  'Backups',
] as const

const SEES: Record<string, readonly (typeof PANELS)[number][]> = {
  onboarding: ['My work', 'Applications', 'Recent issues'],
  underwriter: ['My work', 'Applications', 'Recent issues'],
  finance: PANELS.filter((title) => title !== 'Backups' && title !== 'Applications'),
  admin: PANELS,
  auditor: ['Approved sales by hour', 'Funded and unfunded', 'Unfunded by age', 'Applications'],
}

for (const [person, sees] of Object.entries(SEES)) {
  test(`${person}: sees what their roles are about, and nothing else, wide and narrow`, async ({ desk }) => {
    const page = await desk.signIn(`${person}@demo.test`, '/')
    await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
    for (const title of PANELS)
      await expect(panel(page, title), title).toHaveCount(sees.includes(title) ? 1 : 0)
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await desk.expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
  })
}

test('signing in leads to the overview, and the navigation says where one is', async ({ page }) => {
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill('auditor@demo.test')
  await page.getByLabel('Password').fill('demo-desk-2026!')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/')
  const nav = page.getByRole('navigation', { name: 'Main' })
  const overview = nav.getByRole('link', { name: 'Overview' })
  await expect(overview).toHaveAttribute('aria-current', 'page')
  await nav.getByRole('link', { name: 'Applications' }).click()
  await expect(page).toHaveURL('/applications')
  await expect(overview).not.toHaveAttribute('aria-current')
  await page.getByRole('link', { name: 'PayFac Desk' }).click()
  await expect(page).toHaveURL('/')
})

test('nobody sees the overview before signing in', async ({ page }) => {
  await page.goto('/?days=30')
  await expect(page).toHaveURL(/\/sign-in\?next=%2F$/)
})

/** The count of a group under "My work". */
async function countIn(page: Page, label: string): Promise<number> {
  const heading = panel(page, 'My work').getByRole('heading', { name: label, level: 3 })
  return Number(/(\d+)$/.exec(await heading.innerText({ timeout: 10_000 }))?.[1])
}

test('staff: a group of work leads to just those applications, and one of it to where it is worked on', async ({
  desk,
}) => {
  const page = await desk.signIn('onboarding2@demo.test', '/')
  // Other journeys make drafts and send them at the same time.
  await expect(async () => {
    await page.goto('/')
    const drafts = await countIn(page, 'Drafts')
    expect(drafts).toBeGreaterThan(0)
    await panel(page, 'My work').getByRole('link', { name: 'Drafts' }).click({ timeout: 10_000 })
    await expect(page).toHaveURL('/applications?status=draft&status=update-not-sent&assignee=me', {
      timeout: 10_000,
    })
    const rows = page.getByRole('region', { name: 'Applications' }).getByRole('row')
    await expect(rows).toHaveCount(drafts + 1, { timeout: 2_000 })
  }).toPass()
  await page.goBack()
  const first = panel(page, 'My work')
    .getByRole('link', { name: /^A-\d+/ })
    .first()
  const mark = /A-\d+/.exec(await first.innerText())?.[0] ?? ''
  await first.click()
  await expect(page).toHaveURL(/\/applications\/[0-9a-f-]{36}/)
  await expect(page.getByText(mark).first()).toBeVisible()
})

test('a figure of the applications is the number of rows that it leads to', async ({ desk }) => {
  const page = await desk.signIn('auditor@demo.test', '/')
  for (const name of [/^\d+ rejected$/, /^\d+ rejected, no activity for 7 days$/]) {
    await expect(async () => {
      await page.goto('/')
      const figure = panel(page, 'Applications').getByRole('link', { name })
      const count = Number(await figure.innerText({ timeout: 10_000 }))
      await figure.click({ timeout: 10_000 })
      await expect(page).toHaveURL(/\/applications\?status=refused/, { timeout: 10_000 })
      const rows = page.getByRole('region', { name: 'Applications' }).getByRole('row')
      await expect(rows).toHaveCount(count + 1, { timeout: 2_000 })
    }).toPass()
  }
})

test('an underwriter sees the clock of each own case, and goes to it', async ({ desk }) => {
  const page = await desk.signIn('underwriter@demo.test', '/')
  const mine = panel(page, 'My work').getByRole('listitem').filter({ hasText: 'Your cases' })
  // In hours if another journey has set hours that are not whole days.
  await expect(mine.getByText(/of (?:2 days|\d+ h)|Overdue by/).first()).toBeVisible()
  await panel(page, 'My work').getByRole('link', { name: 'Overdue', exact: true }).click()
  await expect(page).toHaveURL('/underwriting?queue=overdue')
  await page.goBack()
  await mine
    .getByRole('link', { name: /^A-\d+/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/underwriting\/[0-9a-f-]{36}/)
})

test('finance: what waits for an approval can be approved by whoever it is shown to', async ({ desk }) => {
  const page = await desk.signIn('finance2@demo.test', '/')
  const waiting = panel(page, 'My work')
    .getByRole('listitem')
    .filter({ hasText: 'Waiting for your approval' })
  await expect(waiting.first()).toBeVisible()
  const nav = page.getByRole('navigation', { name: 'Main' })
  await nav.getByRole('link', { name: /Funding \d+ waiting/ }).click()
  await expect(page).toHaveURL('/funding')
  await expect(page.getByText(/waiting for your approval: .*\$[\d,]+\.\d\d/)).toBeVisible()
  await page.getByRole('link', { name: 'Review', exact: true }).click()
  await expect(page).toHaveURL('/funding?work=to-approve')
  await expect(page.getByRole('link', { name: 'Review', exact: true })).toHaveCount(0)
  await page.goto('/')
  await waiting
    .getByRole('link', { name: /^B-\d+/ })
    .first()
    .click()
  await expect(page.getByRole('button', { name: /^Approve/ }).first()).toBeEnabled()
})

test('finance: conflicts and ages lead to just those sales of the log', async ({ desk }) => {
  const page = await desk.signIn('finance@demo.test', '/')
  // Other journeys settle conflicts at the same time.
  await expect(async () => {
    await page.goto('/')
    const conflicts = await countIn(page, 'Callbacks in conflict')
    await panel(page, 'My work')
      .getByRole('link', { name: 'Callbacks in conflict' })
      .click({ timeout: 10_000 })
    await expect(page).toHaveURL('/callbacks?state=conflict', { timeout: 10_000 })
    const rows = page.getByRole('region', { name: 'Callbacks' }).getByRole('row')
    await expect(rows).toHaveCount(conflicts + 1, { timeout: 2_000 })
  }).toPass()
  await page.goto('/')
  const age = panel(page, 'Unfunded by age').getByRole('link', { name: /unfunded, 14 days and more$/ })
  await age.click()
  await expect(page).toHaveURL(/\/callbacks\?funding=unfunded&to=\d{4}-\d\d-\d\d$/)
  await page.goBack()
  await panel(page, 'Unfunded by age').getByRole('link', { name: 'By merchant' }).click()
  await expect(page).toHaveURL('/callbacks/unfunded')
})

test('bars lead to the sales that they count, by pointer and by keyboard, and work begins from the overview', async ({
  desk,
}) => {
  const page = await desk.signIn('finance@demo.test', '/')
  await expect(page.getByRole('link', { name: 'New batch' })).toHaveAttribute('href', '/funding/new')
  const bars = panel(page, 'Funded and unfunded')
    .getByRole('group', { name: /^Stacked bars/ })
    .getByRole('link')
  await expect(bars).toHaveCount(14)
  await bars.last().focus()
  await page.keyboard.press('ArrowLeft')
  await expect(bars.nth(12)).toBeFocused()
  const counted = Array.from(
    (await bars.nth(12).getAttribute('aria-label'))?.matchAll(/(\d+) sales?,/g) ?? [],
  )
  const sales = counted.reduce((sum, [, count]) => sum + Number(count), 0)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/callbacks\?.*from=(\d{4}-\d\d-\d\d)&to=\1$/)
  await expect(page.getByRole('region', { name: 'Callbacks' }).getByRole('row')).toHaveCount(
    Math.min(sales, 50) + 1,
  )
  await page.goBack()
  await panel(page, 'Approved sales by hour')
    .getByRole('link', { name: /^\d\d:\d\d: / })
    .last()
    .click()
  await expect(page).toHaveURL(/\/callbacks\?state=approved&from=/)

  const staff = await desk.signIn('onboarding@demo.test', '/')
  await expect(staff.getByRole('button', { name: 'New PayFac application' })).toBeVisible()
  await expect(staff.getByRole('link', { name: 'Import', exact: true })).toBeVisible()
})

test('the figures of a plot stand in a table, and add up to what is said above it', async ({ desk }) => {
  const page = await desk.signIn('finance@demo.test', '/')
  const sales = panel(page, 'Approved sales by hour')
  const said = Number(/^(\d+) sales?/.exec(await sales.locator('strong').innerText())?.[1])
  const cells = await sales.locator('tbody tr td:nth-of-type(1)').allInnerTexts()
  expect(cells).toHaveLength(24)
  expect(cells.reduce((sum, cell) => sum + Number(cell), 0)).toBe(said)
  await expect(sales.getByRole('group', { name: new RegExp(`^Bars: ${said} sales?, \\$`) })).toBeVisible()

  const funding = panel(page, 'Funded and unfunded')
  const days = funding.locator('tbody tr')
  await expect(days).toHaveCount(14)
  await funding.getByRole('link', { name: '30 days' }).click()
  await expect(page).toHaveURL('/?days=30')
  await expect(days).toHaveCount(30)
  const unfunded = await funding.locator('tbody tr td:nth-of-type(5)').allInnerTexts()
  const sum = unfunded.reduce((all, cell) => all + Number(/^(\d+)/.exec(cell)?.[1]), 0)
  await expect(funding.getByRole('listitem').filter({ hasText: /^Unfunded/ })).toContainText(`${sum} sales`)
})
