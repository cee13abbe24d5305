import { expect, test } from './desk-test'
import { accept, ask, invite, newcomer, openLink, PASSWORD, PEOPLE, row, shownLink } from './people'

test('an admin invites somebody, who enters; other roles count at once, and deactivated they are out', async ({
  desk,
  browser,
}) => {
  const admin = await desk.signIn('admin@demo.test', PEOPLE)
  await admin.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'People' }).click()
  // Problems appear at their fields, from the browser's check and from the server's.
  await admin.getByRole('button', { name: 'Invite person…' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Invite person' })
  await dialog.getByLabel('Email').fill('nobody')
  await dialog.getByRole('button', { name: 'Create invitation' }).click()
  await expect(dialog.getByText('Enter an email address')).toBeVisible()
  await expect(dialog.getByText('Choose at least one role.')).toBeVisible()
  await dialog.getByLabel('Email').fill('finance@demo.test')
  await dialog.getByRole('checkbox', { name: 'Auditor' }).check()
  await dialog.getByRole('button', { name: 'Create invitation' }).click()
  await expect(dialog.getByText('Someone with this email is here already')).toBeVisible()
  await desk.expectAccessible(admin)
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  const email = newcomer('nora')
  // A name that nobody has, even in a second try.
  const name = `Nora ${email.slice(5, -13)}`
  const first = await invite(admin, email, ['Onboarding'])
  await expect(row(admin, email).getByText('Invited', { exact: true })).toBeVisible()
  await desk.expectAccessible(admin)
  await admin.getByRole('button', { name: `New link for ${email}` }).click()
  const link = await shownLink(admin)
  expect(new URL(link).search, 'the secret is in no log').toBe('')

  const early = await openLink(browser, first)
  await expect(early.getByText('This link was replaced or revoked')).toBeVisible()
  const asked: string[] = []
  const nora = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  nora.on('request', (request) => asked.push(`${request.url()} ${request.headers().referer ?? ''}`))
  await nora.goto(link)
  await expect(nora.getByText('You are invited as Onboarding.')).toBeVisible()
  expect(new URL(nora.url()).hash, 'the secret leaves the address').toBe('')
  await nora.getByLabel('Name').fill(name)
  await nora.getByLabel('Password').fill('short')
  await nora.getByRole('button', { name: 'Create account' }).click()
  await expect(nora.getByText('Use at least 15 characters.')).toBeVisible()
  await nora.getByLabel('Password').fill('passwordpassword')
  await expect(nora.getByText('Too easy to guess', { exact: true })).toBeVisible()
  await nora.getByRole('button', { name: 'Create account' }).click()
  await expect(nora.getByText('This password is too easy to guess.')).toBeVisible()
  await desk.expectAccessible(nora)
  await accept(nora, name)
  const secret = new URL(link).hash.slice(1)
  expect(asked.filter((text) => text.includes(secret.split('.')[1] ?? secret))).toEqual([])
  const again = await openLink(browser, link)
  await expect(again.getByText('This link was already used')).toBeVisible()

  await nora.goto('/applications')
  await expect(nora.getByRole('button', { name: /^New/ }).first()).toBeVisible()
  await admin.reload()
  await ask(admin, name, 'Change roles…')
  const roles = admin.getByRole('dialog', { name: `Change roles of ${name}` })
  await roles.getByRole('checkbox', { name: 'Onboarding' }).uncheck()
  await roles.getByRole('checkbox', { name: 'Auditor' }).check()
  await roles.getByRole('button', { name: 'Change roles' }).click()
  await expect(admin.getByText('Roles changed')).toBeVisible()
  const refused = await nora.goto('/applications/import')
  expect(refused?.status(), 'in the open session').toBe(403)

  await ask(admin, name, 'Deactivate…')
  const question = admin.getByRole('dialog', { name: `Deactivate ${name}` })
  await question.getByRole('button', { name: 'Deactivate' }).click()
  await expect(admin.getByText(`${name} was deactivated`)).toBeVisible()
  await nora.goto('/applications')
  await expect(nora).toHaveURL(/sign-in/)
  await nora.getByLabel('Email').fill(email)
  await nora.getByLabel('Password').fill(PASSWORD)
  await nora.getByRole('button', { name: 'Sign in' }).click()
  await expect(nora.getByText('Incorrect email or password. Check both and try again.')).toBeVisible()

  // The last admin stays an admin.
  await ask(admin, 'Ada Minton', 'Change roles…')
  const own = admin.getByRole('dialog', { name: 'Change roles of Ada Minton' })
  await own.getByRole('checkbox', { name: 'Admin' }).uncheck()
  await own.getByRole('checkbox', { name: 'Auditor' }).check()
  await own.getByRole('button', { name: 'Change roles' }).click()
  await expect(own.getByText('This is the last active admin.')).toBeVisible()
  for (const page of [nora, early, again]) await page.context().close()
})

