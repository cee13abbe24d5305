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
  await expect(nextStep(page)).toContainText('items required')
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
  await page.getByRole('link', { name: 'Edit Owners and contacts' }).click()
  await page.waitForURL(`/applications/${id}/contacts`)
  await page.getByRole('heading', { level: 1 }).getByRole('link').click()
  await page.waitForURL(`/applications/${id}`)
  await nextStep(page).getByRole('link', { name: 'Continue' }).click()
  await page.waitForURL(`/applications/${id}/merchant`)

  // Somebody who edits nothing is not led into a form.
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
  await expect(page.getByText('Accepted by the partner')).toBeVisible()
  await expect(page.getByText('Submitted it to the partner')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Edit/ })).toHaveCount(0)
  await desk.expectFits(page)
})
