import { type Browser, expect, type Page, test } from '@playwright/test'
import { approve, bring, create, credit, csv, pressSend, putForward } from './funding-batch'
import { createOwnDesk, type OwnDesk } from './own-desk'
import { type Partner, partnerAt } from './partner'

/**
 * Batches of three requests while the desk is stopped in the middle. Each desk here is separate, with its own partner.
 */
test.describe.configure({ mode: 'serial' })

const COUNT = 25_000
/** An answer that takes some seconds, so that the next request can be prepared meanwhile. */
const SLOWLY = { endpoint: 'funding', mode: 'slow', times: 1, delayMs: 20 }

let desk: OwnDesk
let partner: Partner
test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000)
  desk = await createOwnDesk(test.info().outputPath('data'))
  await desk.start()
  partner = partnerAt(desk.origin)
  await approveAlone(browser)
})
test.afterAll(() => desk.kill())

async function signIn(browser: Browser, email: string, next: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: desk.origin })
  const page = await context.newPage()
  await page.goto(`/sign-in?next=${next}`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill('demo-desk-2026!')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  return page
}

/** This many transactions would need a second approver. */
async function approveAlone(browser: Browser): Promise<void> {
  const page = await signIn(browser, 'admin@demo.test', '/admin/settings/funding')
  // A desk that has just started may not respond to the first click yet.
  await expect(async () => {
    await page.goto('/admin/settings/funding')
    await page.getByLabel('Two people approve above a number of transactions').uncheck({ timeout: 10_000 })
    await page.getByRole('button', { name: 'Save' }).click({ timeout: 10_000 })
    await expect(page.getByText('Saved.')).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await page.context().close()
}

/** Creates, approves and sends a batch of one-dollar transactions, numbered from `from`, and returns its page. */
async function sendMany(browser: Browser, from: number): Promise<Page> {
  const maker = await signIn(browser, 'finance@demo.test', '/funding')
  const rows = Array.from({ length: COUNT }, (_, index) => `${credit(from + index)},,BLUEBIRD-01,100`)
  await bring(maker, `from-${from}.csv`, csv(...rows))
  const address = await create(maker)
  await putForward(maker)
  await maker.context().close()
  const page = await signIn(browser, 'finance2@demo.test', '/funding')
  await approve(page, address)
  await partner.fault(SLOWLY)
  await pressSend(page)
  return page
}

const requests = async (since: number) =>
  (await partner.journal('funding', since)).map(({ status, applied }) => [status, applied])
const latest = async () => (await partner.journal('funding')).at(-1)?.n ?? 0

/** Checks the first and the last transaction of each request. */
async function expectFunded(from: number): Promise<void> {
  for (const index of [0, 9_999, 10_000, 19_999, 20_000, COUNT - 1]) {
    expect(await partner.transaction(credit(from + index))).toMatchObject({
      merchantFundingAmounts: [{ merchantId: 'BLUEBIRD-01', amount: '100' }],
    })
  }
}

test('killed after the first of three requests: it is not sent again, the rest is finished, and the totals agree', async ({
  browser,
}) => {
  test.setTimeout(300_000)
  const since = await latest()
  const page = await sendMany(browser, 60_001)
  await expect.poll(() => requests(since)).toHaveLength(1)
  // The first request is being answered. This fault hits the second, which the partner never applies.
  await partner.fault({ endpoint: 'funding', mode: 'hang', times: 1, delayMs: 120_000 })
  await expect(page.getByText('10,000 of 25,000 transactions answered.')).toBeVisible({ timeout: 60_000 })
  await expect.poll(async () => (await partner.faults()).length, { timeout: 60_000 }).toBe(0)
  await desk.kill()
  await desk.start()

  await page.reload()
  await expect(page.getByText('Outcome unknown').first()).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('15,000 transactions funded')).toBeVisible()
  // The sender alone cannot settle that the partner has none of it.
  const other = await signIn(browser, 'finance3@demo.test', new URL(page.url()).pathname)
  const dialog = other.getByRole('dialog')
  // A desk that has just started may not respond to the first click yet.
  await expect(async () => {
    await other.getByRole('button', { name: 'Resolve…' }).click({ timeout: 5_000 })
    await expect(dialog).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await dialog.getByLabel('Not received by the partner').check()
  await dialog.getByRole('textbox').fill('Ms. Ortiz of its support looked.')
  await dialog.getByRole('button', { name: 'Resolve' }).click()
  await pressSend(other, 'Send the rest…')
  await expect(other.getByText('25,000 transactions funded.')).toBeVisible({ timeout: 60_000 })
  expect((await requests(since)).filter(([, applied]) => applied)).toHaveLength(3)
  await expectFunded(60_001)
})

test('ended by SIGTERM in the middle: the answer under way is stored, and the next start goes on by itself', async ({
  browser,
}) => {
  test.setTimeout(300_000)
  const since = await latest()
  const page = await sendMany(browser, 100_001)
  await expect.poll(() => requests(since)).toHaveLength(1)
  expect(await desk.stop()).toBe(0)
  await desk.start()

  await page.reload()
  await expect(page.getByText('25,000 transactions funded.')).toBeVisible({ timeout: 90_000 })
  expect(await requests(since)).toEqual([
    [200, true],
    [200, true],
    [200, true],
  ])
  await expectFunded(100_001)
})