test('only admins see people, and everybody their own account', async ({ desk }) => {
  for (const email of ['finance3@demo.test', 'auditor@demo.test']) {
    const page = await desk.signIn(email)
    await expect(page.getByRole('link', { name: 'People' })).toHaveCount(0)
    desk.expectTrouble('403')
    expect((await page.goto(PEOPLE))?.status()).toBe(403)
    await page.goto('/account')
    await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
  }
})

test('a person keeps their own account: name, password, sessions, time zone', async ({ desk, browser }) => {
  const admin = await desk.signIn('admin@demo.test', PEOPLE)
  const email = newcomer('omar')
  const page = await openLink(browser, await invite(admin, email, ['Auditor']))
  await accept(page, 'Omar Journey')
  const origin = new URL(page.url()).origin

  const signIn = async (password: string) => {
    const other = await (await browser.newContext()).newPage()
    await other.goto(`${origin}/sign-in`)
    await other.getByLabel('Email').fill(email)
    await other.getByLabel('Password').fill(password)
    await other.getByRole('button', { name: 'Sign in' }).click()
    return other
  }
  const second = await signIn(PASSWORD)
  await expect(second.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()

  await page.getByTitle('Your account').first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
  await expect(page.getByText('This session')).toBeVisible()
  await desk.expectAccessible(page)
  await page.getByRole('button', { name: /^End session:/ }).click()
  await expect(page.getByText('Session ended')).toBeVisible()
  await second.goto(`${origin}/account`)
  await expect(second).toHaveURL(/sign-in/)

  await page.getByRole('button', { name: 'Change name…' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Omar Renamed')
  await page.getByRole('dialog').getByRole('button', { name: 'Change name' }).click()
  await expect(page.getByText('Name changed')).toBeVisible()
  await expect(page.getByTitle('Your account').first()).toContainText('Omar Renamed')

  await page.getByRole('button', { name: 'Change time zone…' }).click()
  await page.getByRole('dialog').getByLabel('Time zone').selectOption('Pacific/Chatham')
  await page.getByRole('dialog').getByRole('button', { name: 'Change time zone' }).click()
  await expect(page.getByText('Time zone changed')).toBeVisible()
  await expect(page.getByText(/GMT\+1[23]:45/).first()).toBeVisible()

  await page.getByRole('button', { name: 'Change password…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change password' })
  await dialog.getByLabel('Current password').fill('not this one at all')
  await dialog.getByLabel('New password').fill('a quieter marmalade')
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await expect(dialog.getByText('This is not your current password.')).toBeVisible()
  await desk.expectAccessible(page)
  await dialog.getByLabel('Current password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password changed')).toBeVisible()
  const late = await signIn(PASSWORD)
  await expect(late.getByText('Incorrect email or password. Check both and try again.')).toBeVisible()
  const right = await signIn('a quieter marmalade')
  await expect(right.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  for (const each of [page, second, late, right]) await each.context().close()
})

test('a question about a person gives the focus back each time, and a link that goes does not take it along', async ({
  desk,
}) => {
  const email = newcomer('keys')
  const admin = await desk.signIn('admin@demo.test', PEOPLE)
  await invite(admin, email, ['Onboarding'])
  const menu = admin.getByRole('button', { name: 'Actions for Oscar Ortega' })
  // The second time the script is loaded already, and the dialog opens before the menu has closed by itself.
  for (let time = 0; time < 2; time++) {
    await menu.press('Enter')
    await admin
      .getByRole('region', { name: 'Actions for Oscar Ortega' })
      .getByRole('button', { name: 'Change roles…' })
      .press('Enter')
    await expect(admin.getByRole('dialog', { name: 'Change roles of Oscar Ortega' })).toBeVisible()
    await admin.keyboard.press('Escape')
    await expect(admin.getByRole('dialog')).toHaveCount(0)
    await expect(menu).toBeFocused()
  }
  await admin.getByRole('button', { name: `New link for ${email}` }).press('Enter')
  await expect(admin.getByRole('dialog', { name: 'Send this link' })).toBeVisible()
  await admin.keyboard.press('Escape')
  await expect(admin.locator('main *:focus')).toBeVisible()
  await admin.getByRole('button', { name: `Revoke link for ${email}` }).press('Enter')
  const revoked = admin.getByRole('dialog', { name: `Revoke the invitation of ${email}?` })
  await revoked.getByRole('button', { name: 'Revoke' }).press('Enter')
  await expect(admin.getByText(`Invitation of ${email} revoked`)).toBeVisible()
  await expect(row(admin, email)).toHaveCount(0)
  await expect(admin.locator('main *:focus')).toBeVisible()
})
