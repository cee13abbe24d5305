import { sandboxCalls } from '@/lib/testing/sandbox-calls'
import { expect, test } from './desk-test'

/** Faults, revoked tokens and a reset affect everyone, so these run one by one, with nobody else on the desk. */
test.describe.configure({ mode: 'serial' })
test.afterEach(({ desk }) => desk.partner.clearFaults())

test('a fault is set, counts down before the eyes, and is cleared', async ({ desk, baseURL }) => {
  const client = sandboxCalls(`${baseURL}/sandbox`)
  const page = await desk.signIn('admin@demo.test', '/admin/sandbox/faults')
  await expect(page.getByText('No faults set')).toBeVisible()
  await page.getByLabel('Endpoint').selectOption('Token')
  await page.getByRole('radio', { name: 'Reject, apply nothing' }).check()
  await page.getByLabel('HTTP status').fill('99')
  await page.getByRole('button', { name: 'Set the fault' }).click()
  await expect(page.getByText('Enter an HTTP status from 200 to 599')).toBeVisible()
  await expect(page.getByLabel('HTTP status')).toHaveValue('99')
  await page.getByLabel('HTTP status').fill('418')
  await page.getByLabel('How many requests').fill('3')
  await page.getByRole('button', { name: 'Set the fault' }).click()
  const list = page.getByRole('list', { name: 'Faults set' })
  await expect(list).toContainText('3 requests left')
  await desk.expectAccessible(page)
  expect((await client.requestToken()).status).toBe(418)
  await expect(list).toContainText('2 requests left')
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(page.getByText('All faults cleared.')).toBeVisible()
  expect((await client.requestToken()).status).toBe(200)
})

test('tokens are revoked, and how many is said', async ({ desk, baseURL }) => {
  const client = sandboxCalls(`${baseURL}/sandbox`)
  await client.requestToken()
  const page = await desk.signIn('admin@demo.test', '/admin/sandbox/faults')
  await page.getByRole('button', { name: 'Revoke all tokens' }).click()
  await expect(page.getByText(/^\d+ tokens? (was|were) revoked\.$/)).toBeVisible()
  await page.getByRole('button', { name: 'Revoke all tokens' }).click()
  await expect(page.getByText('There were no valid tokens.')).toBeVisible()
})

test('a reset asks for its word, empties the sandbox, and an open journal begins anew', async ({
  desk,
  baseURL,
}) => {
  const client = sandboxCalls(`${baseURL}/sandbox`)
  const { opportunityId } = await client.createApplication()
  const page = await desk.signIn('admin@demo.test')
  const journal = await page.context().newPage()
  await journal.goto('/admin/sandbox')
  await expect(journal.getByRole('link', { name: /^Request \d+$/ }).first()).toBeVisible()

  await page.goto('/admin/sandbox/reset')
  await expect(page.getByText('applications with a record ID')).toBeVisible()
  await desk.expectAccessible(page)
  await page.getByLabel('Type “reset” to continue').fill('rest')
  await page.getByRole('button', { name: 'Reset the sandbox' }).click()
  await expect(page.getByText('to confirm')).toBeVisible()
  expect(await desk.partner.opportunity(opportunityId)).toMatchObject({ stage: 'Application Received' })
  await page.getByLabel('Type “reset” to continue').fill('Reset')
  await page.getByRole('button', { name: 'Reset the sandbox' }).click()
  await expect(page.getByText('The sandbox was reset')).toBeVisible()
  await desk.expectAccessible(page)

  await expect(journal.getByText('No requests yet')).toBeVisible()
  await client.requestToken()
  await expect(journal.getByRole('link', { name: 'Request 1', exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Applications held' }).click()
  await expect(page.getByText('No applications yet')).toBeVisible()
  await desk.expectAccessible(page)
})
