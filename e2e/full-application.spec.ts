import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from './desk-test'
import { completeDraft, FullWizard } from './full-wizard'
import { SEND_NOW, Wizard } from './wizard'

/** Written from the interface document; not made by the desk. */
const golden = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../lib/partner/wire/golden/full-complete.json'), 'utf8'),
)

test('a full application goes from the empty form to the partner with every field, in its names', async ({
  desk,
}) => {
  const page = await desk.signIn('onboarding@demo.test')
  const wizard = new FullWizard(page)
  await wizard.start()
  await expect(page.getByRole('navigation', { name: 'Steps' }).getByRole('link')).toHaveCount(7)
  await wizard.fillEverything(completeDraft())
  await expect(page.getByText('Full application with pricing', { exact: true })).toBeVisible()
  await expect(page.getByText('Ready to submit')).toBeVisible()
  await desk.expectAccessible(page)

  const before = (await desk.partner.journal('alias')).at(-1)?.n ?? 0
  await page.getByRole('button', { name: 'Submit…' }).click()
  await expect(page.getByText('it cannot be updated later')).toBeVisible()
  // The golden request has nine zeros, which are no bank's number.
  await expect(page.getByRole('button', { name: SEND_NOW })).toBeDisabled()
  await page.getByRole('checkbox', { name: 'Submit it as it is' }).check()
  await page.getByRole('button', { name: SEND_NOW }).click()
  await expect(page.getByText('The partner accepted it')).toBeVisible()
  await desk.expectAccessible(page)

  const sent = await desk.partner.journal('alias', before)
  expect(sent.map(({ status, applied }) => ({ status, applied }))).toContainEqual({
    status: 200,
    applied: true,
  })
  const { received } = await desk.partner.opportunity(await wizard.opportunityId())
  expect(received).toHaveLength(1)
  const expected = structuredClone(golden)
  expected.lstbussCheckAcc[0].DDA_Type__c = 'Deposit'
  expect(withoutSourceIds(received[0])).toEqual(withoutSourceIds(expected))

  const records = page.getByRole('region', { name: 'Records of the answer' })
  for (const [kind, name] of [
    ['Merchant account', 'Lantern Street'],
    ['Contact', 'Greta Placeholder'],
    ['Contact', 'Hugo Specimen'],
    ['Bank account', 'First Example Bank · Deposit'],
    ['Opportunity', 'Options'],
    ['Quote', 'Quote'],
    ['Quote line item', 'Terminal rental'],
    ['Quote line item', 'Paper rolls'],
  ]) {
    const row = records.getByRole('row').filter({ has: page.getByText(name ?? '', { exact: true }) })
    await expect(row.filter({ has: page.getByText(kind ?? '', { exact: true }) }).first()).toContainText(
      'Accepted',
    )
  }
  await expect(page.getByRole('button', { name: 'Make changes' })).toHaveCount(0)
  await expect(page.getByText('Full application with pricing', { exact: true })).toBeVisible()
})

/** Item ids are the desk's own, and new each time. */
const withoutSourceIds = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body), (name, value) => (name === 'SourceId' ? undefined : value))

test('the shares of channels and customers are added up while they are typed', async ({ desk }) => {
  const page = await desk.signIn('onboarding@demo.test')
  const wizard = new FullWizard(page)
  await wizard.start()
  await wizard.step('Options')
  await wizard.type('options.swipedPercent', '50')
  await expect(page.getByText('50% missing', { exact: true })).toBeVisible()
  await wizard.type('options.keyedPercent', '16.67')
  await expect(page.getByText('33.33% missing', { exact: true })).toBeVisible()
  await wizard.type('options.internetPercent', '33.34')
  await expect(page.getByText('0.01% too much', { exact: true })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'All channels: 100.01%.' })).toBeAttached()
  await wizard.type('options.internetPercent', '33.33%')
  await expect(page.getByText('Complete', { exact: true })).toHaveCount(1)
  await wizard.type('options.internetPercent', 'a third')
  await expect(page.getByText('Enter numbers from 0 to 100')).toBeVisible()
  await wizard.type('options.internetPercent', '33.33')

  await wizard.type('options.businessSalesPercent', '12.5')
  await expect(page.getByText('87.5% missing', { exact: true })).toBeVisible()
  await wizard.type('options.consumerSalesPercent', '80')
  await page.getByLabel('Paid in advance').focus()
  // A warning: it says so at the field and blocks nothing.
  await expect(wizard.field('options.businessSalesPercent')).toContainText('add up to 92.5%')
  await desk.expectAccessible(page)
})

