import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { expect, test } from './desk-test'
import { own } from './tries'

const SETTINGS = '/admin/settings/callbacks'
const EVENT = { resp_code: '000', tran_id: 'KEYS-1', tran_amount: '12.50' }

/** Each journey makes a receiver of its own, because a merchant ID can be used only once. */
const merchant = (journey: string) => `${journey}-${Date.now().toString(36)}`.toUpperCase()

const card = (page: Page, label: string): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: label, level: 2, exact: true }) })
const notice = (page: Page, label: string) =>
  page.getByRole('region', { name: `The new address of ${label}` })

/** The address in the notice, which the partner would get. */
async function newAddress(page: Page, label: string): Promise<string> {
  return (await notice(page, label).locator('pre').innerText()).trim()
}

async function addReceiver(page: Page, label: string, fields: { merchantId: string; allowed?: string }) {
  await page.goto(SETTINGS)
  await page.getByRole('button', { name: 'Add a receiver' }).click()
  const form = page.getByRole('form', { name: 'New receiver' })
  await expect(form.getByLabel('Name')).toBeFocused()
  await page.keyboard.type(label)
  if (fields.allowed) await form.getByLabel('Allowed addresses').fill(fields.allowed)
  await form.getByLabel('Funding profile').selectOption({ index: 1 })
  await form.getByLabel('Merchant ID').fill(fields.merchantId)
  await form.getByRole('button', { name: 'Create key' }).click()
  await expect(notice(page, label)).toBeFocused()
  return newAddress(page, label)
}

const post = async (request: APIRequestContext, address: string) =>
  (await request.post(address, { form: EVENT })).status()

async function rotate(page: Page, label: string, overlap: string): Promise<string> {
  await card(page, label)
    .getByRole('button', { name: `New key for ${label}` })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: overlap }).check()
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(notice(page, label)).toBeFocused()
  return newAddress(page, label)
}

test('a receiver is made, its key is shown once, and callbacks come in with it', async ({
  desk,
  request,
}) => {
  const page = await desk.signIn('admin@demo.test')
  const label = own("O'Brien’s İ <b>shop</b>")
  const address = await addReceiver(page, label, { merchantId: merchant('made') })
  expect(address).toMatch(/\/webhooks\/response-credit-card\/[A-Za-z0-9_-]{32}$/)
  await desk.expectAccessible(page)
  expect(await post(request, address)).toBe(200)
  expect(await post(request, `${address.slice(0, -1)}~`)).toBe(404)

  await notice(page, label).getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(address)).toHaveCount(0)
  await page.reload()
  await expect(card(page, label)).toContainText(address.slice(-4))
  await expect(card(page, label)).toContainText('In use')
  await expect(card(page, label)).not.toContainText('Never')
  await page.setViewportSize({ width: 390, height: 844 })
  const key = page.getByRole('region', { name: `Keys of ${label}` })
  for (const words of ['Last used', 'Expires'])
    await expect(key.getByText(words).filter({ visible: true })).toBeVisible()
  expect(await key.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
  await desk.expectFits(page)
  expect(await page.content()).not.toContain(address.split('/').at(-1) ?? '')
})

test('what is wrong with a receiver is said at its field, and what was typed is found again', async ({
  desk,
}) => {
  const page = await desk.signIn('admin@demo.test', SETTINGS)
  await page.getByRole('button', { name: 'Add a receiver' }).click()
  const form = page.getByRole('form', { name: 'New receiver' })
  await form.getByRole('button', { name: 'Create key' }).click()
  await expect(form.getByLabel('Name')).toBeFocused()
  await expect(form.getByText('Enter a name.')).toBeVisible()
  await expect(form.getByText('Choose a profile.')).toBeVisible()
  await form.getByLabel('Name').fill('x'.repeat(32_000))
  await form.getByLabel('Allowed addresses').fill('203.0.113.7/24\npartner.example')
  await form.getByRole('button', { name: 'Create key' }).click()
  await expect(form.getByText('A name has at most 80 characters')).toBeVisible()
  await expect(form.getByText('Enter 203.0.113.0/24, or 203.0.113.7 alone.')).toBeVisible()
  await expect(form.getByText('“partner.example” is not an address.')).toBeVisible()
  await desk.expectAccessible(page)

  await form.getByLabel('Name').fill('Once more')
  await form.getByLabel('Allowed addresses').fill('')
  await form.getByLabel('Funding profile').selectOption('941000000001')
  await form.getByRole('button', { name: 'Create key' }).click()
  await expect(form.getByText('already receives the callbacks of this profile as a whole')).toBeVisible()

  await page.getByRole('link', { name: 'Rules' }).click()
  await expect(page.getByRole('checkbox')).toBeVisible()
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Callbacks' }).click()
  await expect(form.getByLabel('Name')).toHaveValue('Once more')
  await form.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText('The receiver is discarded.')).toBeVisible()
})

