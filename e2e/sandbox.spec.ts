import { createHash, randomUUID } from 'node:crypto'
import { startCallbackReceiver } from '@/lib/testing/callback-receiver'
import { newFullApplication } from '@/lib/testing/full-application'
import { newApplication, readObjects, type SandboxCalls, sandboxCalls } from '@/lib/testing/sandbox-calls'
import { test as base, expect } from './desk-test'
import { own } from './tries'

const NAUGHTY = [
  '<script>alert(1)</script>',
  "Robert'); DROP TABLE x;--",
  'مرحبا ‮evil',
  '👩‍👩‍👧‍👦 Ⱥ İ',
  '=1+1',
]

/** A client of the partner's interface beside the desk. */
const test = base.extend<{ client: SandboxCalls }>({
  client: async ({ baseURL }, use) => {
    await use(sandboxCalls(`${baseURL}/sandbox`))
  },
})

test('requests appear by themselves, and neither focus nor place is lost', async ({ desk, client }) => {
  const page = await desk.signIn('admin@demo.test')
  await page.getByRole('link', { name: 'Sandbox' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sandbox' })).toBeVisible()
  await desk.expectAccessible(page)

  const rows = page.getByRole('region', { name: 'Requests' }).getByRole('link')
  const before = await rows.first().innerText()
  const read = page.getByRole('link', { name: `Request ${before}`, exact: true })
  await read.focus()
  const place = await read.boundingBox()
  await client.requestToken()
  await expect(rows.first()).not.toHaveText(before)
  await expect(read).toBeFocused()
  expect((await read.boundingBox())?.y).toBe(place?.y)

  // If the page is scrolled down and the focus is elsewhere, the rows that the person reads stay in place too.
  await page.getByRole('switch', { name: 'Live' }).focus()
  await rows.nth(20).scrollIntoViewIfNeeded()
  await page.evaluate(() => scrollTo({ top: 700, behavior: 'instant' }))
  const seen = page.getByRole('link', { name: await rows.nth(25).innerText(), exact: false }).first()
  const seenAt = await seen.boundingBox()
  const count = await rows.count()
  await client.requestToken()
  await expect.poll(() => rows.count()).toBeGreaterThan(count)
  expect((await seen.boundingBox())?.y).toBe(seenAt?.y)
})

test('standing still, the list changes only when it is live again', async ({ desk, client }) => {
  const page = await desk.signIn('admin@demo.test', '/admin/sandbox?endpoint=token')
  const rows = page.getByRole('region', { name: 'Requests' }).getByRole('row')
  const live = page.getByRole('switch', { name: 'Live' })
  await live.press('Space')
  await expect(live).not.toBeChecked()
  await expect(page.getByText('Paused')).toBeVisible()
  // A poll in flight may still arrive.
  await page.waitForLoadState('networkidle')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const count = await rows.count()
  await client.requestToken()
  await page.clock.install()
  await page.clock.runFor(10_000)
  expect(await rows.count()).toBe(count)
  expect(asked).toEqual([])
  await live.press('Space')
  await page.clock.runFor(3_000)
  await expect.poll(() => rows.count()).toBeGreaterThan(count)
})

test('a tab that is hidden asks nothing, and one that nobody sits at rests, so that its session can end', async ({
  desk,
}) => {
  const page = await desk.signIn('admin@demo.test')
  await page.clock.install()
  await page.goto('/admin/sandbox')
  let asked = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/sandbox/requests')) asked += 1
  })
  await page.clock.runFor(3_000)
  await expect.poll(() => asked).toBeGreaterThan(0)

  await page.evaluate(() =>
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => true }),
  )
  asked = 0
  await page.clock.runFor(20_000)
  expect(asked).toBe(0)
  await page.evaluate(() => {
    Reflect.deleteProperty(document, 'hidden')
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect.poll(() => asked).toBe(1)

  await page.clock.fastForward('11:00')
  await expect(page.getByText('Paused after 10 minutes without activity')).toBeVisible()
  asked = 0
  await page.clock.runFor(20_000)
  expect(asked).toBe(0)
  await page.mouse.move(200, 300)
  await expect(page.getByText('Updates every 2 seconds')).toBeVisible()
  await expect.poll(() => asked).toBeGreaterThan(0)
})

