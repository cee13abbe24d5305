import { expect, test } from './desk-test'
import { prepareSoleProprietorship } from './wizard'

/** What a person does about an answer that was lost; faults meet the next request, so these run alone. */
test.describe.configure({ mode: 'serial' })

test.afterEach(({ desk }) => desk.partner.clearFaults())

test('the records of a lost answer are entered, a slip is told at its field, and an update follows', async ({
  desk,
}) => {
  const page = await desk.signIn('onboarding@demo.test')
  const wizard = await prepareSoleProprietorship(page, 'Lost And Found')
  const before = (await desk.partner.journal('application')).at(-1)?.n ?? 0
  await desk.partner.fault({ endpoint: 'application', mode: 'cut-after' })
  await wizard.submit()
  await expect(page.getByText('Outcome unknown: the partner may have received it')).toBeVisible()
  await page.getByRole('radio', { name: /The partner has it/ }).check()
  await desk.expectAccessible(page)

  const held = (await desk.partner.opportunities()).find(({ name }) => name === 'Lost And Found')
  await page.getByLabel('Opportunity ID').fill(held?.accountId ?? '')
  await page.getByLabel('Account ID').fill(held?.accountId ?? '')
  await page.getByLabel('Where you found it').fill('Seen in their portal')
  await page.getByRole('button', { name: 'Confirm: records exist' }).click()
  await expect(page.getByText('This is the id of an account: it begins with 001.')).toBeVisible()
  await expect(page.getByLabel('Opportunity ID')).toBeFocused()
  await expect(page.getByRole('checkbox', { name: /^I compared it\. Use 001\w+ anyway$/ })).toBeVisible()
  await expect(page.getByLabel('Where you found it')).toHaveValue('Seen in their portal')

  await page.getByLabel('Opportunity ID').fill(held?.id ?? '')
  await page.getByLabel('Ana Ruiz').fill('003000000000001')
  await page.getByRole('button', { name: 'Confirm: records exist' }).click()
  await expect(page.getByText('The partner accepted it')).toBeVisible()
  await expect(page.getByText('“Seen in their portal”')).toBeVisible()

  // The account's was left blank: it is asked for here, and what waits for it is said.
  await expect(page.getByRole('heading', { name: 'A record ID is missing' })).toBeVisible()
  await page.getByRole('button', { name: /^Enter its record ID/ }).click()
  await page.getByLabel(/^Record ID of /).fill('a0B000000000001')
  await page.getByLabel('Where you found it').fill('Seen in their portal')
  await page.getByRole('button', { name: 'Save ID' }).click()
  await expect(page.getByRole('heading', { name: 'A record ID is missing' })).toHaveCount(0)
  expect(await desk.partner.journal('application', before)).toHaveLength(1)
})

test('what the partner does not have is confirmed absent, and then submitted once', async ({ desk }) => {
  const page = await desk.signIn('onboarding@demo.test')
  const wizard = await prepareSoleProprietorship(page, 'Never Arrived')
  await desk.partner.fault({ endpoint: 'application', mode: 'status', status: 503 })
  await wizard.submit()
  await page.getByRole('radio', { name: /The partner does not have it/ }).check()
  await page.getByRole('button', { name: 'Confirm: no records' }).click()
  await expect(page.getByText('Enter a reason.')).toBeVisible()
  await page.getByLabel('Where you looked').fill("Their support, Ms O'Example")
  await page.getByRole('button', { name: 'Confirm: no records' }).click()
  await expect(page.getByText('It never reached the partner')).toBeVisible()
  await page.getByRole('link', { name: 'Review and submit again' }).click()
  await wizard.submit()
  await expect(page.getByText('The partner accepted it')).toBeVisible()
  const held = (await desk.partner.opportunities()).filter(({ name }) => name === 'Never Arrived')
  expect(held).toHaveLength(1)
})

