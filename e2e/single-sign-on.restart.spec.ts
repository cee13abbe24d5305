import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { openIdentityProvider } from '@/lib/testing/identity-provider'
import { createOwnDesk } from './own-desk'

const onboarding = { sub: 'u-1', email: 'onboarding@demo.test', email_verified: true, name: 'Olive' }

/** Clicks until it has an effect, because the button is visible before the page handles clicks. */
async function press(page: Page, outcome: () => Promise<void>) {
  await expect(async () => {
    await page.getByRole('button', { name: 'Sign in with single sign-on' }).click({ timeout: 2_000 })
    await outcome()
  }).toPass()
}
const says = (page: Page, words: string) => () =>
  expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible({ timeout: 5_000 })
const isIn = (page: Page) => () =>
  expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible({ timeout: 10_000 })

test('people sign in by the identity provider, and read why they are not let in', async ({ browser }) => {
  test.setTimeout(240_000)
  const dataDir = mkdtempSync(path.join(tmpdir(), 'payfac-sso-'))
  const desk = await createOwnDesk(dataDir)
  const provider = await openIdentityProvider(`${desk.origin}/api/auth/callback/oidc`)
  const oidc = {
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
    OIDC_DOMAINS: 'demo.test',
  }
  try {
    await desk.start(oidc)
    const page = await (await browser.newContext({ baseURL: desk.origin })).newPage()
    await page.goto('/sign-in')
    await press(page, says(page, 'The identity provider did not sign you in.'))
    provider.account = { ...onboarding, email: 'stranger@demo.test' }
    await press(page, says(page, 'No one here has your email. Ask an admin for an invitation.'))
    provider.account = onboarding
    await press(page, isIn(page))

    const admin = await (await browser.newContext({ baseURL: desk.origin })).newPage()
    await admin.goto('/sign-in?next=/admin/people')
    await expect(async () => {
      await admin.getByLabel('Email').fill('admin@demo.test', { timeout: 10_000 })
      await admin.getByLabel('Password').fill('demo-desk-2026!', { timeout: 10_000 })
      await admin.getByRole('button', { name: 'Sign in', exact: true }).click({ timeout: 10_000 })
      await expect(admin.getByRole('heading', { level: 1, name: 'People' })).toBeVisible({ timeout: 10_000 })
    }).toPass()
    const row = admin.getByRole('listitem').filter({ hasText: 'onboarding@demo.test' })
    await expect(row).toContainText('Password or single sign-on')
    await admin.screenshot({ path: 'e2e/.tmp/sso-people.png' })

    await desk.stop()
    await desk.start({ ...oidc, OIDC_ONLY: '1', OIDC_BREAK_GLASS: 'admin@demo.test' })
    const only = await (await browser.newContext({ baseURL: desk.origin })).newPage()
    await only.goto('/sign-in')
    await expect(only.getByLabel('Password')).toBeHidden()
    await only.screenshot({ path: 'e2e/.tmp/sso-only.png' })
    await press(only, isIn(only))
  } finally {
    await provider.close()
    await desk.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
