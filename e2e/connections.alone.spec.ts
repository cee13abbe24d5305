import { readFile } from 'node:fs/promises'
import type { APIRequestContext, Page } from '@playwright/test'
import { sandboxCalls } from '@/lib/testing/sandbox-calls'
import { expect, test } from './desk-test'
import { approve, bring, create, credit, putForward, send } from './funding-batch'
import { Wizard } from './wizard'

/**
 * Faults and profiles of the partner affect whoever calls next, so these journeys run one after the other and alone.
 */
test.describe.configure({ mode: 'serial' })

const CONNECTIONS = '/admin/settings/connections'
const SECRETS = ['s&cret+100%', 'p&ss w+rd%', 'T0ken=', 'key-active-1', 'key-active-2', 'Bearer']

const setProfile = async (request: APIRequestContext, status: 'active' | 'suspended') => {
  const answer = await request.put('/sandbox/control/profiles/941000000004', { data: { status } })
  expect(answer.ok()).toBe(true)
}

test.afterEach(async ({ desk, request }) => {
  await desk.partner.clearFaults()
  await setProfile(request, 'active')
})

const rowOf = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

test('an admin sees what every connection answers, what it means and what to do, and never a secret', async ({
  desk,
  request,
}) => {
  const page = await desk.signIn('admin@demo.test')
  await expect(page.getByRole('banner').getByText('Simulation', { exact: true })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find or go to' }).fill('connection check')
  await page.getByRole('option', { name: /Connection check/ }).click()
  await expect(page).toHaveURL(CONNECTIONS)
  await expect(page.getByRole('heading', { name: 'Going live' })).toBeVisible()
  await setProfile(request, 'suspended')
  const before = (await desk.partner.journal('funding')).at(-1)?.n ?? 0
  await page.getByRole('button', { name: 'Check all' }).click()
  await expect(page.getByText(/^Checked 8 connections: 1 failed\.$/)).toBeVisible()

  await expect(rowOf(page, 'Access token')).toContainText('Working')
  await expect(rowOf(page, 'Access token')).toContainText('24 hours')
  await expect(rowOf(page, 'Access token')).toContainText('checked, and right')
  await expect(rowOf(page, 'Full applications')).toContainText('HTTP 405 to a read')
  await expect(rowOf(page, 'Stage of an application')).toContainText(
    /the stage of A-\d+\.|Not proven: the path/,
  )
  await expect(rowOf(page, 'Funding: Sandbox profile 1')).toContainText('The profile is active.')
  await expect(rowOf(page, 'Funding: Sandbox profile 1')).toContainText('cents')
  const suspended = rowOf(page, 'Funding: Sandbox profile 2')
  await expect(suspended).toContainText('Failed')
  await expect(suspended).toContainText('suspended or closed')
  await expect(suspended).toContainText('Batches of this profile are not funded until this works.')
  await expect(page.getByRole('region', { name: 'Last callbacks received' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Funding profiles' })).toContainText('941000000001')
  await desk.expectAccessible(page)
  expect((await desk.partner.journal('funding', before)).map(({ applied }) => applied)).toEqual([
    false,
    false,
  ])

  await setProfile(request, 'active')
  await page.getByRole('button', { name: 'Check Funding: Sandbox profile 2' }).click()
  await expect(page.getByText('Checked 1 connection: none failed.')).toBeVisible()
  await expect(suspended).toContainText('Working')
  await suspended.getByText(/\d+ earlier result/).click()
  await expect(suspended).toContainText('suspended or closed')

  await desk.partner.fault({ endpoint: 'token', mode: 'status', status: 503, times: 1 })
  await page.getByRole('button', { name: 'Check Access token' }).click()
  await expect(rowOf(page, 'Access token')).toContainText('could not answer (HTTP 503)')
  await expect(rowOf(page, 'Access token')).toContainText('Drafts are safe')
  await page.getByRole('button', { name: 'Check Access token' }).click()
  await expect(rowOf(page, 'Access token').getByText('Working').first()).toBeVisible()

  const html = await page.content()
  for (const secret of SECRETS) expect(html.includes(secret), secret).toBe(false)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('button', { name: 'Check all' })).toBeVisible()
  for (const name of ['Last callbacks received', 'Funding profiles']) {
    const table = page.getByRole('region', { name })
    expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth), name).toBe(0)
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

  const onboarding = await desk.signIn('onboarding@demo.test')
  desk.expectTrouble('403')
  expect((await onboarding.goto(CONNECTIONS))?.status()).toBe(403)
})

test('an application that the partner has is added by its ids, and an update carries what was filled in', async ({
  desk,
  baseURL,
}) => {
  const calls = sandboxCalls(`${baseURL}/sandbox`)
  const ids = await calls.createApplication()
  const page = await desk.signIn('onboarding@demo.test')
  const wizard = new Wizard(page)
  await page.getByRole('button', { name: 'Choose the kind of the new application' }).click()
  await page.getByRole('link', { name: /^Existing application/ }).click()
  await expect(page.getByRole('heading', { name: 'Add existing application', level: 1 })).toBeVisible()
  const add = page.getByRole('button', { name: 'Add application' })

  await add.click()
  await expect(page.getByLabel('Opportunity ID')).toBeFocused()
  await expect(page.getByLabel('Opportunity ID')).toHaveAccessibleDescription(/Enter the 15 to 18 letters/)
  await page.getByLabel('Opportunity ID').fill(ids.opportunityId)
  await page.getByLabel('Account ID', { exact: true }).fill(`X${ids.accountId.slice(1)}`)
  await page.getByLabel('Contact IDs').fill(ids.contactIds.join('\n'))
  await page.getByLabel('DBA name').fill('Heron on the Quay')
  await page.getByLabel('Where the IDs come from').fill('The partner’s support wrote them.')
  await add.click()
  await expect(page.getByText('Check these IDs with the partner')).toBeVisible()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('usually begins with 001')
  // Under the top bar, the way back is partly covered, and would look too small.
  await page.evaluate(() => scrollTo(0, 0))
  await desk.expectAccessible(page)
  await page.getByLabel('Account ID', { exact: true }).fill(ids.accountId)
  await add.click()

  await expect(page.getByText('Added from the partner by its record IDs')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Heron on the Quay')
  await expect(page.getByText('The partner’s support wrote them.').first()).toBeVisible()
  await desk.expectAccessible(page)
  const id = wizard.id()
  await page.getByRole('button', { name: 'Make changes' }).click()
  await expect(page.getByText('Fill in only what should change')).toBeVisible()
  await expect(page.getByLabel('Billing country')).toHaveValue('')
  await page.getByLabel('Business phone').fill('(555) 555-0199')
  await page.getByLabel('Business email').focus()
  await wizard.saved()
  await desk.expectAccessible(page)
  await wizard.step('Review and submit')
  await expect(page.getByRole('heading', { name: '2 values to send' })).toBeVisible()
  const changes = page.getByRole('region', { name: 'Changes since it was sent' })
  await expect(changes.getByRole('row').filter({ hasText: 'Business phone' })).toContainText('Not known')
  await desk.expectAccessible(page)
  await wizard.submit()
  await expect(page.getByText('The partner accepted it')).toBeVisible()
  const held = await desk.partner.opportunity(ids.opportunityId)
  expect(held.Mer).toMatchObject({
    Legal_Name__c: 'Blue Heron Bakery LLC',
    Name: 'Heron on the Quay',
    Phone: '5555550199',
    Tax_ID__c: '123456789',
  })
  expect(held.lstContact).toHaveLength(2)

  await page.goto('/applications/existing')
  await page.getByLabel('Opportunity ID').fill(ids.opportunityId.slice(0, 15))
  await page.getByLabel('Account ID', { exact: true }).fill(ids.accountId)
  await page.getByLabel('Where the IDs come from').fill('Once more')
  await add.click()
  await expect(page.getByText('The desk already has this record.').first()).toBeVisible()
  await page
    .getByRole('link', { name: /^Open A-/ })
    .first()
    .click()
  await page.waitForURL(`/applications/${id}`)

  // Documents and updates of its applications still go out. If the partner cannot be reached, an admin is led to the
  // check.
  await page.getByRole('button', { name: 'Make changes' }).click()
  await page.getByLabel('Business phone').fill('(555) 555-0188')
  await page.getByLabel('Business email').focus()
  await wizard.saved()
  await wizard.step('Review and submit')
  await desk.partner.revokeTokens()
  await desk.partner.fault({ endpoint: 'token', mode: 'status', status: 400, times: 3 })
  await wizard.submit()
  await expect(page.getByText('It never reached the partner')).toBeVisible()
  await expect(page.getByText(/Ask an admin to run the connection check\./).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Run the connection check' })).toHaveCount(0)
  const admin = await desk.signIn('admin@demo.test', `/applications/${id}`)
  await admin.getByRole('link', { name: 'Run the connection check' }).first().click()
  await expect(admin).toHaveURL(CONNECTIONS)
})

test('all errors of an answer that match no transaction are listed, part by part, and in the results', async ({
  desk,
}) => {
  const maker = await desk.signIn('finance@demo.test')
  const id = credit(171_001)
  await bring(maker, 'strays.csv', Buffer.from(`Transaction ID,RRN,Merchant ID,Amount\n${id},,M-001,4.00`))
  const address = await create(maker)
  await putForward(maker)
  const page = await desk.signIn('finance2@demo.test')
  await approve(page, address)
  await desk.partner.fault({
    endpoint: 'funding',
    mode: 'status',
    status: 200,
    body: {
      transactionCount: '1',
      successfulTransactionCount: '1',
      merchantFundingAmountCount: '1',
      amountsSum: '400',
      transactionLevelErrors: Array.from({ length: 230 }, (_, n) => ({
        transactionId: `STRAY-${n}`,
        retrievalReferenceNumber: '',
        errorCode: '904',
        errorMessage: 'The transaction was not approved',
      })),
    },
  })
  await send(page)
  const summary = page.getByText('230 errors without a transaction in this request', { exact: true })
  await summary.click()
  const strays = page.getByRole('region', { name: '230 errors without a transaction in this request' })
  await expect(strays.getByRole('row')).toHaveCount(201)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(strays.getByRole('row')).toHaveCount(231)
  await expect(strays).toContainText('STRAY-229')
  await desk.expectAccessible(page)
  const started = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download results' }).first().click()
  const file = await readFile(await (await started).path(), 'utf8')
  expect(file.match(/STRAY-\d+/g)).toHaveLength(230)
})
