import type { APIRequestContext, Page } from '@playwright/test'
import {
  type CallbackReceiver,
  type ReceivedCallback,
  startCallbackReceiver,
} from '@/lib/testing/callback-receiver'
import { isVerified } from '@/lib/testing/verify-message'
import { RECEIVER } from './callback-posts'
import { expect, test } from './desk-test'
import { own } from './tries'

const FORWARDING = '/admin/settings/forwarding'

// "Send all failed again" would include what failed in a parallel journey.
test.describe.configure({ mode: 'default' })

let target: CallbackReceiver
test.beforeEach(async () => {
  target = await startCallbackReceiver()
})
test.afterEach(() => target.stop())

/** Posts a callback as the partner does, and checks that the desk stored it. */
async function post(request: APIRequestContext, tranId: string): Promise<void> {
  const answer = await request.post(RECEIVER, {
    form: {
      resp_code: '000',
      resp_text: 'APPROVED',
      tran_id: tranId,
      tran_amount: '125.00',
      tran_date: '11/20/2026 03:04:05 PM',
      acct_number: '************1111',
      billing_address: '14 Invented Street',
      billing_zip: '99501',
    },
  })
  expect(answer.status()).toBe(200)
}

/** Callbacks of other journeys reach an active endpoint too. */
const toldOf = (tranId: string): ReceivedCallback[] =>
  target.received.filter(({ body }) => JSON.parse(body).data.tran_id === tranId)

const row = (page: Page, label: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: label, level: 3 }) })

/** Returns the secret, which is shown only once. */
async function addEndpoint(page: Page, label: string): Promise<string> {
  await page.getByRole('button', { name: 'Add an endpoint' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(label)
  await dialog.getByLabel('Address', { exact: true }).fill(target.url)
  await dialog.getByLabel('Allow private addresses').check()
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByRole('heading', { name: `The secret of “${label}”` })).toBeVisible()
  const secret = (await dialog.getByRole('region', { name: 'Secret' }).innerText()).trim()
  await dialog.getByRole('button', { name: 'I’ve saved the secret' }).click()
  await expect(row(page, label).getByText('Off', { exact: true })).toBeVisible()
  return secret
}

async function switchOff(page: Page, label: string): Promise<void> {
  await page.goto(FORWARDING)
  await row(page, label).getByRole('button', { name: 'Switch off…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click()
  await expect(row(page, label).getByText('Off', { exact: true })).toBeVisible()
}

test('a callback is passed on to an endpoint, signed; one that is not taken is sent again by a person, the same as before', async ({
  desk,
  request,
}) => {
  const page = await desk.signIn('admin@demo.test', FORWARDING)
  const label = own("O'Brien’s ERP İ")
  const secret = await addEndpoint(page, label)
  expect(secret).toMatch(/^whsec_/)
  await page.reload()
  await expect(page.getByText(secret)).toHaveCount(0)
  const endpoint = row(page, label)

  target.script.answer = () => 410
  await endpoint.getByRole('button', { name: 'Send a test message' }).click()
  await expect(endpoint.getByText('Test delivery failed')).toBeVisible()
  await endpoint.getByRole('button', { name: 'Switch on…' }).click()
  const question = page.getByRole('dialog', { name: 'on after a failed test?' })
  await expect(question.getByText('410')).toBeVisible()
  await desk.expectAccessible(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  target.script.answer = () => 200
  await endpoint.getByRole('button', { name: 'Send a test message' }).click()
  await expect(endpoint.getByText('Test delivered: HTTP 200')).toBeVisible()
  await page.reload()
  await expect(endpoint.getByText('Test delivered: HTTP 200')).toContainText('Tested by Ada Minton')
  expect(target.received.map((message) => isVerified(message, secret, new Date()))).toEqual([true, true])

  await endpoint.getByRole('button', { name: 'Switch on' }).click()
  await expect(endpoint.getByText('On', { exact: true })).toBeVisible()
  const taken = `FWD-${Date.now()}`
  await post(request, taken)
  await expect.poll(() => toldOf(taken).length).toBe(1)
  const [message] = toldOf(taken)
  if (!message) throw new Error('No message came.')
  expect(isVerified(message, secret, new Date())).toBe(true)
  const { type, data } = JSON.parse(message.body)
  expect(type).toBe('callback.received')
  expect(data).toMatchObject({ tran_amount: '125.00', amount_minor: 12_500, acct_number: '************1111' })
  expect(message.body).not.toContain('Invented Street')

  // If our system answers 410, the desk gives up at once, and a person has to decide.
  const refused = `${taken}-410`
  target.script.answer = (index) => (target.received[index]?.body.includes(refused) ? 410 : 200)
  await post(request, refused)
  await expect.poll(() => toldOf(refused).length).toBe(1)
  const n: number = JSON.parse(toldOf(refused)[0]?.body ?? '').data.log_number
  await page.getByRole('link', { name: 'Failed', exact: true }).click()
  const failed = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: `Callback ${n}` }) })
  const words = failed.getByText('It answered HTTP 410, Gone, so it is not retried. It is resent only')
  await expect(words).toBeVisible()
  await words.click()
  await expect(failed.getByText(/: It answered HTTP 410.*ms\)/)).toBeVisible()
  await desk.expectAccessible(page)

  target.script.answer = () => 200
  await failed.getByRole('link', { name: `Callback ${n}` }).click()
  const passedOn = page.getByRole('listitem').filter({ hasText: label })
  await passedOn.getByRole('button', { name: `Send again to ${label}` }).click()
  await expect(passedOn.getByText('Delivered')).toBeVisible()
  await expect(passedOn.getByText('2 attempts')).toBeVisible()
  const [first, again] = toldOf(refused)
  expect(again?.body).toBe(first?.body)
  expect(again?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
  await switchOff(page, label)
})

