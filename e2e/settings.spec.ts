import type { Page } from '@playwright/test'
import { expect, test } from './desk-test'
import { own } from './tries'
import { Wizard } from './wizard'

const SETTINGS = '/admin/settings'
const list = (page: Page, name: string) => page.getByRole('form', { name })
const saved = (page: Page, name: string) => list(page, name).getByText('Saved.')

async function addValue(page: Page, listName: string, add: string, value: string) {
  await list(page, listName).getByRole('button', { name: add }).click()
  await page.keyboard.type(value)
}

test('a DDA type that an admin adds is offered to onboarding without a restart', async ({ desk }) => {
  const value = own('Reserve account')
  const admin = await desk.signIn('admin@demo.test')
  const onboarding = await desk.signIn('onboarding@demo.test')
  const wizard = new Wizard(onboarding)
  const id = await wizard.start()
  await onboarding.goto(`/applications/${id}/accounts`)
  await onboarding.getByRole('button', { name: 'Add the first account' }).click()
  const ddaType = wizard.input('accounts.items.0.ddaType')
  await expect(ddaType.getByRole('option', { name: 'Deposit' })).toHaveCount(1)
  await expect(ddaType.getByRole('option', { name: value })).toHaveCount(0)

  await admin.getByRole('link', { name: 'Settings' }).click()
  await expect(admin.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  await addValue(admin, 'DDA types', 'Add a DDA type', `  ${value.replace(' ', '   ')} `)
  await expect(list(admin, 'DDA types').getByText(`Added “${value}”.`)).toBeVisible()
  await admin.keyboard.press('Enter')
  await expect(saved(admin, 'DDA types')).toBeVisible()

  await wizard.step('Options')
  await wizard.step('Bank accounts')
  await ddaType.selectOption(value)
  await wizard.saved()
  await onboarding.reload()
  await expect(ddaType).toHaveValue(value)
  await expect(ddaType.getByRole('option', { name: value, exact: true })).toHaveCount(1)
})

test('of two who change one list the second is told what the first one changed, and nothing is lost', async ({
  desk,
}) => {
  const [kiosk, stall] = [own('Kiosk'), own('Market stall')]
  const [first, second] = [await desk.signIn('admin@demo.test'), await desk.signIn('admin@demo.test')]
  for (const page of [first, second]) await page.goto(SETTINGS)
  await addValue(first, 'Location types', 'Add a location type', kiosk)
  await addValue(second, 'Location types', 'Add a location type', stall)
  await list(first, 'Location types').getByRole('button', { name: 'Save' }).click()
  await expect(saved(first, 'Location types')).toBeVisible()

  await list(second, 'Location types').getByRole('button', { name: 'Save' }).click()
  const notice = list(second, 'Location types').getByRole('alert')
  await expect(notice).toContainText('You, in another window, changed this list first')
  await expect(notice).toContainText(`Added “${kiosk}”.`)
  for (const value of [kiosk, stall]) {
    await expect(
      list(second, 'Location types').getByRole('button', { name: `Remove “${value}”` }),
    ).toBeVisible()
  }
  await desk.expectAccessible(second)
  await list(second, 'Location types').getByRole('button', { name: 'Save' }).click()
  await expect(saved(second, 'Location types')).toBeVisible()
  await first.reload()
  const values = await list(first, 'Location types')
    .getByRole('textbox')
    .evaluateAll((boxes) => boxes.map((box) => (box instanceof HTMLInputElement ? box.value : '')))
  expect(values).toEqual(expect.arrayContaining(['Retail Storefront', kiosk, stall]))
})

test('what is wrong in a list is said at its line, and is not saved; what was typed outlives the page', async ({
  desk,
}) => {
  const page = await desk.signIn('admin@demo.test', SETTINGS)
  const roles = list(page, 'Contact roles')
  await expect(roles.getByText('used by the ownership rules')).toHaveCount(3)
  await expect(roles.getByRole('button', { name: /“Principal”/ })).toHaveCount(0)
  await addValue(page, 'Contact roles', 'Add a role', 'Book; keeper')
  await expect(roles.getByText('cannot contain a semicolon')).toHaveCount(0)
  await page.keyboard.press('Enter')
  const wrong = roles.getByRole('textbox', { name: 'role 5' })
  await expect(wrong).toBeFocused()
  await expect(wrong).toHaveAccessibleDescription(/A role cannot contain a semicolon/)
  await desk.expectAccessible(page)
  await wrong.fill('control PRONG')
  await expect(roles.getByText('cannot contain a semicolon')).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(wrong).toHaveAccessibleDescription(/“Control Prong” is already in the list/)

  await page.getByRole('link', { name: 'Rules' }).click()
  await expect(page.getByRole('checkbox')).toBeVisible()
  await page.getByRole('link', { name: 'Lists' }).click()
  await expect(wrong).toHaveValue('control PRONG')
  await roles.getByRole('button', { name: 'Discard changes' }).click()
  await expect(wrong).toHaveCount(0)
  await page.reload()
  await expect(roles.getByRole('textbox')).toHaveCount(1)
})

test('what is typed while a save is on its way is not lost', async ({ desk }) => {
  const page = await desk.signIn('admin@demo.test', SETTINGS)
  const [before, since] = [own('Typed before'), own('Typed since')]
  const industries = list(page, 'Industries')
  const released = Promise.withResolvers<void>()
  await page.route(`**${SETTINGS}`, async (route) => {
    await released.promise
    await route.continue()
  })
  await addValue(page, 'Industries', 'Add an industry', before)
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await page.keyboard.press('Enter')
  await sent
  await addValue(page, 'Industries', 'Add an industry', since)
  released.resolve()
  await expect(industries.getByText(`Added “${since}”.`)).toBeVisible()
  await expect(industries.getByText(`Added “${before}”.`)).toHaveCount(0)
  await industries.getByRole('button', { name: 'Save' }).click()
  await expect(saved(page, 'Industries')).toBeVisible()
  await page.reload()
  for (const value of [before, since]) {
    await expect(industries.getByRole('button', { name: `Remove “${value}”` })).toBeVisible()
  }
})

test('a rule is saved and taken back', async ({ desk }) => {
  const page = await desk.signIn('admin@demo.test')
  await page.goto(`${SETTINGS}/rules`)
  const rule = page.getByRole('checkbox', { name: 'Resending an unknown outcome needs two people' })
  // As an interrupted try would have left it.
  const begun = (await rule.isChecked()) ? [false] : []
  for (const wanted of [...begun, true, false]) {
    await rule.setChecked(wanted)
    await expect(page.getByText('Not saved yet')).toBeVisible()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Saved.')).toBeVisible()
    await page.reload()
    await expect(rule).toBeChecked({ checked: wanted })
  }
})

test('limits of funding are read as people type them, and what cannot be read is marked', async ({
  desk,
}) => {
  const page = await desk.signIn('admin@demo.test')
  await page.goto(`${SETTINGS}/funding`)
  const limit = page.getByLabel('Transactions of a batch')
  const wanted = 2500 + test.info().retry
  await limit.fill('many')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(limit).toBeFocused()
  await expect(page.getByText('Enter a whole number of transactions')).toBeVisible()
  await limit.fill(wanted.toLocaleString('en-US'))
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await page.reload()
  await expect(limit).toHaveValue(String(wanted))
  await limit.fill('1,000')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
})

test('a template is made, is there after a reload, and is removed', async ({ desk }) => {
  const page = await desk.signIn('admin@demo.test')
  await page.goto(`${SETTINGS}/line-items`)
  const name = own("O'Brien’s PIN pad <b>İ</b>")
  await page.getByRole('button', { name: 'Add a template' }).click()
  const form = page.getByRole('form', { name: 'New template' })
  await expect(form.getByLabel('Name', { exact: true })).toBeFocused()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Enter the name.')).toBeVisible()
  await expect(form.getByLabel('Name', { exact: true })).toBeFocused()
  await form.getByLabel('Kind').selectOption('Equipment')
  await form.getByLabel('Field name 1').fill('unit price')
  await form.getByLabel('Name', { exact: true }).fill('TRANSACTION fee')
  const typed = page.getByRole('form', { name: 'TRANSACTION fee', exact: true })
  await typed.getByRole('button', { name: 'Save' }).click()
  await expect(typed.getByText('Another template has this name.')).toBeVisible()
  await expect(typed.getByText('must start with a letter')).toBeVisible()
  await desk.expectAccessible(page)

  await typed.getByLabel('Field name 1').fill('Unit_Price__c')
  await typed.getByLabel('Value 1').fill('89.00')
  await typed.getByRole('button', { name: 'Add a field' }).click()
  await page.keyboard.type('Quantity__c')
  await typed.getByLabel('Name', { exact: true }).fill(name)
  const done = page.getByRole('form', { name })
  await done.getByRole('button', { name: 'Save' }).click()
  await expect(done.getByText('Saved.')).toBeVisible()

  await page.reload()
  await page.getByRole('button', { name }).click()
  await expect(done.getByLabel('Kind')).toHaveValue('Equipment')
  await expect(done.getByLabel('Value 1')).toHaveValue('89.00')
  await expect(done.getByLabel('Field name 2')).toHaveValue('Quantity__c')

  await done.getByRole('button', { name: 'Remove template…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText(`“${name}” is removed.`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add a template' })).toBeFocused()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Countertop terminal' })).toBeVisible()
  await expect(page.getByRole('button', { name })).toHaveCount(0)
})

