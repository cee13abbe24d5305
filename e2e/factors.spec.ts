import type { Page } from '@playwright/test'
import { generateSync } from 'otplib'
import { expect, test } from './desk-test'
import { newcomer } from './people'

const PASSWORD = 'tangerine wheelbarrow'
/** contract.md, "Demonstration accounts". */
const DEMO_SECRET = 'KJSXE43PNZQWYIDEMVWW63TTORZGC5DF'

async function signIn(page: Page, email: string, password: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Confirm it is you' })).toBeVisible()
}

test('a password is not enough for whoever has an app: its code opens the page that was asked for', async ({
  desk,
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL })
  const page = await context.newPage()
  await page.goto('/underwriting')
  await signIn(page, 'underwriter3@demo.test', 'demo-desk-2026!')
  await desk.expectFits(page)
  await page.goto('/applications')
  await expect(page, 'no page in between').toHaveURL(/\/sign-in\/confirm\?next=%2Fapplications/)
  await page.goto('/sign-in?next=/underwriting')
  await page.getByLabel('Code').fill('000000')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('This code is wrong or already used.')).toBeVisible()
  await page.getByLabel('Code').fill(generateSync({ secret: DEMO_SECRET }))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/underwriting')
  await expect(page.getByRole('heading', { level: 1, name: 'Underwriting' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).first().click()
  await expect(page).toHaveURL(/sign-in/)
  await context.close()
})

test('somebody adds an app, enters by a recovery code, and an admin resets it', async ({
  desk,
  browser,
  baseURL,
}) => {
  const email = newcomer('fay')
  const name = `Fay ${email.slice(4, -13)}`
  const admin = await desk.signIn('admin@demo.test', '/admin/people')
  await admin.getByRole('button', { name: 'Invite person…' }).click()
  const invitation = admin.getByRole('dialog', { name: 'Invite person' })
  await invitation.getByLabel('Email').fill(email)
  await invitation.getByRole('checkbox', { name: 'Auditor' }).check()
  await invitation.getByRole('button', { name: 'Create invitation' }).click()
  const shown = admin.getByRole('dialog', { name: 'Send this link' })
  const link = await shown.getByRole('region', { name: 'One-time link' }).innerText()
  await shown.getByRole('button', { name: 'Done' }).click()

  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } })
  const fay = await context.newPage()
  await fay.goto(link)
  await fay.getByLabel('Name').fill(name)
  await fay.getByLabel('Password').fill(PASSWORD)
  await fay.getByRole('button', { name: 'Create account' }).click()
  await expect(fay.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()

  await fay.goto('/account')
  await fay.getByRole('button', { name: 'Add second factor…' }).click()
  const adding = fay.getByRole('dialog', { name: 'Add second factor' })
  await expect(adding.getByRole('button', { name: 'Add a passkey' })).toBeDisabled()
  await adding.getByRole('button', { name: 'Add an authenticator app' }).click()
  await expect(adding.getByText('Enter your current password.')).toBeVisible()
  await adding.getByLabel('Current password').fill(PASSWORD)
  await adding.getByRole('button', { name: 'Add an authenticator app' }).click()
  await adding.getByText('Enter it by hand instead').click()
  const secret = (await adding.locator('details p').innerText()).replaceAll(' ', '')
  await desk.expectAccessible(fay)
  await adding.getByLabel('Code').fill(generateSync({ secret }))
  await adding.getByRole('button', { name: 'Add authenticator app' }).click()
  const kept = fay.getByRole('dialog', { name: 'Recovery codes' })
  const codes = (await kept.getByRole('region', { name: 'Recovery codes' }).innerText()).trim().split('\n')
  expect(codes).toHaveLength(10)
  await desk.expectAccessible(fay)
  await kept.getByRole('button', { name: 'Done' }).click()
  await expect(fay.getByText('Second factor added')).toBeVisible()
  await fay.getByRole('button', { name: 'Rename Authenticator app' }).click()
  const renaming = fay.getByRole('dialog', { name: 'Rename second factor' })
  await renaming.getByLabel('Name').fill('Blue phone')
  await renaming.getByRole('button', { name: 'Rename' }).click()
  await expect(fay.getByRole('listitem', { name: 'Blue phone' })).toBeVisible()
  await desk.expectFits(fay)

  await fay.getByRole('button', { name: 'Sign out' }).first().click()
  await signIn(fay, email, PASSWORD)
  await fay.getByRole('button', { name: 'Use a recovery code' }).click()
  await fay.getByLabel('Recovery code').fill(codes[3]?.toUpperCase() ?? '')
  await fay.getByRole('button', { name: 'Sign in' }).click()
  await expect(fay.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await fay.goto('/account')
  await expect(fay.getByText('9 unused.')).toBeVisible()

  await admin.reload()
  const row = admin.getByRole('listitem', { name, exact: true })
  await expect(row).toContainText('Authenticator app')
  await admin.getByRole('button', { name: `Actions for ${name}` }).click()
  await admin
    .getByRole('region', { name: `Actions for ${name}` })
    .getByRole('button', { name: 'Reset second factor…' })
    .click()
  await desk.expectAccessible(admin)
  await admin
    .getByRole('dialog', { name: `Reset second factor of ${name}` })
    .getByRole('button', { name: 'Reset second factor' })
    .click()
  await expect(admin.getByText(`Second factor of ${name} reset`)).toBeVisible()
  await expect(row).not.toContainText('Authenticator app')
  await desk.expectFits(admin)
  await fay.goto('/account')
  await expect(fay, 'their sessions ended').toHaveURL(/sign-in/)
  await context.close()
  await admin.goto('/admin/settings/sign-in')
  await desk.expectFits(admin)
})