test('the sums do not move what stands below them', async ({ desk }) => {
  const page = await desk.signIn('onboarding@demo.test')
  const wizard = new FullWizard(page)
  await wizard.start()
  await wizard.step('Options')
  const below = wizard.field('options.daysToShip')
  const top = async () => (await below.boundingBox())?.y
  await wizard.input('options.internetPercent').focus()
  const before = await top()
  for (const typed of ['5', '100', '100.5', 'x', '']) {
    await wizard.input('options.internetPercent').fill(typed)
    expect(await top()).toBe(before)
  }
})

test('the other addresses are copied from billing, and a later change of it is seen at both places', async ({
  desk,
}) => {
  const page = await desk.signIn('onboarding@demo.test')
  const wizard = new FullWizard(page)
  await wizard.start()
  const copyTo = (address: string) =>
    page.getByRole('button', { name: `copy the billing address to the ${address} address` })
  await expect(copyTo('physical')).toBeDisabled()
  await wizard.type('merchant.billingStreet', "12 O'Neil Street")
  await wizard.type('merchant.billingCity', 'Portland')
  await wizard.type('merchant.billingState', 'OR')
  await wizard.type('merchant.billingPostalCode', '97201')
  await copyTo('physical').click()
  await expect(page.getByLabel('Physical street')).toHaveValue("12 O'Neil Street")
  await expect(page.getByText('the same as the billing address.')).toHaveCount(1)

  // What was typed there before is not lost for good.
  await wizard.type('merchant.shippingStreet', '9 Wharf Road')
  await expect(
    page.getByText('Differs from billing: street, city, state, ZIP code and country.'),
  ).toBeVisible()
  await copyTo('shipping').click()
  await expect(page.getByLabel('Shipping country')).toHaveValue('US')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByLabel('Shipping street')).toHaveValue('9 Wharf Road')
  await copyTo('shipping').click()

  await wizard.type('merchant.billingCity', 'Salem')
  await expect(
    page.getByText('The physical and the shipping address still have the old values.'),
  ).toBeVisible()
  await expect(page.getByText('The billing address has changed since; this one has not.')).toHaveCount(2)
  await expect(page.getByLabel('Physical city')).toHaveValue('Portland')
  await desk.expectAccessible(page)
  await page.getByRole('button', { name: 'Change them too' }).click()
  await expect(page.getByLabel('Physical city')).toHaveValue('Salem')
  await expect(page.getByLabel('Shipping city')).toHaveValue('Salem')
  await expect(page.getByText('still have the old values')).toBeHidden()

  // An address that is changed itself was meant to be another.
  await wizard.type('merchant.physicalStreet', '1 Front Street')
  await expect(page.getByText('Differs from billing: street.')).toBeVisible()
  await wizard.saved()
  await page.reload()
  await expect(page.getByLabel('Physical street')).toHaveValue('1 Front Street')
  await expect(page.getByText('Differs from billing: street.')).toBeVisible()
  await expect(page.getByText('the same as the billing address.')).toHaveCount(1)
})

