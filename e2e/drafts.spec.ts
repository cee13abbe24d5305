import { expect, test } from './desk-test'
import { endSession } from './people'
import { Wizard } from './wizard'

test('a draft is there after a reload, secrets as masks only, and loading saves nothing', async ({
  desk,
}) => {
  const page = await desk.signIn('onboarding@demo.test')
  const wizard = new Wizard(page)
  await wizard.start()
  await page.getByLabel('Legal name').fill('Resumed Draft LLC')
  await page.getByLabel('Federal tax ID').fill('12-3456789')
  await page.getByLabel('What the business sells').fill(`${'Çay & simit 🫖 '.repeat(2000)}end`)
  await page.getByLabel('Billing city').focus()
  await wizard.saved()

  const saves: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') saves.push(request.url())
  })
  await page.reload()
  await expect(page.getByLabel('Legal name')).toHaveValue('Resumed Draft LLC')
  await expect(page.getByLabel('What the business sells')).toHaveValue(/^Çay & simit 🫖 .*end$/)
  await expect(wizard.field('merchant.taxId')).toContainText('••-•••6789')
  expect(await page.content()).not.toContain('3456789')
  await page.getByLabel('Billing city').focus()
  await page.getByLabel('Billing street').focus()
  await page.waitForTimeout(1500)
  expect(saves).toEqual([])
})

test('an expired session loses nothing: sign in again in the page, and it is saved', async ({ desk }) => {
  desk.expectTrouble('401')
  const page = await desk.signIn('onboarding@demo.test')
  const wizard = new Wizard(page)
  await wizard.start()
  await page.getByLabel('Legal name').fill('Before The End')
  await page.getByLabel('Billing city').focus()
  await wizard.saved()
  await endSession(page)

  await page.getByLabel('Legal name').fill('After The End')
  await page.getByLabel('Billing city').focus()
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(dialog).toBeVisible()
  await dialog.getByLabel('Password').fill('wrong')
  await dialog.getByRole('button', { name: 'Sign in and save' }).click()
  await expect(dialog.getByText('Incorrect email or password')).toBeVisible()
  await dialog.getByLabel('Password').fill('demo-desk-2026!')
  await dialog.getByRole('button', { name: 'Sign in and save' }).click()
  await expect(dialog).toBeHidden()
  await wizard.saved()
  await page.reload()
  await expect(page.getByLabel('Legal name')).toHaveValue('After The End')
})

test('two editors: the later save is refused, and shows whose change came first, field by field', async ({
  desk,
}) => {
  desk.expectTrouble('409')
  const first = await desk.signIn('onboarding@demo.test')
  const second = await desk.signIn('onboarding2@demo.test')
  const mine = new Wizard(second)
  const id = await new Wizard(first).start()
  await first.getByLabel('Legal name').fill('Shared')
  await first.getByLabel('Billing city').focus()
  await new Wizard(first).saved()
  await second.goto(`/applications/${id}/merchant`)

  await first.getByLabel('Legal name').fill('Theirs Ltd')
  await first.getByLabel('Billing street').fill('1 Their Street')
  await first.getByLabel('Billing city').focus()
  await new Wizard(first).saved()
  await expect(first.getByText('Not saved yet')).toHaveCount(0)

  await second.getByLabel('Legal name').fill('Mine Ltd')
  await second.getByLabel('Business email').fill('mine@merchant.test')
  await second.getByLabel('Billing city').focus()
  const dialog = second.getByRole('dialog', { name: 'Someone else changed this first' })
  await expect(dialog).toContainText('Olive Onboard')
  await expect(dialog.getByRole('group', { name: 'Legal name' })).toContainText('Theirs Ltd')
  await expect(dialog).toContainText('1 Their Street')
  await dialog
    .getByRole('group', { name: 'Legal name' })
    .getByLabel(/Take theirs/)
    .check()
  await desk.expectAccessible(second)
  await dialog.getByRole('button', { name: 'Save these values' }).click()
  await mine.saved()
  await second.reload()
  await expect(second.getByLabel('Legal name')).toHaveValue('Theirs Ltd')
  await expect(second.getByLabel('Billing street')).toHaveValue('1 Their Street')
  await expect(second.getByLabel('Business email')).toHaveValue('mine@merchant.test')
})

test('errors come when a field is left, never while it is typed, and the summary leads to the field', async ({
  desk,
}) => {
  const page = await desk.signIn('onboarding@demo.test')
  const wizard = new Wizard(page)
  const id = await wizard.start()
  await page.getByLabel('Business phone').pressSequentially('555 01', { delay: 20 })
  await page.waitForTimeout(400)
  await expect(wizard.field('merchant.phone')).not.toContainText('10 digits, such as')
  await page.keyboard.press('Tab')
  await expect(wizard.field('merchant.phone')).toContainText('10 digits')
  // The longest text that the interface accepts, without a space: with kerning, every line would be shaped anew.
  const sells = page.getByLabel('What the business sells')
  await expect(sells).toHaveCSS('font-kerning', 'none')
  await sells.fill('x'.repeat(32_000))
  await page.keyboard.press('Tab')
  await wizard.saved()
  await expect(sells).toHaveValue('x'.repeat(32_000))
  // The same in a field with far less room: the text is kept and reported, and does not fill the page.
  await page.getByLabel('Legal name').fill('W'.repeat(32_000))
  await page.keyboard.press('Tab')
  await expect(wizard.field('merchant.legalName')).toContainText('at most 100 characters; this has 32,000')
  await wizard.saved()
  expect((await page.getByRole('heading', { level: 1 }).boundingBox())?.height).toBeLessThan(120)

  await page.goto(`/applications/${id}/review`)
  await page
    .getByRole('link', { name: /phone must have 10 digits/ })
    .first()
    .click()
  await expect(page.getByLabel('Business phone')).toBeFocused()

  // Lists cut it: laid out in full, it froze the list for everyone.
  await page.goto('/applications')
  const row = page.getByRole('row').filter({ has: page.locator(`a[href*="${id}"]`) })
  await expect(row.getByRole('link', { name: /^W{120}…$/ })).toBeVisible()
})

test('the ownership coach mends a missing Control Prong with one click', async ({ desk }) => {
  const page = await desk.signIn('onboarding@demo.test')
  const wizard = new Wizard(page)
  await wizard.start()
  await page.getByLabel('Ownership').selectOption('Limited Liability Company')
  await wizard.continueTo('Owners and contacts')
  await wizard.fillPeople([{ first: 'Ana', last: 'Ruiz', roles: ['Principal'], percentage: '60' }])
  await page.getByRole('button', { name: /Make Ana Ruiz the Control Prong/ }).click()
  await expect(wizard.field('contacts.items.0.roles').getByLabel('Control Prong')).toBeChecked()
  await desk.expectAccessible(page)
  await wizard.saved()
})
