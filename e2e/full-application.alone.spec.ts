import { expect, test } from './desk-test'
import { completeDraft, FullWizard } from './full-wizard'

test.afterEach(({ desk }) => desk.partner.clearFaults())

test('what the partner took only in part is told record by record, with a text for its support and no way to send again', async ({
  desk,
}) => {
  const page = await desk.signIn('onboarding@demo.test')
  const wizard = new FullWizard(page)
  await wizard.start()
  await wizard.fillEverything(completeDraft())
  const before = (await desk.partner.journal('alias')).at(-1)?.n ?? 0
  await desk.partner.fault({ endpoint: 'alias', mode: 'partial' })
  await wizard.submit()
  await expect(page.getByText('The partner created some records and refused others')).toBeVisible()
  await expect(page.getByText('its endpoint only creates')).toBeVisible()

  const left = page.getByRole('region', { name: 'Text for the partner’s support' })
  const text = await left.innerText()
  expect(text).toContain('Opportunity: 006')
  expect(text).toMatch(/refused \d+ of 8 records/)
  for (const secret of ['900246810', '900555555', '900666666', '0098765432', '1979-03-05']) {
    expect(text).not.toContain(secret)
    expect(await page.content()).not.toContain(secret)
  }
  for (const name of ['Make changes', 'Submit…', 'Review and submit again']) {
    await expect(page.getByRole('button', { name }).or(page.getByRole('link', { name }))).toHaveCount(0)
  }
  await desk.expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await desk.expectAccessible(page)
  await page.setViewportSize({ width: 1440, height: 900 })

  // The page shows what was submitted and links to what is missing, but nothing can be changed.
  await expect(page.getByRole('heading', { name: 'Pricing and equipment' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Edit/ })).toHaveCount(0)
  const step = page.getByRole('region', { name: 'Next step' })
  await step.getByRole('link', { name: 'See what is left to do' }).click()
  await expect(page.locator('#support')).toBeInViewport()
  expect(await desk.partner.journal('alias', before)).toHaveLength(1)
})

test('where the partner refused the opportunity, its id is entered once its support made one, and the documents go there', async ({
  desk,
}) => {
  const page = await desk.signIn('onboarding@demo.test')
  const wizard = new FullWizard(page)
  await wizard.start()
  await wizard.fillEverything(completeDraft({ legalName: 'Lantern Without Opportunity LLC' }))
  await wizard.step('Documents')
  const file = { name: 'voided-check.txt', mimeType: 'text/plain', buffer: Buffer.from('A voided check.') }
  await page.locator('input[type=file]').setInputFiles(file)
  await wizard.step('Review and submit')
  const entry = { SourceId: null, Message: 'Ask us for it' }
  const body = [
    { ...entry, ObjectType: 'Account', SFId: '001000000000007AAA', Success: true },
    { ...entry, ObjectType: 'Opportunity', SFId: '', Success: false },
  ]
  // The partner creates everything, and answers as if it had not. This is the state after asking its support.
  await desk.partner.fault({ endpoint: 'alias', mode: 'status-after', status: 200, body })
  await wizard.submit()
  await expect(page.getByText('Then enter the id of the opportunity')).toBeVisible()
  await expect(page.getByText('Partially accepted: 1 of 2 records')).toBeVisible()
  await expect(page.getByText('Delivered', { exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Enter its record ID of Opportunity' }).click()
  await desk.expectAccessible(page)

  const [held] = await desk.partner.opportunities()
  await page.getByLabel('Record ID of Opportunity').fill('001000000000007AAA')
  await page.getByRole('button', { name: 'Save ID' }).click()
  await expect(page.getByText('Enter a reason.')).toBeVisible()
  await page.getByLabel('Where you found it').fill("Their support, Ms O'Example")
  await page.getByRole('button', { name: 'Save ID' }).click()
  await expect(page.getByText('This is the id of an account: it begins with 001.')).toBeVisible()
  await expect(page.getByLabel('Record ID of Opportunity')).toBeFocused()
  await page.getByLabel('Record ID of Opportunity').fill(held?.id ?? '')
  await page.getByRole('button', { name: 'Save ID' }).dblclick()

  await expect(page.getByText('has made that since')).toBeVisible()
  await expect(page.getByText('made since by the partner')).toBeVisible()
  await expect(page.getByText('Delivered', { exact: true })).toBeVisible()
  const { attachments } = await desk.partner.opportunity(held?.id ?? '')
  expect(attachments.map(({ name }) => name)).toEqual(['voided-check.txt'])
  await desk.expectAccessible(page)
})