test('sent again, it is the same request, and the history says who and why', async ({ desk }) => {
  const page = await desk.signIn('onboarding@demo.test')
  const wizard = await prepareSoleProprietorship(page, 'Once More')
  const before = (await desk.partner.journal('application')).at(-1)?.n ?? 0
  await desk.partner.fault({ endpoint: 'application', mode: 'status', status: 503 })
  await wizard.submit()
  await page.getByRole('radio', { name: /Send the same request again/ }).check()
  await page.getByLabel('Why it is sent again').fill('Their log has nothing')
  await page.getByRole('button', { name: 'Send the same request again' }).dblclick()
  await expect(page.getByText('The partner accepted it')).toBeVisible()
  await expect(page.getByText('Their log has nothing').first()).toBeVisible()
  const sent = await desk.partner.journal('application', before)
  expect(sent.map(({ applied }) => applied)).toEqual([false, true])
  expect(new Set(sent.map(({ sha256 }) => sha256)).size).toBe(1)
})

test('an update shows what it changes, reaches the same records, and a locked stage stops the next', async ({
  desk,
}) => {
  const page = await desk.signIn('onboarding@demo.test')
  const wizard = await prepareSoleProprietorship(page, 'Corrected Later')
  await wizard.submit()
  await expect(page.getByText('The partner accepted it')).toBeVisible()
  const opportunity = await wizard.opportunityId()

  await page.getByRole('button', { name: 'Make changes' }).click()
  await page.waitForURL(/\/merchant/)
  await page.getByLabel('DBA name').fill('Corrected <b>Now</b>')
  await page.getByLabel('Website').fill('https://corrected.example')
  await page.getByLabel('Billing city').focus()
  await wizard.saved()
  await expect(page.locator('main').getByText('Update not sent', { exact: true })).toBeVisible()
  await wizard.step('Review and submit')
  const changes = page.getByRole('region', { name: 'Changes since it was sent' })
  await expect(changes.getByRole('row').filter({ hasText: 'DBA name' })).toContainText(
    'Corrected LaterCorrected <b>Now</b>',
  )
  await desk.expectAccessible(page)
  await wizard.submit()
  await expect(page.getByText('The partner accepted it')).toBeVisible()
  const held = await desk.partner.opportunity(opportunity)
  expect(held.Mer).toMatchObject({ Name: 'Corrected <b>Now</b>', Website: 'https://corrected.example' })
  expect(held.lstContact).toHaveLength(1)

  // A blank is not sent, and what the partner has stays, unless somebody says that it is to be emptied.
  await page.getByRole('button', { name: 'Make changes' }).click()
  await page.waitForURL(/\/merchant/)
  await page.getByLabel('Website').fill('')
  await page.getByLabel('Billing city').focus()
  await wizard.saved()
  await wizard.step('Review and submit')
  const website = changes.getByRole('row').filter({ hasText: 'Website' })
  await expect(website).toContainText('the partner keeps its value')
  await website.getByRole('checkbox', { name: 'Empty Website at the partner' }).click()
  await expect(website).toContainText('Will be emptied at the partner')
  await desk.expectAccessible(page)
  await wizard.submit()
  await expect(page.getByText('The partner accepted it')).toBeVisible()
  const emptied = await desk.partner.opportunity(opportunity)
  expect(emptied.Mer).not.toHaveProperty('Website')
  expect(emptied.Mer).toMatchObject({ Name: 'Corrected <b>Now</b>' })

  await desk.partner.setStage(opportunity, 'Closed Won')
  await page.getByRole('button', { name: 'Refresh status' }).click()
  await expect(page.getByText('In this stage the partner takes no update')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Make changes' })).toHaveCount(0)
  await desk.expectAccessible(page)
})

test('changes that were begun can be discarded, and what was sent stands again', async ({ desk }) => {
  const page = await desk.signIn('onboarding@demo.test')
  const wizard = await prepareSoleProprietorship(page, 'Second Thoughts')
  await wizard.submit()
  await page.getByRole('button', { name: 'Make changes' }).click()
  await page.waitForURL(/\/merchant/)
  await page.getByLabel('Billing city').fill('Nowhere')
  await page.getByLabel('Billing state').focus()
  await wizard.saved()
  await wizard.step('Review and submit')
  await page.getByRole('button', { name: 'Discard the changes…' }).click()
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(page.getByText('The partner accepted it')).toBeVisible()
  await page.goto(`/applications/${wizard.id()}/merchant`)
  await expect(page.getByLabel('Billing city')).toHaveValue('Portland')
})