test('after a rotation both keys work until the overlap ends; without one the old key ends at once', async ({
  desk,
  request,
}) => {
  const page = await desk.signIn('admin@demo.test')
  const label = own('Rotated shop')
  const first = await addReceiver(page, label, { merchantId: merchant('rotated') })
  await notice(page, label).getByRole('button', { name: 'Done' }).click()
  const second = await rotate(page, label, 'Keep for 1 day')
  expect(await post(request, first)).toBe(200)
  expect(await post(request, second)).toBe(200)
  await expect(card(page, label)).toContainText('Being replaced')
  await notice(page, label).getByRole('button', { name: 'Done' }).click()
  const third = await rotate(page, label, 'End immediately')
  expect([await post(request, first), await post(request, second), await post(request, third)]).toEqual([
    404, 404, 200,
  ])
  await card(page, label).getByRole('button', { name: 'Show 2 ended keys' }).click()
  await expect(card(page, label).getByText('Ended', { exact: true })).toHaveCount(2)
})

test('a page that is behind makes no second key', async ({ desk }) => {
  const page = await desk.signIn('admin@demo.test')
  const label = own('Two windows')
  await addReceiver(page, label, { merchantId: merchant('two') })
  const behind = await page.context().newPage()
  await behind.goto(SETTINGS)
  await notice(page, label).getByRole('button', { name: 'Done' }).click()
  await rotate(page, label, 'Keep for 1 hour')
  await card(behind, label)
    .getByRole('button', { name: `New key for ${label}` })
    .click()
  const dialog = behind.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'End immediately' }).check()
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(dialog).toContainText('A new key was created after you opened this page.')
})

test('a revoked key is unknown at once, and where none is left the page says that nothing comes in', async ({
  desk,
  request,
}) => {
  const page = await desk.signIn('admin@demo.test')
  const label = own('Revoked shop')
  const address = await addReceiver(page, label, { merchantId: merchant('revoked') })
  expect(await post(request, address)).toBe(200)
  await card(page, label)
    .getByRole('button', { name: `Revoke the key that ends in ${address.slice(-4)}` })
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('all callbacks are rejected until you create another')
  await dialog.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(card(page, label)).toContainText('No active key')
  expect(await post(request, address)).toBe(404)
  // After scrolling, a target half covered by the header is not too small.
  await page.evaluate(() => scrollTo(0, 0))
  await desk.expectAccessible(page)
})

test('an allow-list counts for the next callback, and is taken off again', async ({ desk, request }) => {
  const page = await desk.signIn('admin@demo.test')
  const label = own('Guarded shop')
  const address = await addReceiver(page, label, { merchantId: merchant('guarded'), allowed: '192.0.2.0/24' })
  expect(await post(request, address)).toBe(403)
  await expect(card(page, label)).toContainText('Accepted only from 192.0.2.0/24')
  const allow = async (text: string) => {
    await card(page, label)
      .getByRole('button', { name: `Edit ${label}` })
      .click()
    const form = page.getByRole('form', { name: `Settings of ${label}` })
    await form.getByLabel('Allowed addresses').fill(text)
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(card(page, label).getByText('Saved.')).toBeVisible()
  }
  await allow('192.0.2.0/24\n127.0.0.0/8')
  expect(await post(request, address)).toBe(200)
  await allow('')
  await expect(card(page, label)).toContainText('Accepted from any address.')
})

test('the page passes axe and nothing is cut off, wide or narrow', async ({ desk }) => {
  const page = await desk.signIn('admin@demo.test', SETTINGS)
  await expect(card(page, 'Hosted page')).toBeVisible()
  await card(page, 'Hosted page').getByRole('button', { name: 'Edit Hosted page' }).click()
  await desk.expectFits(page)
})

test('keys are for admins: others are shown nothing of them, and refused by the actions', async ({
  desk,
  request,
}) => {
  desk.expectTrouble('403')
  const anonymous = await request.get(SETTINGS, { maxRedirects: 0 })
  expect(anonymous.headers().location ?? (await anonymous.text())).toContain('/sign-in?next=')
  // Another person can replay the request of an admin's click, with its address and body.
  const admin = await desk.signIn('admin@demo.test')
  const label = own('For admins')
  const sent = admin.waitForRequest((asked) => asked.headers()['next-action'] !== undefined)
  await addReceiver(admin, label, { merchantId: merchant('admins') })
  const action = await sent
  const repeat = {
    data: action.postData() ?? '',
    headers: {
      origin: new URL(admin.url()).origin,
      'next-action': action.headers()['next-action'] ?? '',
      'content-type': action.headers()['content-type'] ?? '',
    },
  }
  for (const person of ['onboarding', 'underwriter', 'finance', 'auditor']) {
    const page = await desk.signIn(`${person}@demo.test`)
    const answer = await page.request.get(SETTINGS)
    expect(answer.status(), person).toBe(403)
    expect(await answer.text()).not.toContain(label)
    const refused = await page.request.post(SETTINGS, repeat)
    expect(await refused.text(), person).toContain('You don’t have access to this.')
  }
  // The same request from an admin is accepted, so the refusal was about the person.
  const understood = await admin.request.post(SETTINGS, repeat)
  expect(await understood.text()).toContain('already receives the callbacks of this merchant')
})
