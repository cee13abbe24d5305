import type { Browser, Page } from '@playwright/test'
import { expect } from './desk-test'

export const PEOPLE = '/admin/people'
export const PASSWORD = 'tangerine wheelbarrow'

/** An email that no journey has invited before, even in a second try. */
export const newcomer = (name: string) => `${name}-${Date.now().toString(36)}@journey.test`

/** Opens a one-time link in a separate browser, as the invited person would. */
export async function openLink(browser: Browser, link: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  await page.goto(link)
  return page
}

export async function accept(page: Page, name: string) {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
}

export async function invite(page: Page, email: string, roles: string[]): Promise<string> {
  await page.getByRole('button', { name: 'Invite person…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite person' })
  await dialog.getByLabel('Email').fill(email)
  for (const role of roles) await dialog.getByRole('checkbox', { name: role }).check()
  await dialog.getByRole('button', { name: 'Create invitation' }).click()
  return shownLink(page)
}

export async function shownLink(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog', { name: 'Send this link' })
  const link = await dialog.getByRole('region', { name: 'One-time link' }).innerText()
  await dialog.getByRole('button', { name: 'Done' }).click()
  return link
}

export const row = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true })

export async function ask(page: Page, name: string, action: string) {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page
    .getByRole('region', { name: `Actions for ${name}` })
    .getByRole('button', { name: action })
    .click()
}

/** Ends the session in the database but keeps the browser's cookie, as a time-out does. */
export async function endSession(page: Page): Promise<void> {
  const { csrfToken } = await (await page.request.get('/api/auth/csrf')).json()
  const cookies = await page.context().cookies()
  await page.request.post('/api/auth/signout', { form: { csrfToken } })
  await page.context().addCookies(cookies)
}