test('of two who change one template both changes are kept', async ({ desk }) => {
  const [first, second] = [await desk.signIn('admin@demo.test'), await desk.signIn('admin@demo.test')]
  const name = own('Two at once')
  await first.goto(`${SETTINGS}/line-items`)
  await first.getByRole('button', { name: 'Add a template' }).click()
  await first.keyboard.type(name)
  const form = (page: Page) => page.getByRole('form', { name })
  await form(first).getByLabel('Kind').selectOption('Fee')
  await form(first).getByLabel('Field name 1').fill('Unit_Price__c')
  await form(first).getByRole('button', { name: 'Save' }).click()
  await expect(form(first).getByText('Saved.')).toBeVisible()

  await second.goto(`${SETTINGS}/line-items`)
  await second.getByRole('button', { name }).click()
  await form(second).getByLabel('Kind').selectOption('Solution')
  await form(first).getByLabel('Value 1').fill('12.00')
  await form(first).getByRole('button', { name: 'Save' }).click()
  await expect(form(first).getByText('Saved.')).toBeVisible()
  await form(second).getByRole('button', { name: 'Save' }).click()
  await expect(form(second).getByRole('alert')).toContainText('Changed Unit_Price__c: “12.00”.')
  await expect(form(second).getByLabel('Value 1')).toHaveValue('12.00')
  await expect(form(second).getByLabel('Kind')).toHaveValue('Solution')
  await form(second).getByRole('button', { name: 'Save' }).click()
  await expect(form(second).getByText('Saved.')).toBeVisible()

  await form(first).getByRole('button', { name: 'Remove template…' }).click()
  await first.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(form(first).getByRole('alert')).toContainText('Changed the kind to Solution.')
  await form(first).getByRole('button', { name: 'Remove template…' }).click()
  await first.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(first.getByText(`“${name}” is removed.`)).toBeVisible()
})

