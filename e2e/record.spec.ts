import type { Page } from '@playwright/test'
import { expect, test } from './desk-test'
import { prepareSoleProprietorship, Wizard } from './wizard'

const nextStep = (page: Page) => page.getByRole('region', { name: 'Next step' })
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('a draft has a page of its own, and its name in the list leads on at once', async ({ desk }) => {
  const page = await desk.signIn('onboarding@demo.test')
  const wizard = new Wizard(page)
  const id = await wizard.start()
  const name = `Half Done ${id.slice(0, 8)}`
  await page.getByLabel('Legal name').fill(name)
  await page.getByLabel('Billing city').focus()
  await wizard.saved()

  await page.goto(`/applications?q=${encodeURIComponent(name)}`)
  await rowOf(page, name).getByRole('link', { name, exact: true }).click()
  await page.waitForURL(`/applications/${id}/merchant`)

  await page.goto(`/applications?q=${encodeURIComponent(name)}`)
  await rowOf(page, name).getByRole('link', { name: /^A-/ }).click()
  await page.waitForURL(`/applications/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
  await expect(nextStep(page)).toContainText('answers missing')
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
  await page.getByRole('link', { name: 'Edit Owners and contacts' }).click()
  await page.waitForURL(`/applications/${id}/contacts`)
  await page.getByRole('heading', { level: 1 }).getByRole('link').click()
  await page.waitForURL(`/applications/${id}`)
  await nextStep(page).getByRole('link', { name: 'Continue' }).click()
  await page.waitForURL(`/applications/${id}/merchant`)

  // A person who cannot edit is not led into a form.
  const auditor = await desk.signIn('auditor@demo.test')
  await auditor.goto(`/applications/${id}/next`)
  await auditor.waitForURL(`/applications/${id}`)
  await expect(nextStep(auditor)).toContainText('Onboarding is working on it')
  await expect(nextStep(auditor).getByRole('link')).toHaveCount(0)
  await expect(auditor.getByRole('link', { name: /^Edit/ })).toHaveCount(0)
})

test('from the draft to the answer one page says what is next, in sight wherever somebody reads', async ({
  desk,
}) => {
  const page = await desk.signIn('onboarding@demo.test')
  const wizard = await prepareSoleProprietorship(page, 'Plover Print Shop')
  const id = wizard.id()
  for (const step of ['merchant', 'contacts', 'accounts', 'options', 'documents']) {
    await page.goto(`/applications/${id}/${step}`)
  }
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto(`/applications/${id}`)
    await page.getByText('What would be sent now').scrollIntoViewIfNeeded()
    await expect(nextStep(page).getByRole('link', { name: 'Review and submit' })).toBeInViewport()
    await desk.expectFits(page)
  }
  await nextStep(page).getByRole('link', { name: 'Review and submit' }).click()
  await expect(page.getByRole('button', { name: 'Submit…' })).toBeInViewport()
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(page.getByRole('button', { name: 'Submit…' })).toBeInViewport()
  await wizard.submit()
  await page.waitForURL(`/applications/${id}`)
  await expect(nextStep(page).getByRole('link', { name: 'Add documents' })).toBeVisible()
  await expect(page.getByText('The partner · Accepted it')).toBeVisible()
  await expect(page.getByText('Submitted it to the partner')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Edit/ })).toHaveCount(0)
  await desk.expectFits(page)
})

test('what is done with an application on its page is undone there: assigned, withdrawn, reopened, a document removed', async ({
  desk,
}) => {
  const page = await desk.signIn('onboarding@demo.test')
  const wizard = await prepareSoleProprietorship(page, 'Undone Bakery')
  const id = wizard.id()
  await page.goto(`/applications/${id}`)
  const assignee = page.getByLabel('Assignee', { exact: true })
  const before = await assignee.inputValue()
  const undo = page.getByRole('main').getByRole('button', { name: 'Undo', exact: true })
  const told = (words: string) => page.getByRole('main').getByRole('status').filter({ hasText: words })

  await assignee.selectOption(before === '' ? { label: 'Olive Onboard' } : '')
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(told(before === '' ? 'Assigned to you' : 'Unassigned')).toBeVisible()
  await desk.expectFits(page)
  await undo.focus()
  await page.keyboard.press('Enter')
  await expect(told(before === '' ? 'Unassigned again' : 'Assigned back')).toBeVisible()
  await expect(assignee).toHaveValue(before)

  await page.getByRole('button', { name: 'Withdraw…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw', exact: true }).click()
  await expect(told('Withdrawn')).toBeVisible()
  await expect(nextStep(page).getByRole('button', { name: 'Reopen' })).toBeVisible()
  await undo.click()
  await expect(told('Reopened as a draft')).toBeVisible()
  await expect(nextStep(page).getByRole('link')).toBeVisible()

  await page.getByRole('button', { name: 'Withdraw…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw', exact: true }).click()
  await nextStep(page).getByRole('button', { name: 'Reopen' }).click()
  await expect(told('Reopened as a draft')).toBeVisible()
  // Another person was faster: their change stays, and the page says so.
  const other = await desk.signIn('onboarding2@demo.test', `/applications/${id}`)
  await other.getByRole('button', { name: 'Withdraw…' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Withdraw', exact: true }).click()
  await expect(nextStep(other).getByRole('button', { name: 'Reopen' })).toBeVisible()
  await undo.click()
  await expect(page.getByText('It was not undone')).toBeVisible()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await nextStep(page).getByRole('button', { name: 'Reopen' }).click()
  await undo.click()
  await expect(told('Withdrawn again')).toBeVisible()
  await nextStep(page).getByRole('button', { name: 'Reopen' }).click()

  await page.goto(`/applications/${id}/documents`)
  const chooser = page.waitForEvent('filechooser')
  await page
    .getByRole('button', { name: /^Choose file: / })
    .first()
    .click()
  await (await chooser).setFiles([
    { name: 'Only one.txt', mimeType: 'text/plain', buffer: Buffer.from('Transcribed.\n') },
  ])
  await expect(page.getByRole('button', { name: 'Remove Only one.txt' })).toBeVisible()
  await page.goto(`/applications/${id}`)
  await page.getByRole('button', { name: 'Remove Only one.txt' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove it' }).click()
  await expect(page.getByText('No documents yet.')).toBeVisible()
  await desk.expectFits(page)
  await undo.click()
  await expect(page.getByRole('button', { name: 'Remove Only one.txt' })).toBeVisible()
})

test('what is outlined of a record and of a case while it is on its way stands where it will stand', async ({
  desk,
}) => {
  const top = (page: Page, within: string) =>
    page
      .locator(`${within} [class*="xl:grid-cols-[minmax"]`)
      .first()
      .evaluate((part) => Math.round(part.getBoundingClientRect().top + scrollY))
  for (const [who, list, row] of [
    ['onboarding@demo.test', '/applications?status=submitted', /^A-/],
    ['underwriter@demo.test', '/underwriting', /./],
  ] as const) {
    const page = await desk.signIn(who, list)
    await page.route('**/*_rsc=*', async (route) => {
      await new Promise((later) => setTimeout(later, 1_500))
      await route.continue()
    })
    for (const [width, jump] of [
      [1440, 10],
      [390, 40],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(list)
      const link = page
        .locator('main a[href^="/applications/"], main a[href^="/underwriting/"]')
        .filter({ hasText: row })
      // The script of the page's skeleton loads on the first interaction.
      await link.first().hover()
      await page.waitForLoadState('networkidle')
      await link.first().click({ noWaitAfter: true })
      await expect(page.locator('.skeleton')).toBeVisible()
      const outlined = await top(page, '.skeleton')
      await expect(page.locator('.skeleton')).toHaveCount(0)
      const there = await top(page, 'main')
      expect(Math.abs(there - outlined), `${list} at ${width} px: ${outlined}, ${there}`).toBeLessThan(jump)
    }
  }
})

test('names of any length and script leave every page of an application as wide as its window', async ({
  desk,
}) => {
  const page = await desk.signIn('onboarding@demo.test')
  const wizard = new Wizard(page)
  const names = [
    ['Wörld'.repeat(6_400), 'W'.repeat(300)],
    ["O'Brien İstanbul אבג \u202eevil =cmd|' /C calc'!A0", '\u{1F9A9}'.repeat(60)],
  ] as const
  const ids: string[] = []
  for (const [legal, dba] of names) {
    await page.goto('/applications')
    ids.push(await wizard.start())
    await page.getByLabel('Legal name').fill(legal)
    await page.getByLabel('DBA name').fill(dba)
    // The same value in both, so that each one's message names the other.
    await page.getByLabel('Federal tax ID').fill('98-7654399')
    await page.getByLabel('Billing city').focus()
    await wizard.saved()
    await wizard.step('Owners and contacts')
    await page.getByRole('button', { name: 'Add the first person' }).click()
    await wizard.type('contacts.items.0.firstName', legal)
    await wizard.type('contacts.items.0.lastName', dba)
    await wizard.input('contacts.items.0.title').focus()
    await wizard.saved()
  }
  await page.setViewportSize({ width: 390, height: 844 })
  for (const id of ids) {
    for (const part of ['', '/merchant', '/contacts', '/review']) {
      await page.goto(`/applications/${id}${part}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      if (part === '/review') await expect(page.getByText('The same federal tax ID').first()).toBeVisible()
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(over, `${id}${part}`).toBeLessThanOrEqual(0)
    }
  }
})
