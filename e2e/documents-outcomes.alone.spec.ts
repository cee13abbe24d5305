import type { Page } from '@playwright/test'
import { expect, test } from './desk-test'
import { prepareSoleProprietorship } from './wizard'

/**
 * What happens to documents at the partner, and what people do about it. Faults hit the next request, so these run one
 * by one.
 */
test.describe.configure({ mode: 'serial' })

test.afterEach(({ desk }) => desk.partner.clearFaults())

const text = (name: string) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(`${name} ${Math.random()}`),
})
const rowOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

async function submitted(page: Page, legalName: string): Promise<string> {
  const wizard = await prepareSoleProprietorship(page, legalName)
  await wizard.submit()
  await expect(page.getByText('The partner accepted it')).toBeVisible()
  const opportunity = await wizard.opportunityId()
  await page.goto(`/applications/${wizard.id()}/documents`)
  return opportunity
}

test('one file of several is refused in the partner’s words, and that one alone is sent again', async ({
  desk,
}) => {
  const page = await desk.signIn('onboarding@demo.test')
  const opportunity = await submitted(page, 'One Of Several')
  // Wait until earlier documents are sent, so that the fault hits one of these files.
  await page.locator('input[type=file]').setInputFiles([text('zero.txt')])
  await expect(page.getByText('Delivered', { exact: true })).toHaveCount(1)
  await desk.partner.fault({ endpoint: 'attachment', mode: 'partial', status: 200 })
  await page.locator('input[type=file]').setInputFiles([text('one.txt'), text('two.txt'), text('three.txt')])
  await expect(page.getByText('Delivered', { exact: true })).toHaveCount(3)
  await expect(page.getByText(/refused the document .*: This failure was caused/)).toBeVisible()
  await desk.expectAccessible(page)
  await page.getByRole('button', { name: /^Send again/ }).click()
  await expect(page.getByText('Delivered', { exact: true })).toHaveCount(4)
  const { attachments } = await desk.partner.opportunity(opportunity)
  expect(attachments.map(({ name }) => name).sort()).toEqual(['one.txt', 'three.txt', 'two.txt', 'zero.txt'])

  // The partner keeps what it has, and the page says so.
  await page.getByRole('button', { name: 'Remove one.txt' }).click()
  await expect(page.getByText('The partner has it, and keeps it')).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).first().click()
  await expect(page.getByRole('heading', { name: 'Documents (4)' })).toBeVisible()
})

test('a document that the partner has after all is settled under its id, by one of two people', async ({
  desk,
}) => {
  const page = await desk.signIn('onboarding@demo.test')
  const opportunity = await submitted(page, 'There After All')
  await desk.partner.fault({ endpoint: 'attachment', mode: 'cut-after' })
  await page.locator('input[type=file]').setInputFiles(text('check.txt'))
  await expect(page.getByText('Outcome unknown')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Send again/ })).toHaveCount(0)

  const other = await desk.signIn('onboarding2@demo.test')
  await other.goto(page.url())
  await other.getByRole('button', { name: 'Say how it ended: check.txt' }).click()
  await other.getByRole('radio', { name: /does not have it/ }).check()
  await other.getByLabel('Where you looked').fill('Their portal')

  await page.getByRole('button', { name: 'Say how it ended: check.txt' }).click()
  await page.getByRole('radio', { name: /^The partner has it/ }).check()
  await page.getByRole('button', { name: 'Confirm: document exists' }).click()
  await expect(page.getByText('Enter a reason.')).toBeVisible()
  await page.getByLabel('Where you found it').fill("Seen by Ms O'Example")
  await page.getByRole('textbox', { name: 'Attachment id' }).fill(opportunity)
  await page.getByRole('button', { name: 'Confirm: document exists' }).click()
  await expect(page.getByText('This is the id of an opportunity: it begins with 006.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Attachment id' })).toBeFocused()
  await expect(page.getByLabel('Where you found it')).toHaveValue("Seen by Ms O'Example")
  await desk.expectAccessible(page)
  const [held] = (await desk.partner.opportunity(opportunity)).attachments
  await page.getByRole('textbox', { name: 'Attachment id' }).fill(held?.id ?? '')
  await page.getByRole('button', { name: 'Confirm: document exists' }).click()
  await expect(rowOf(page, 'check.txt').getByText('Delivered', { exact: true })).toBeVisible()
  await page.getByText('How it was sent').click()
  await expect(page.getByText("Seen by Ms O'Example")).toBeVisible()

  // The second person is informed, and nothing is sent.
  await other.getByRole('button', { name: 'Confirm: not there, send again' }).click()
  await expect(other.getByText('Someone else already resolved this')).toBeVisible()
  await expect(rowOf(other, 'check.txt').getByText('Delivered', { exact: true })).toBeAttached()
  expect((await desk.partner.opportunity(opportunity)).attachments).toHaveLength(1)
})

test('a document that the partner does not have goes out again, once, with the word of a person', async ({
  desk,
}) => {
  const page = await desk.signIn('onboarding@demo.test')
  const opportunity = await submitted(page, 'Not There')
  await desk.partner.fault({ endpoint: 'attachment', mode: 'status', status: 503 })
  await page.locator('input[type=file]').setInputFiles(text('check.txt'))
  await page.getByRole('button', { name: 'Say how it ended: check.txt' }).click()
  await page.getByRole('radio', { name: /does not have it/ }).check()
  await page.getByLabel('Where you looked').fill('Their support said so')
  await page.getByRole('button', { name: 'Confirm: not there, send again' }).dblclick()
  await expect(rowOf(page, 'check.txt').getByText('Delivered', { exact: true })).toBeVisible()
  await page.getByText('Sent 2 times').click()
  await expect(page.getByText('Their support said so')).toBeVisible()
  await desk.expectAccessible(page)
  expect((await desk.partner.opportunity(opportunity)).attachments).toHaveLength(1)
})