test('a request shows its masked bodies, and a filter stands in the address', async ({ desk, client }) => {
  const body = newApplication({
    Mer: { Legal_Name__c: 'Journal Example LLC', Name: randomUUID(), Tax_ID__c: '987654321' },
  })
  const { opportunityId } = await client.createApplication(body)
  // Its own request among those of parallel journeys.
  const sha256 = createHash('sha256').update(JSON.stringify(body)).digest('hex')
  const entry = (await desk.partner.journal('application')).find((request) => request.sha256 === sha256)
  const page = await desk.signIn('admin@demo.test', '/admin/sandbox')
  await page
    .getByRole('navigation', { name: 'Filter by endpoint' })
    .getByRole('link', { name: 'Token' })
    .click()
  await expect(page).toHaveURL(/\?endpoint=token$/)
  await expect(page.getByRole('cell', { name: 'Create or update' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Create or update' }).click()
  await page.getByRole('link', { name: `Request ${entry?.n}`, exact: true }).click()

  await expect(page.getByRole('heading', { level: 1, name: `Request ${entry?.n}` })).toBeVisible()
  await expect(page.getByText(sha256)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Received' })).toContainText(
    '"Legal_Name__c": "Journal Example LLC"',
  )
  await expect(page.getByRole('region', { name: 'Received' })).toContainText('"Tax_ID__c": "••-•••4321"')
  await expect(page.getByRole('region', { name: 'Answered' })).toContainText(opportunityId)
  expect(await page.content()).not.toContain('987654321')
  await desk.expectAccessible(page)
})

test('what the sandbox holds of an application is masked, and its stage can be set to anything', async ({
  desk,
  client,
}) => {
  const dbaName = own('Stage Example')
  const { opportunityId, contactIds } = await client.createApplication(
    newApplication({
      Mer: { Legal_Name__c: NAUGHTY[0] ?? '', Name: dbaName, Tax_ID__c: '987654320' },
    }),
  )
  const page = await desk.signIn('admin@demo.test', '/admin/sandbox/applications')
  await page.getByRole('link', { name: dbaName }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: dbaName })).toBeVisible()
  await expect(page.getByText(opportunityId, { exact: true })).toBeVisible()
  await expect(page.getByText(contactIds[1] ?? '', { exact: true })).toBeVisible()
  await expect(page.getByText(NAUGHTY[0] ?? '', { exact: true })).toBeVisible()
  await expect(page.getByText('another client sent it')).toBeVisible()
  await page.getByText('Body 1').click()
  await expect(page.getByRole('region', { name: 'Body 1' })).toContainText('Stage Example')
  const content = await page.content()
  for (const identity of ['987654320', '078051120', '000123456']) expect(content).not.toContain(identity)
  await desk.expectAccessible(page)

  const stage = page.getByLabel('Stage', { exact: true })
  await stage.selectOption('Closed Won')
  await expect(page.getByText('Updates of the application are rejected in this stage')).toBeVisible()
  await page.getByRole('button', { name: 'Set the stage' }).click()
  await expect(page.getByText('The stage is now “Closed Won”.')).toBeVisible()
  expect(await desk.partner.opportunity(opportunityId)).toMatchObject({ stage: 'Closed Won' })

  await stage.selectOption('Another stage…')
  await page.getByRole('button', { name: 'Set the stage' }).click()
  await expect(page.getByText('Type the name of a stage')).toBeVisible()
  for (const name of NAUGHTY) {
    await page.getByLabel('Its name').fill(name)
    await page.getByRole('button', { name: 'Set the stage' }).click()
    await expect(page.getByText(`The stage is now “${name}”.`)).toBeVisible()
    expect((await desk.partner.opportunity(opportunityId)).stage).toBe(name)
  }
  await page.reload()
  await expect(page.getByLabel('Its name')).toHaveValue(NAUGHTY.at(-1) ?? '')
})

test('a full application is shown with its owners, its quote and the items of that', async ({
  desk,
  client,
}) => {
  const body = newFullApplication({ Name: 'Quote Example' })
  const entries = await readObjects(await client.send('/applications', body))
  const idOf = (type: string) => String(entries.find(({ ObjectType }) => ObjectType === type)?.SFId)
  const page = await desk.signIn('admin@demo.test')
  await page.goto(`/admin/sandbox/applications/${idOf('Opportunity')}`)
  await expect(page.getByText('Full application with pricing')).toBeVisible()
  for (const title of ['Beneficial owners (1)', 'Checking accounts (1)', 'Quote', 'Quote line items (2)']) {
    await expect(page.getByRole('heading', { level: 2, name: title, exact: true })).toBeVisible()
  }
  for (const type of ['Contact', 'Quote', 'QuoteLineItem'])
    await expect(page.getByText(idOf(type))).toBeVisible()
  await desk.expectAccessible(page)
})

test('a profile is changed in place, and a refused address stays as it was typed', async ({ desk }) => {
  const page = await desk.signIn('admin@demo.test', '/admin/sandbox/profiles')
  const profile = page.getByRole('form', { name: 'Profile 941000000003' })
  await expect(profile.getByText('the answer is 403')).toBeVisible()
  const address = profile.getByLabel('Response address')
  await address.fill('desk.example/callbacks')
  await expect(profile.getByText('Not saved yet')).toBeVisible()
  await address.press('Enter')
  await expect(profile.getByText('Enter a full address')).toBeVisible()
  await expect(address).toHaveValue('desk.example/callbacks')
  await desk.expectAccessible(page)

  const right = `https://desk.example/${own('callbacks')}`
  await address.fill(right)
  await profile.getByLabel('Status').selectOption('Suspended')
  await profile.getByRole('button', { name: 'Save' }).click()
  await expect(profile.getByText('Saved.')).toBeVisible()
  await page.reload()
  await expect(address).toHaveValue(right)
  await expect(profile.getByLabel('Status')).toHaveValue('suspended')
  await profile.getByLabel('Status').selectOption('Closed')
  await address.fill('')
  await profile.getByRole('button', { name: 'Save' }).click()
  await expect(profile.getByText('Saved.')).toBeVisible()
})

test('an event is sent exactly as it was typed, and its attempts are followed to the end', async ({
  desk,
}) => {
  const receiver = await startCallbackReceiver()
  receiver.script.answer = (index) => (index === 0 ? 503 : 200)
  const page = await desk.signIn('admin@demo.test', '/admin/sandbox/profiles')
  const profile = page.getByRole('form', { name: 'Profile 941000000002' })
  await profile.getByLabel('Response address').fill(receiver.url)
  await profile.getByRole('button', { name: 'Save' }).click()
  await expect(profile.getByText('Saved.')).toBeVisible()

  await page.getByRole('navigation', { name: 'Sandbox' }).getByRole('link', { name: 'Callbacks' }).click()
  const form = page.getByRole('form', { name: 'Send an event' })
  await form.getByLabel('Profile').selectOption('941000000002')
  await form.getByRole('button', { name: 'Remove auth_code' }).click()
  await expect(form.getByRole('button', { name: 'Remove card_id' })).toBeFocused()
  await form.getByLabel('Value of tran_amount').fill('12,34')
  for (const value of NAUGHTY) {
    await form.getByRole('button', { name: 'Add a field' }).click()
    const [name] = await form
      .getByRole('textbox', { name: /^Name of field/ })
      .all()
      .then((all) => all.slice(-1))
    await expect(name ?? form).toBeFocused()
    await page.keyboard.type(`odd name ${NAUGHTY.indexOf(value)}`)
    await page.keyboard.press('Tab')
    await page.keyboard.insertText(value)
  }
  await form.getByRole('button', { name: 'Add a field' }).click()
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(form.getByText(/^Error: Field \d+ has no name/)).toBeVisible()
  await expect(form.getByRole('textbox', { name: /^Name of field/ }).last()).toBeFocused()
  await form.getByRole('button', { name: /^Remove field/ }).click()
  await form.getByLabel('Times').fill('none')
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(form.getByText('Enter a number from 1 to 1,000.')).toBeVisible()
  await expect(form.getByLabel('Times')).toBeFocused()
  await expect(form.getByLabel('Value of tran_amount')).toHaveValue('12,34')
  await form.getByLabel('Times').fill('1')
  await form.getByLabel('Value of tran_amount').press('Enter')
  const number = /event (\d+)/.exec(await form.getByText('On its way as event').innerText())?.[1]

  const event = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: `Event ${number}` }) })
  await receiver.until(2)
  await expect(event.getByText('Acknowledged')).toBeVisible()
  const sent = new URLSearchParams(receiver.received.at(-1)?.body)
  expect(sent.get('tran_amount')).toBe('12,34')
  expect(sent.has('auth_code')).toBe(false)
  expect(NAUGHTY.map((_, index) => sent.get(`odd name ${index}`))).toEqual(NAUGHTY)
  expect([...sent.keys()].slice(0, 3)).toEqual(['resp_code', 'resp_text', 'tran_id'])
  await event.getByText('fields of event').click()
  await expect(event.getByText(NAUGHTY[0] ?? '', { exact: true })).toBeVisible()
  await expect(event.getByText('2 attempts')).toBeVisible()
  await desk.expectAccessible(page)
  await receiver.stop()
})

