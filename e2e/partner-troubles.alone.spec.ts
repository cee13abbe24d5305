import { expect, test } from './desk-test'
import { prepareSoleProprietorship } from './wizard'

/** Each fault hits the next request to the partner, so these journeys run one by one. */
test.describe.configure({ mode: 'serial' })

test.afterEach(({ desk }) => desk.partner.clearFaults())

test('a refusal is led back to its field, stands until the value changes, and can be sent again', async ({
  desk,
}) => {
  const page = await desk.signIn('onboarding@demo.test')
  const wizard = await prepareSoleProprietorship(page, 'Refused Once')
  await desk.partner.fault({
    endpoint: 'application',
    mode: 'status',
    status: 400,
    body: [
      {
        message: 'This tax id belongs to another merchant',
        errorCode: 'DUPLICATE_VALUE',
        fields: ['Mer.Tax_ID__c'],
      },
    ],
  })
  await wizard.submit()
  await expect(page.getByText('The partner rejected it')).toBeVisible()
  await expect(page.getByText('This tax id belongs to another merchant', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Fix Federal tax ID' }).click()
  await expect(wizard.field('merchant.taxId')).toContainText(
    'The partner refused this: This tax id belongs to another merchant',
  )
  await desk.expectAccessible(page)

  await page.getByRole('button', { name: /Replace Federal tax ID/ }).click()
  await page.getByRole('textbox', { name: 'Federal tax ID' }).fill('20-7654321')
  await page.getByLabel('Billing city').focus()
  await wizard.saved()
  await page.reload()
  await expect(wizard.field('merchant.taxId')).not.toContainText('The partner refused this')
  await wizard.step('Review and submit')
  await wizard.submit()
  await expect(page.getByText('The partner accepted it')).toBeVisible()
  const held = await desk.partner.opportunity(await wizard.opportunityId())
  expect(held.Mer).toMatchObject({ Tax_ID__c: '207654321' })
})

for (const { title, fault } of [
  { title: 'an answer lost after the partner applied it', fault: { mode: 'status-after', status: 503 } },
  { title: 'a connection cut after the partner applied it', fault: { mode: 'cut-after' } },
  { title: 'an answer that cannot be read', fault: { mode: 'malformed' } },
]) {
  test(`${title} leaves the outcome unknown, and nothing is sent again`, async ({ desk }) => {
    const page = await desk.signIn('onboarding@demo.test')
    const wizard = await prepareSoleProprietorship(page, `Unknown by ${fault.mode}`)
    const before = (await desk.partner.journal('application')).at(-1)?.n ?? 0
    await desk.partner.fault({ endpoint: 'application', ...fault })
    await wizard.submit()
    await expect(page.getByText('Outcome unknown: the partner may have received it')).toBeVisible()
    await page.goto(`/applications/${wizard.id()}/review`)
    await expect(page.getByRole('button', { name: 'Submit…' })).toHaveCount(0)
    await desk.expectAccessible(page)
    const sent = await desk.partner.journal('application', before)
    expect(sent).toHaveLength(1)
  })
}

test('a token that is refused means that nothing was sent, and the application can be submitted again', async ({
  desk,
}) => {
  const page = await desk.signIn('onboarding@demo.test')
  const wizard = await prepareSoleProprietorship(page, 'Not Sent')
  const before = (await desk.partner.journal('application')).at(-1)?.n ?? 0
  await desk.partner.revokeTokens()
  await desk.partner.fault({ endpoint: 'token', mode: 'status', status: 500, times: 20 })
  await wizard.submit()
  await expect(page.getByText('It never reached the partner')).toBeVisible()
  expect((await desk.partner.journal('application', before)).filter(({ applied }) => applied)).toEqual([])
  await desk.partner.clearFaults()
  await page.getByRole('link', { name: 'Review and submit again' }).click()
  await wizard.submit()
  await expect(page.getByText('The partner accepted it')).toBeVisible()
  expect((await desk.partner.journal('application', before)).filter(({ applied }) => applied)).toHaveLength(1)
})

test('a document that the partner refuses is alone in that, and goes when it is sent again', async ({
  desk,
}) => {
  const page = await desk.signIn('onboarding@demo.test')
  const wizard = await prepareSoleProprietorship(page, 'One Refused Document')
  await wizard.submit()
  await expect(page.getByText('The partner accepted it')).toBeVisible()
  const opportunity = await wizard.opportunityId()
  await desk.partner.fault({ endpoint: 'attachment', mode: 'status', status: 400 })
  await page.goto(`/applications/${wizard.id()}/documents`)
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'one.txt', mimeType: 'text/plain', buffer: Buffer.from('one') })
  await page.getByRole('button', { name: 'Send again: one.txt' }).click({ timeout: 30_000 })
  await expect(page.getByText('Delivered', { exact: true })).toBeVisible({ timeout: 30_000 })
  const { attachments } = await desk.partner.opportunity(opportunity)
  expect(attachments.map(({ name }) => name)).toEqual(['one.txt'])
})
