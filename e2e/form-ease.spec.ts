import type { Page } from '@playwright/test'
import { boardCleanLlc } from './clean-llc'
import { countWork } from './count-work'
import { expect, test } from './desk-test'
import { Wizard } from './wizard'

/** The element with the focus. */
const focused = (page: Page) =>
  page.evaluate(
    () =>
      document.activeElement?.closest<HTMLElement>('[data-field]')?.dataset.field ??
      document.activeElement?.tagName,
  )

test('a secret is readable until it is right, can be looked at again, and Replace keeps the place; by keyboard', async ({
  desk,
}) => {
  const page = await desk.signIn('onboarding@demo.test')
  const wizard = new Wizard(page)
  await wizard.start()
  const taxId = page.getByLabel('Federal tax ID', { exact: true })
  // A tax ID of its own for each try: if another application has it already, there is a link beside the field that Tab
  // would reach.
  const begun = String(18 + test.info().retry)

  // F7: a new application begins in its first field.
  await expect(page.getByLabel('Legal name')).toBeFocused()
  await page.keyboard.type('Readable Secrets LLC')
  for (const _ of ['dbaName', 'same as legal name', 'ownership', 'taxId']) await page.keyboard.press('Tab')
  await expect(taxId).toBeFocused()
  await page.keyboard.type(`47-${begun}`)
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('merchant.formationState')

  // F3: a wrong value is never hidden, even after it is saved.
  await wizard.saved()
  await expect(wizard.field('merchant.taxId')).toContainText('must have 9 digits')
  await expect(taxId).toHaveValue(`47-${begun}`)
  await page.keyboard.press('Shift+Tab')
  await expect(taxId).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.type('34562')
  await page.keyboard.press('Tab')
  await expect(taxId).toHaveValue('••-•••4562')
  await wizard.saved()
  await expect(taxId).toHaveValue('••-•••4562')

  // The person who typed it looks at it again.
  await page.keyboard.press('Shift+Tab')
  const show = page.getByRole('button', { name: 'Show Federal tax ID' })
  await expect(show).toBeFocused()
  await page.keyboard.press('Space')
  await expect(taxId).toHaveValue(`47-${begun}34562`)
  await desk.expectAccessible(page)
  await page.keyboard.press('Space')
  await expect(taxId).toHaveValue('••-•••4562')
  await page.keyboard.press('Shift+Tab')
  await expect(taxId).toHaveValue(`47-${begun}34562`)
  await page.keyboard.press('Tab')

  // After a reload there is only a stand-in, on the page and in what the server sent.
  await page.reload()
  const replace = page.getByRole('button', { name: /Replace Federal tax ID/ })
  await expect(replace).toBeEnabled()
  expect(await page.content()).not.toContain(`${begun}34562`)

  // F7: Enter on Replace, type, Tab: the next field.
  await replace.focus()
  await page.keyboard.press('Enter')
  await expect(taxId).toBeFocused()
  await page.keyboard.type(`47-${begun}34573`)
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('merchant.formationState')
  await wizard.saved()
  expect(await focused(page)).toBe('merchant.formationState')
  await expect(taxId).toHaveValue('••-•••4573')

  await page.reload()
  await expect(replace).toBeEnabled()
  await replace.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('1')
  await page.keyboard.press('Escape')
  await expect(replace).toBeFocused()
  await expect(wizard.field('merchant.taxId')).toContainText('••-•••4573')

  await page.getByLabel('Ownership', { exact: true }).selectOption('Limited Liability Company')
  // The next step starts at its list, not at the checkbox that says there is no large owner.
  await wizard.continueTo('Owners and contacts')
  await expect(page.getByRole('button', { name: 'Add the first person' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('First name')).toBeFocused()
  await wizard.type('contacts.items.0.dateOfBirth', '3/4/2012')
  await wizard.type('contacts.items.0.ssn', '512-47-6183')
  await page.getByLabel('Title').focus()
  await wizard.saved()
  await expect(wizard.field('contacts.items.0.dateOfBirth')).toContainText('under 18')
  await expect(wizard.input('contacts.items.0.dateOfBirth')).toHaveValue('03/04/2012')
  await expect(wizard.input('contacts.items.0.ssn')).toHaveValue('•••-••-6183')
  await wizard.type('contacts.items.0.dateOfBirth', '1984-05-17')
  await page.getByLabel('Title').focus()
  await expect(wizard.input('contacts.items.0.dateOfBirth')).toHaveValue('05/17/1984')
})

test('states, ZIP codes and categories are taken as people type them, by keyboard', async ({ desk }) => {
  const page = await desk.signIn('onboarding@demo.test')
  const wizard = new Wizard(page)
  const id = await wizard.start()
  const state = page.getByLabel('Billing state')
  const zip = page.getByLabel('Billing ZIP code')

  await page.getByLabel('State of formation').focus()
  await page.keyboard.type('or')
  await expect(page.getByRole('option', { name: /Oregon/ })).toHaveAttribute('aria-selected', 'true')
  await desk.expectAccessible(page)
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('State of formation')).toHaveValue('OR')
  const established = wizard.field('merchant.dateEstablished')
  await expect(page.getByLabel('Date established')).toBeFocused()
  await page.keyboard.type('3 March 2015')
  // The partner's name for the field is for whoever points at the label, and not for whoever types.
  const partnerName = established.locator('[data-partner-name]')
  await expect(partnerName).toBeHidden()
  await established.locator('label').hover()
  await expect(partnerName).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Date established')).toHaveValue('03/03/2015')

  await state.focus()
  await page.keyboard.type('Colorado')
  await page.keyboard.press('Enter')
  await expect(state).toHaveValue('CO')
  await state.fill('ZZ')
  await page.keyboard.press('Tab')
  await expect(wizard.field('merchant.billingState')).toContainText('Choose a US state or territory')
  await state.fill('')

  // A ZIP+4 is cut to five digits and fills in city and state.
  await zip.focus()
  await page.keyboard.type('97205-1203')
  await page.keyboard.press('Tab')
  await expect(zip).toHaveValue('97205')
  await expect(page.getByLabel('Billing city')).toHaveValue('Portland')
  await expect(state).toHaveValue('OR')
  await expect(wizard.field('merchant.billingPostalCode')).toContainText('97205-1203')

  // A person who is in the city field when it is filled in types over it.
  const city = page.getByLabel('Billing city')
  await city.fill('')
  await state.fill('')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/zip/78701', async (route) => {
    await released
    await route.continue()
  })
  await zip.fill('78701')
  await page.keyboard.press('Tab')
  await expect(city).toBeFocused()
  release()
  await expect(city).toHaveValue('Austin')
  await page.keyboard.type('Austin')
  await expect(city).toHaveValue('Austin')
  await city.fill('Portland')

  // Typed text is never overwritten; the page offers the other city instead.
  await zip.fill('80202')
  await page.keyboard.press('Tab')
  await expect(wizard.field('merchant.billingPostalCode')).toContainText('80202 is Denver, CO.')
  await expect(page.getByLabel('Billing city')).toHaveValue('Portland')
  await wizard.field('merchant.billingPostalCode').getByRole('button', { name: 'Use it' }).click()
  await expect(page.getByLabel('Billing city')).toHaveValue('Denver')
  await expect(state).toHaveValue('CO')
  await page.getByLabel('Billing street').fill('1 Sixteenth Street')

  const mcc = page.getByLabel('Merchant category code (MCC)')
  await mcc.fill('99')
  await page.keyboard.press('Tab')
  await expect(wizard.field('merchant.mcc')).toContainText('Enter a 4-digit merchant category code')
  await mcc.fill('0001')
  await page.keyboard.press('Tab')
  await expect(wizard.field('merchant.mcc')).toContainText('0001 is not a listed merchant category code')
  await mcc.fill('')
  await mcc.focus()
  await page.keyboard.type('book stores')
  await expect(page.getByRole('option', { name: /5942/ })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(mcc).toHaveValue('5942')
  await wizard.saved()

  await wizard.continueTo('Owners and contacts')
  await expect(page.getByRole('button', { name: 'Add the first person' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Same as business address' }).click()
  const at = 'contacts.items.0'
  for (const [part, value] of Object.entries({
    street: '1 Sixteenth Street',
    postalCode: '80202',
    city: 'Denver',
    state: 'CO',
  }))
    await expect(wizard.input(`${at}.${part}`)).toHaveValue(value)
  await wizard.type(`${at}.firstName`, 'Ana')
  // Roles are marked as required, and are required.
  await wizard.field(`${at}.roles`).getByLabel('Principal').check()
  await wizard.field(`${at}.roles`).getByLabel('Principal').uncheck()
  await page.getByLabel('Title').focus()
  await expect(wizard.field(`${at}.roles`)).toContainText('Choose at least one role')
  await wizard.type(`${at}.state`, 'idaho')
  await page.getByLabel('Title').focus()
  await expect(wizard.input(`${at}.state`)).toHaveValue('ID')
  await wizard.saved()
  await page.goto(`/applications/${id}/merchant`)
  await expect(state).toHaveValue('CO')
})

test('a reload in the middle of a save is no conflict, nor are two people in different fields', async ({
  desk,
}) => {
  const page = await desk.signIn('onboarding@demo.test')
  const wizard = new Wizard(page)
  const id = await wizard.start()
  const dialog = (of: Page) => of.getByRole('dialog', { name: 'Someone else changed this first' })

  await page.getByLabel('Legal name').fill('Typed and reloaded')
  await page.reload()
  await page.getByLabel('Billing street').fill('1 Second Street')
  await page.getByLabel('Billing city').focus()
  await wizard.saved()
  await expect(page.getByLabel('Legal name')).toHaveValue('Typed and reloaded')
  await expect(dialog(page)).toHaveCount(0)

  // The same field, as this tab typed it last.
  await page.getByLabel('Legal name').fill('Typed again')
  await page.reload()
  await page.getByLabel('Legal name').fill('Typed a third time')
  await page.getByLabel('Billing city').focus()
  await wizard.saved()
  await expect(dialog(page)).toHaveCount(0)

  const other = await desk.signIn('onboarding2@demo.test')
  const theirs = new Wizard(other)
  await other.goto(`/applications/${id}/merchant`)
  await expect(other.getByLabel('Legal name')).toHaveValue('Typed a third time')
  await page.getByLabel('DBA name').fill('From the first')
  await page.getByLabel('Billing city').focus()
  await expect(page.getByText('Not saved yet')).toHaveCount(0)
  await wizard.saved()
  await other.getByLabel('Business email').fill('second@merchant.test')
  await other.getByLabel('Billing city').focus()
  await theirs.saved()
  await expect(dialog(other)).toHaveCount(0)
  await expect(other.getByLabel('DBA name')).toHaveValue('From the first')
  await page.reload()
  await expect(page.getByLabel('Business email')).toHaveValue('second@merchant.test')
  await expect(page.getByLabel('Legal name')).toHaveValue('Typed a third time')
})

test('a sole proprietor is typed once: the owner comes from the business, with the tax ID as SSN', async ({
  desk,
}) => {
  const page = await desk.signIn('onboarding@demo.test')
  const wizard = new Wizard(page)
  await wizard.start()
  await wizard.fillMerchant({
    ownership: 'Sole Proprietorship',
    legalName: 'Mara Einzel',
    dbaName: 'Mara Bakes',
    taxId: '513-62-8841',
    people: [],
  })
  await wizard.continueTo('Owners and contacts')
  await page.getByLabel('The federal tax ID is the owner’s Social Security number').check()
  await page.getByRole('button', { name: 'Add the owner from the business' }).click()
  const at = 'contacts.items.0'
  await expect(wizard.input(`${at}.dateOfBirth`)).toBeFocused()
  await expect(page.getByText('Not copied: date of birth (a business has none).')).toBeVisible()
  const copied = {
    firstName: 'Mara',
    lastName: 'Einzel',
    email: 'office@merchant.test',
    state: 'OR',
    postalCode: '97201',
  }
  for (const [part, value] of Object.entries(copied))
    await expect(wizard.input(`${at}.${part}`)).toHaveValue(value)
  await expect(wizard.field(`${at}.ssn`)).toContainText('•••-••-8841')
  await wizard.type(`${at}.dateOfBirth`, '1984-05-17')
  await desk.expectAccessible(page)
  await wizard.continueTo('Bank accounts')
  // Merchants of other journeys have the same email, which leads to a warning.
  await expect(page.getByRole('link', { name: /Owners and contacts/ })).toContainText(/Complete|\d to check/)
})

test('a clean LLC goes from New to the answer from the keyboard, and what that takes stays little', async ({
  desk,
}) => {
  const page = await desk.signIn('onboarding@demo.test')
  const wizard = new Wizard(page)
  await wizard.start()
  const work = await countWork(page)
  await boardCleanLlc(wizard)
  const done = await work()
  test.info().annotations.push({ type: 'what a clean LLC takes', description: JSON.stringify(done) })
  expect(done.fields).toBeLessThanOrEqual(24)
  expect(done.keys).toBeLessThanOrEqual(220)
  expect(done.clicks).toBeLessThanOrEqual(2)
  expect(done.screens).toBeLessThanOrEqual(7)
})