test('a link leads to the hosted payment page with the fields that were typed', async ({ desk }) => {
  const page = await desk.signIn('admin@demo.test', '/admin/sandbox/callbacks')
  await page.getByLabel('Amount', { exact: true }).fill('12.50')
  await page.getByLabel(/^Invoice/).fill("O'Neil & Söhne")
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Open the payment page' }).click()
  const payment = await opened
  await expect(payment.getByRole('heading', { name: 'Pay' }).first()).toContainText('12.50')
  await expect(payment.getByText("O'Neil & Söhne")).toBeVisible()
})

test('a list that cannot be brought up to date says so, keeps what it has, and recovers', async ({
  desk,
}) => {
  desk.expectTrouble('/api/sandbox/requests')
  const page = await desk.signIn('admin@demo.test', '/admin/sandbox')
  await page.route('**/api/sandbox/requests*', (route) =>
    route.fulfill({
      status: 503,
      json: { message: 'There is no sandbox at http://127.0.0.1:3999/sandbox.' },
    }),
  )
  await expect(page.getByText('Not up to date: There is no sandbox')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Request \d+$/ }).first()).toBeVisible()
  await desk.expectAccessible(page)
  await page.unroute('**/api/sandbox/requests*')
  await expect(page.getByText('Not up to date')).toHaveCount(0)
})

test('what the desk does not answer stays in the form', async ({ desk }) => {
  desk.expectTrouble('/admin/sandbox/callbacks')
  desk.expectTrouble('Failed to fetch')
  const page = await desk.signIn('admin@demo.test', '/admin/sandbox/callbacks')
  const form = page.getByRole('form', { name: 'Send an event' })
  await form.getByLabel('Value of tran_id').fill('TYPED-1')
  await page.route('**/admin/sandbox/callbacks', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(form.getByRole('alert')).toContainText('The desk did not answer')
  await expect(form.getByLabel('Value of tran_id')).toHaveValue('TYPED-1')
})

test('the pages work with the keyboard alone', async ({ desk }) => {
  const page = await desk.signIn('admin@demo.test', '/admin/sandbox')
  await page
    .getByRole('link', { name: /^Request \d+$/ })
    .first()
    .focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: /^Request \d+$/ })).toBeVisible()
  await page.goto('/admin/sandbox/faults')
  await page.getByRole('radio', { name: 'Reject, apply nothing' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: 'No answer, apply nothing' })).toBeChecked()
  await expect(page.getByLabel('Silence, in milliseconds')).toBeVisible()
})