test('what failed while a system was away is counted, and sent again in one go', async ({
  desk,
  request,
}) => {
  const label = own('Warehouse')
  const page = await desk.signIn('admin@demo.test', FORWARDING)
  await addEndpoint(page, label)
  await row(page, label).getByRole('button', { name: 'Switch on' }).click()
  await expect(row(page, label).getByText('On', { exact: true })).toBeVisible()
  const prefix = `AWAY-${Date.now()}`
  target.script.answer = (index) => (target.received[index]?.body.includes(prefix) ? 410 : 200)
  for (let i = 0; i < 3; i += 1) await post(request, `${prefix}-${i}`)
  await expect(async () => {
    await page.reload()
    await expect(row(page, label).getByText('3 failed')).toBeVisible({ timeout: 1_000 })
  }).toPass()

  target.script.answer = () => 200
  await page.getByRole('button', { name: 'Resend failed…' }).click()
  const dialog = page.getByRole('dialog')
  const since = dialog.getByLabel('Failed since (UTC)')
  await since.fill('')
  await dialog.getByRole('button', { name: 'Count messages' }).click()
  await expect(dialog.getByText('Enter a day and a time.')).toBeVisible()
  await since.fill(new Date(Date.now() - 3_600_000).toISOString().slice(0, 16))
  await dialog.getByRole('button', { name: 'Count messages' }).click()
  await expect(dialog.getByText(`${label}: 3 messages`)).toBeVisible()
  await desk.expectAccessible(page)
  await dialog.getByRole('button', { name: /^Send \d+ messages again$/ }).click()
  await expect(page.getByText(/messages are queued again\./)).toBeVisible()
  await expect.poll(() => [0, 1, 2].map((i) => toldOf(`${prefix}-${i}`).length)).toEqual([2, 2, 2])
  await expect(row(page, label).getByText('failed')).toHaveCount(0)
  await switchOff(page, label)
})