test('line items are started from a template, moved, duplicated and removed, and nothing of them is lost', async ({
  desk,
}) => {
  const page = await desk.signIn('onboarding@demo.test')
  const wizard = new FullWizard(page)
  await wizard.start()
  await wizard.step('Pricing and equipment')
  await expect(page.getByText('No line items yet')).toBeVisible()
  await desk.expectAccessible(page)
  await page.getByLabel('Template').selectOption('Monthly account fee')
  await page.getByRole('button', { name: 'Add from template' }).click()
  await expect(wizard.input('pricing.items.0.name')).toBeFocused()
  await expect(wizard.input('pricing.items.0.name')).toHaveValue('Monthly account fee')
  const row = page.getByRole('group', { name: 'Line item 1' })
  await expect(row.getByLabel('Frequency')).toHaveValue('Monthly')
  await row.getByLabel('Price').fill('12.50')
  await row.getByLabel('Quantity').fill('3')
  await expect(row.getByText('$37.50')).toBeVisible()
  await row.getByLabel('Quantity').fill('1')
  // What the partner calls it is a switch away.
  await page.getByLabel('Partner field names').check()
  await expect(wizard.input('pricing.items.0.members.2.name')).toHaveValue('Unit_Price__c')
  await expect(wizard.input('pricing.items.0.members.2.value')).toHaveValue('12.50')

  await page.getByRole('button', { name: 'Duplicate line item 1' }).click()
  await expect(wizard.input('pricing.items.1.name')).toHaveValue('Monthly account fee (copy)')
  await expect(wizard.input('pricing.items.1.name')).toBeFocused()
  await wizard.type('pricing.items.1.name', 'Yearly fee')
  await wizard.type('pricing.items.1.members.3.value', 'Yearly')
  await page.getByLabel('Template').selectOption('Countertop terminal')
  await page.getByRole('button', { name: 'Add from template' }).click()

  await page.getByRole('button', { name: 'Move line item 3 up' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Line item 3 is now line item 2.' })).toBeAttached()
  await expect(page.getByRole('button', { name: 'Move line item 2 up' })).toBeFocused()
  await page.keyboard.press('Enter')
  // At the top the way up is closed.
  await expect(page.getByRole('button', { name: 'Move line item 1 down' })).toBeFocused()
  const names = async () => [
    await wizard.input('pricing.items.0.name').inputValue(),
    await wizard.input('pricing.items.1.name').inputValue(),
    await wizard.input('pricing.items.2.name').inputValue(),
  ]
  expect(await names()).toEqual(['Countertop terminal', 'Monthly account fee', 'Yearly fee'])
  await expect(wizard.input('pricing.items.1.members.2.value')).toHaveValue('12.50')
  await expect(wizard.input('pricing.items.2.members.3.value')).toHaveValue('Yearly')
  await expect(wizard.input('pricing.items.0.members.2.value')).toHaveValue('249.00')

  const members = wizard.field('pricing.items.1.members')
  await members.getByRole('button', { name: 'Remove Quantity__c' }).click()
  await expect(members.getByRole('button', { name: 'Remove Unit_Price__c' })).toBeFocused()
  await expect(wizard.input('pricing.items.1.members.1.value')).toHaveValue('12.50')
  await members.getByRole('button', { name: 'Add a field' }).click()
  await expect(wizard.input('pricing.items.1.members.3.name')).toBeFocused()
  await page.keyboard.type('Note__c')
  // Past its type.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('kept')
  await page.getByRole('button', { name: 'Move line item 2 down' }).click()
  await wizard.saved()
  await page.reload()
  expect(await names()).toEqual(['Countertop terminal', 'Yearly fee', 'Monthly account fee'])
  const totals = page.getByRole('table', { name: 'Totals by frequency' })
  await expect(totals.getByRole('row')).toHaveText([
    /Frequency/,
    /One-time1\$249\.00/,
    /Monthly1\$12\.50/,
    /Yearly1\$12\.50/,
  ])
  await page.getByLabel('Partner field names').check()
  await expect(wizard.input('pricing.items.2.members.3.value')).toHaveValue('kept')

  await page.getByRole('button', { name: 'Remove line item 2' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(wizard.input('pricing.items.1.name')).toHaveValue('Monthly account fee')
  await expect(wizard.field('pricing.items.2')).toHaveCount(0)
  await expect(wizard.input('pricing.items.1.members.3.value')).toHaveValue('kept')
  await desk.expectAccessible(page)
})

test('a package is added in one click, and a price of zero is a warning', async ({ desk }) => {
  const page = await desk.signIn('onboarding@demo.test')
  const wizard = new FullWizard(page)
  await wizard.start()
  await wizard.step('Pricing and equipment')
  await page.getByRole('button', { name: 'Add Countertop starter (4)' }).click()
  const totals = page.getByRole('table', { name: 'Totals by frequency' })
  await expect(totals.getByRole('row')).toHaveText([
    /Frequency/,
    /One-time1\$249\.00/,
    /Per transaction1\$0\.10/,
    /Monthly1\$9\.95/,
  ])
  await expect(page.getByText('1 line item without a price is not included.')).toBeVisible()
  const first = page.getByRole('group', { name: 'Line item 1' })
  await first.getByLabel('Price').fill('0.00')
  await first.getByLabel('Price').blur()
  await expect(first.getByText('The price is zero. Enter it, or leave it blank.')).toBeVisible()
  // No template names its frequency for it, but others do.
  await first.getByRole('button', { name: 'Add frequency to line item 1' }).click()
  await expect(first.getByLabel('Frequency')).toBeFocused()
  await page.keyboard.type('Monthly')
  await first.getByLabel('Price').fill('20')
  await expect(totals.getByRole('row', { name: /Monthly/ })).toHaveText(/Monthly2\$29\.95/)
  await desk.expectFits(page)
  await wizard.saved()
  await page.reload()
  await expect(first.getByLabel('Frequency')).toHaveValue('Monthly')
  await expect(first.getByLabel('Price')).toHaveValue('20')
})

test('a wrong field name is told at its own input, once it is left, also after its item has moved', async ({
  desk,
}) => {
  const page = await desk.signIn('onboarding@demo.test')
  const wizard = new FullWizard(page)
  await wizard.start()
  await wizard.step('Pricing and equipment')
  await page.getByRole('button', { name: 'Add from template' }).click()
  await page.getByRole('button', { name: 'Add from template' }).click()
  await page.getByRole('button', { name: 'Partner fields of line item 2' }).click()
  const name = wizard.input('pricing.items.1.members.1.name')
  await name.fill('2nd price')
  await expect(page.getByText('must start with a letter')).toHaveCount(0)
  await name.blur()
  const field = wizard.field('pricing.items.1.members.1.name')
  await expect(field).toContainText('Field name must start with a letter')
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await expect(wizard.input('pricing.items.1.members.0.name')).not.toHaveAttribute('aria-invalid', 'true')
  await desk.expectAccessible(page)

  await page.getByRole('button', { name: 'Move line item 2 up' }).click()
  await expect(wizard.field('pricing.items.0.members.1.name')).toContainText('must start with a letter')
  await expect(field).not.toContainText('must start with a letter')

  await wizard.type('pricing.items.0.members.1.name', 'sourceID')
  await wizard.input('pricing.items.0.name').focus()
  await expect(wizard.field('pricing.items.0.members.1.name')).toContainText('filled in by the desk')
  await wizard.type('pricing.items.0.members.1.name', 'product_name__C')
  await wizard.input('pricing.items.0.name').focus()
  const same = 'Field 1 already has this name.'
  await expect(wizard.field('pricing.items.0.members.1.name')).toContainText(same)

  // The review leads back to its line.
  await wizard.step('Review and submit')
  await page.getByRole('link', { name: same }).click()
  await expect(wizard.input('pricing.items.0.members.1.name')).toBeFocused()
  await expect(wizard.field('pricing.items.0.members.1.name')).toContainText(same)
  await wizard.type('pricing.items.0.members.1.name', 'Price__c')
  await expect(page.getByText(same)).toHaveCount(0)
})

test('the two kinds are never mixed: a PayFac application has no pricing, a full one no sponsor', async ({
  desk,
}) => {
  desk.expectTrouble('404')
  const page = await desk.signIn('onboarding@demo.test')
  const payfac = new Wizard(page)
  const payfacId = await payfac.start()
  await expect(page.getByText('PayFac application', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Fax')).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: 'Steps' }).getByRole('link')).toHaveCount(6)
  expect((await page.goto(`/applications/${payfacId}/pricing`))?.status()).toBe(404)

  const full = new FullWizard(page)
  await full.start()
  await expect(page.getByLabel('Fax')).toBeVisible()
  await expect(page.getByLabel('Sponsor')).toHaveCount(0)
  await expect(page.getByLabel('Ownership').locator('option')).toHaveCount(11)
})

test('an identity that another application has leads to that application, from the step and the review', async ({
  desk,
}) => {
  const taxId = `35-765432${test.info().retry + 1}`
  const page = await desk.signIn('onboarding@demo.test')
  const first = new Wizard(page)
  const firstId = await first.start()
  await page.getByLabel('Legal name').fill('First Of The Name')
  await page.getByLabel('Federal tax ID').fill(taxId)
  await page.getByLabel('Billing city').focus()
  await first.saved()
  const second = new FullWizard(page)
  await second.start()
  await page.getByLabel('Federal tax ID').fill(taxId)
  await page.getByLabel('Billing city').focus()
  await second.saved()
  await page.reload()
  const link = second.field('merchant.taxId').getByRole('link', { name: /^Open A-\d+$/ })
  await expect(link).toHaveAttribute('href', `/applications/${firstId}`)
  await expect(second.field('merchant.taxId')).toContainText('First Of The Name')
  await page.getByText(/^\d+ warnings?$/).click()
  await expect(page.getByRole('link', { name: /^Open A-\d+$/ })).toHaveCount(2)
  await desk.expectAccessible(page)
  await second.step('Review and submit')
  await expect(page.getByRole('link', { name: /^Open A-\d+$/ })).toHaveAttribute(
    'href',
    `/applications/${firstId}`,
  )
  await desk.expectAccessible(page)
})

test('what was started from the other kind says from which application, and what had no place', async ({
  desk,
}) => {
  const page = await desk.signIn('onboarding@demo.test')
  const source = new Wizard(page)
  const sourceId = await source.start()
  await page.getByLabel('Legal name').fill('Started Elsewhere LLC')
  await page.getByLabel('Ownership').selectOption('Limited Liability Company')
  await page.getByLabel('Years at this location').fill('7')
  await page.getByLabel('Billing city').focus()
  await source.saved()
  await source.step('Review and submit')
  await page.getByRole('button', { name: 'Duplicate' }).click()
  await page.getByRole('button', { name: 'Start a full application with pricing from it…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Start it' }).click()
  await page.waitForURL((url) => url.pathname.endsWith('/merchant') && !url.pathname.includes(sourceId))

  const started = new FullWizard(page)
  // The head links to the page of the new one.
  const origin = page.locator('main :not(h1) > a').filter({ hasText: /^A-\d+$/ })
  await expect(origin).toHaveAttribute('href', `/applications/${sourceId}`)
  await expect(page.getByText('(PayFac application)')).toBeVisible()
  await expect(page.getByText('2 of its values had no place here')).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: 'Limited Liability Company' })).toBeVisible()
  await desk.expectAccessible(page)
  await started.step('Options')
  await expect(page.getByText('had no place here')).toHaveCount(0)
  await started.step('Review and submit')
  await expect(origin).toHaveAttribute('href', `/applications/${sourceId}`)
})

const NAUGHTY = [
  '<img src=x onerror=alert(1)>',
  "'; DROP TABLE applications; --",
  '{{7*7}}#{7*7}%00\u202Eevil',
  'İstanbul ŞİŞLİ 🫖 \u0000 \uD800',
  '=HYPERLINK("http://x.test","y")',
]

test('naughty strings in every text are kept, shown as text, and harm nothing', async ({ desk }) => {
  const page = await desk.signIn('onboarding@demo.test')
  const wizard = new FullWizard(page)
  await wizard.start()
  const text = (index: number) => NAUGHTY[index % NAUGHTY.length]?.replace('\uD800', '') ?? ''
  const fillTexts = async (section: string) => {
    const inputs = page.locator(`[data-field^="${section}."] :is(input[type="text"], textarea)`)
    for (let i = 0; i < (await inputs.count()); i++) {
      const input = inputs.nth(i)
      if (await input.isVisible()) await input.fill(text(i))
    }
  }
  await fillTexts('merchant')
  await wizard.step('Options')
  await fillTexts('options')
  await wizard.step('Pricing and equipment')
  await page.getByRole('button', { name: 'Add from template' }).click()
  await fillTexts('pricing')
  await wizard.saved()
  await page.reload()
  await expect(wizard.input('pricing.items.0.name')).toHaveValue(text(0))
  await wizard.step('Review and submit')
  await expect(page.getByText('<img src=x onerror=alert(1)>').first()).toBeVisible()
  expect(await page.locator('img[src="x"]').count()).toBe(0)
  await page.goto('/applications')
  await expect(page.getByRole('heading', { name: 'Applications', level: 1 })).toBeVisible()
})

test('the steps of a full application can be filled with the keyboard alone', async ({ desk }) => {
  const page = await desk.signIn('onboarding@demo.test')
  const wizard = new FullWizard(page)
  await wizard.start()
  const press = (key: string) => page.keyboard.press(key)
  await wizard.input('merchant.billingStreet').focus()
  for (const typed of ['5 Key Street', '97201']) {
    await page.keyboard.type(typed)
    await press('Tab')
  }
  await expect(wizard.input('merchant.billingCity')).toHaveValue('Portland')
  await expect(wizard.input('merchant.billingState')).toHaveValue('OR')
  // Past the city, the state and the country, to the button of the physical address.
  for (const _ of ['city', 'state', 'country']) await press('Tab')
  await expect(
    page.getByRole('button', { name: 'copy the billing address to the physical address' }),
  ).toBeFocused()
  await press('Enter')
  await expect(page.getByLabel('Physical street')).toHaveValue('5 Key Street')

  await wizard.step('Pricing and equipment')
  await page.getByLabel('Template').focus()
  await press('ArrowDown')
  await press('Tab')
  await press('Enter')
  await expect(wizard.input('pricing.items.0.name')).toBeFocused()
  await page.keyboard.type('Typed over')
  const line = page.getByRole('group', { name: 'Line item 1' })
  for (const [label, typed] of [['Kind'], ['Quantity', '2'], ['Price', '9.95'], ['Frequency', 'Monthly']]) {
    await press('Tab')
    await expect(line.getByLabel(label ?? '')).toBeFocused()
    if (typed) await page.keyboard.type(typed)
  }
  await expect(line.getByText('$19.90')).toBeVisible()
  await press('Tab')
  await expect(page.getByRole('button', { name: 'Partner fields of line item 1' })).toBeFocused()
  await press('Enter')
  // Past what else can be done with the line.
  while (!(await page.getByLabel('Record type').evaluate((box) => box === document.activeElement)))
    await press('Tab')
  await press('Tab')
  await expect(wizard.input('pricing.items.0.members.0.name')).toBeFocused()
  await press('Tab')
  await expect(page.getByLabel('Type 1')).toBeFocused()
  await press('Tab')
  await expect(wizard.input('pricing.items.0.members.0.value')).toBeFocused()
  await press('Tab')
  await expect(page.getByRole('button', { name: /^Remove Product_Name__c/ })).toBeFocused()
  await press('Enter')
  await expect(wizard.field('pricing.items.0.members').getByRole('listitem')).not.toHaveCount(0)
  await expect(wizard.field('pricing.items.0.members').locator(':focus')).toHaveCount(1)
  await wizard.saved()
})

test('each screen of a full application is accessible, wide or narrow, blank and filled', async ({
  desk,
}) => {
  test.setTimeout(240_000)
  const page = await desk.signIn('onboarding@demo.test')
  const wizard = new FullWizard(page)
  const id = await wizard.start()
  const draft = completeDraft()
  const steps = ['merchant', 'options', 'pricing', 'review'] as const
  for (const step of steps) {
    await page.goto(`/applications/${id}/${step}`)
    await desk.expectFits(page)
  }
  for (const step of ['merchant', 'options', 'pricing'] as const) {
    await page.goto(`/applications/${id}/${step}`)
    if (step === 'pricing') {
      for (const [index, item] of draft.pricing.items.entries()) await wizard.fillLineItem(index, item)
    } else {
      await wizard.fillRecord(step, draft[step])
    }
    await page.keyboard.press('Tab')
    await wizard.saved()
    await desk.expectFits(page)
  }
  await page.goto(`/applications/${id}/review`)
  await desk.expectFits(page)
})