test('a list is kept with the keyboard alone', async ({ desk }) => {
  const page = await desk.signIn('admin@demo.test', SETTINGS)
  const industries = list(page, 'Industries')
  await industries.getByRole('button', { name: 'Add an industry' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Keyboards')
  await page.keyboard.press('Tab')
  await expect(industries.getByRole('button', { name: 'Move “Keyboards” up' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(industries.getByText('“Keyboards” is now')).toBeAttached()
  await expect(industries.getByRole('button', { name: 'Move “Keyboards” up' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  // At the end of the list it can only move up.
  await expect(industries.getByRole('button', { name: 'Move “Keyboards” up' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(industries.getByRole('button', { name: 'Remove “Keyboards”' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(industries.getByRole('button', { name: /^Remove/ }).last()).toBeFocused()
  await expect(industries.getByRole('button', { name: 'Discard changes' })).toHaveCount(0)
})

test('every screen of Settings passes axe and nothing is cut off, wide or narrow', async ({ desk }) => {
  test.setTimeout(240_000)
  const page = await desk.signIn('admin@demo.test')
  for (const path of ['', '/rules', '/underwriting', '/funding', '/business-days', '/line-items']) {
    await page.goto(`${SETTINGS}${path}`)
    await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
    if (path === '/line-items') {
      await page.getByRole('button', { name: 'Card processing' }).click()
      await expect(page.getByRole('form', { name: 'Card processing' })).toBeVisible()
    }
    await desk.expectFits(page)
  }
})

test('Settings are for admins: others are offered nothing of them, shown nothing, and refused by the actions', async ({
  desk,
  request,
}) => {
  const bank = own('First Reserve Test Bank')
  desk.expectTrouble('403')
  const paths = ['', '/rules', '/underwriting', '/funding', '/line-items'].map((path) => `${SETTINGS}${path}`)
  for (const path of paths) {
    const answer = await request.get(path, { maxRedirects: 0 })
    expect(answer.headers().location ?? (await answer.text()), path).toContain('/sign-in?next=')
  }
  // Another person can replay the request of an admin's click, with its address and body.
  const admin = await desk.signIn('admin@demo.test', SETTINGS)
  await addValue(admin, 'Sponsor banks', 'Add a sponsor bank', bank)
  const pressed = admin.waitForRequest((sent) => sent.headers()['next-action'] !== undefined)
  await admin.keyboard.press('Enter')
  const action = await pressed
  await expect(saved(admin, 'Sponsor banks')).toBeVisible()
  const repeat = {
    data: (action.postData() ?? '').replaceAll(bank, 'A bank of no one'),
    headers: {
      origin: new URL(admin.url()).origin,
      'next-action': action.headers()['next-action'] ?? '',
      'content-type': action.headers()['content-type'] ?? '',
    },
  }
  for (const person of ['onboarding', 'underwriter', 'finance', 'auditor']) {
    const page = await desk.signIn(`${person}@demo.test`)
    await expect(page.getByRole('link', { name: 'Applications', exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Settings' })).toHaveCount(0)
    for (const path of paths) {
      const answer = await page.request.get(path)
      expect(answer.status(), `${person} ${path}`).toBe(403)
    }
    const refused = await page.request.post(SETTINGS, repeat)
    expect(await refused.text(), person).toContain('You don’t have access to this.')
  }
  // The same request from an admin is accepted, so the refusal was about the person.
  const understood = await admin.request.post(SETTINGS, repeat)
  expect(await understood.text()).toContain('in another window')
})