test('an inner address is refused without the tick, and what was typed stays', async ({ desk }) => {
  const page = await desk.signIn('admin@demo.test', FORWARDING)
  await page.getByRole('button', { name: 'Add an endpoint' }).click()
  const dialog = page.getByRole('dialog')
  const address = dialog.getByLabel('Address', { exact: true })
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog.getByText('Enter a name.')).toBeVisible()
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await dialog.getByLabel('Name').fill('Metadata')
  for (const [text, words] of [
    ['https://169.254.169.254/latest/', 'This is a private address'],
    ['https://localhost/', 'This is a private address'],
    ['http://erp.example.test/', 'Use https'],
    ['https://2130706433/', 'Write the IP address as 127.0.0.1.'],
    ['https://user:pass@erp.example.test/', 'Remove the user name and password'],
  ] as const) {
    await address.fill(text)
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(dialog.getByText(words)).toBeVisible()
    await expect(address).toHaveValue(text)
  }
  await desk.expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Metadata')).toHaveCount(0)
})

test('a secret is renewed, and an endpoint that nobody answers at says so', async ({ desk }) => {
  const label = own('Ledger')
  const page = await desk.signIn('admin@demo.test', FORWARDING)
  const old = await addEndpoint(page, label)
  const endpoint = row(page, label)
  await endpoint.getByRole('button', { name: 'Renew secret…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Renew', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: `The new secret of “${label}”` })).toBeVisible()
  const secret = (await dialog.getByRole('region', { name: 'Secret' }).innerText()).trim()
  await dialog.getByRole('button', { name: 'I’ve saved the secret' }).click()
  await endpoint.getByRole('button', { name: 'Send a test message' }).click()
  await expect(endpoint.getByText('Test delivered')).toBeVisible()
  const verified = target.received.flatMap((message) =>
    [secret, old].map((one) => isVerified(message, one, new Date())),
  )
  expect(verified).toEqual([true, false])

  target.script.answer = () => (response) => response.destroy()
  await endpoint.getByRole('button', { name: 'Send a test message' }).click()
  await expect(endpoint.getByRole('alert')).toContainText('The connection was cut before an answer came')
  await desk.expectAccessible(page)
  // What the old address answered says nothing of the new one.
  await endpoint.getByRole('button', { name: 'Change…' }).click()
  const change = page.getByRole('dialog', { name: 'Change endpoint' })
  await change.getByLabel('Address', { exact: true }).fill('https://ledger.example.test/')
  await change.getByRole('checkbox').uncheck()
  await change.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(endpoint.getByText('https://ledger.example.test/')).toBeVisible()
  await expect(endpoint.getByRole('alert')).toHaveCount(0)
})

test('nothing is cut off, wide or narrow', async ({ desk }) => {
  const page = await desk.signIn('admin@demo.test')
  for (const show of ['', '?show=failed']) {
    await page.goto(`${FORWARDING}${show}`)
    await expect(page.getByRole('heading', { name: 'Integration guide' })).toBeVisible()
    await desk.expectFits(page)
  }
})

test('forwarding is for admins: others are shown nothing of it, and refused by its actions', async ({
  desk,
}) => {
  const label = own('Of the admin')
  desk.expectTrouble('403')
  const admin = await desk.signIn('admin@demo.test', FORWARDING)
  const pressed = admin.waitForRequest((sent) => sent.headers()['next-action'] !== undefined)
  await addEndpoint(admin, label)
  const action = await pressed
  const repeat = {
    data: (action.postData() ?? '').replaceAll(label, 'Of no one'),
    headers: {
      origin: new URL(admin.url()).origin,
      'next-action': action.headers()['next-action'] ?? '',
      'content-type': action.headers()['content-type'] ?? '',
    },
  }
  for (const person of ['onboarding', 'underwriter', 'finance', 'auditor']) {
    const page = await desk.signIn(`${person}@demo.test`)
    const answer = await page.request.get(FORWARDING)
    expect(answer.status(), person).toBe(403)
    const refused = await page.request.post(FORWARDING, repeat)
    expect(await refused.text(), person).toContain('You don’t have access to this.')
  }
  // The same request from an admin is accepted, so the refusal was about the person.
  const understood = await admin.request.post(FORWARDING, repeat)
  expect(await understood.text()).toContain('"ok":true')
  await admin.reload()
  await expect(admin.getByText('Of no one')).toHaveCount(0)
})
