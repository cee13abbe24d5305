import { expect, test } from './desk-test'
import { endSession } from './people'
import { type Merchant, SEND_NOW, Wizard } from './wizard'

const ana = { first: 'Ana', last: 'Ruiz', ssn: '512-45-6789', birth: '05/17/1984' }
const ben = { first: 'Ben', last: "O'Neil", ssn: '512-45-6790', birth: '1979-11-02' }

const families: { title: string; merchant: Merchant; records: number }[] = [
  {
    title: 'a sole proprietorship with its one principal',
    merchant: {
      ownership: 'Sole Proprietorship',
      legalName: 'Ana Ruiz',
      dbaName: 'Blue Heron Books',
      taxId: '12-3456789',
      people: [{ ...ana, roles: ['Principal', 'Control Prong', 'Authorized Signer'], percentage: '100' }],
    },
    records: 4,
  },
  {
    title: 'a limited liability company with two principals',
    merchant: {
      ownership: 'Limited Liability Company',
      legalName: "O'Neil & Ruiz LLC",
      dbaName: 'İpek Çay',
      taxId: '20 1234567',
      people: [
        { ...ana, roles: ['Principal', 'Control Prong'], percentage: '60' },
        { ...ben, roles: ['Principal', 'Authorized Signer'], percentage: '40%' },
      ],
    },
    records: 5,
  },
  {
    title: 'a privately held corporation that no one owns 25% of',
    merchant: {
      ownership: 'Privately Held Corporation',
      legalName: 'Wide Holding Inc.',
      dbaName: 'Wide Holding',
      taxId: '351234567',
      people: [{ ...ana, roles: ['Control Prong'] }],
      nobodyOwns25: true,
    },
    records: 4,
  },
  {
    title: 'a tax-exempt organization with its Control Prong only',
    merchant: {
      ownership: 'Tax Exempt',
      legalName: 'Sunrise Pantry',
      dbaName: 'Sunrise Pantry',
      taxId: '461234567',
      people: [{ ...ben, roles: ['Control Prong', 'Authorized Signer'] }],
    },
    records: 4,
  },
]

for (const { title, merchant, records } of families) {
  test(`boards ${title}, from the empty form to the answer for each record`, async ({ desk }) => {
    const page = await desk.signIn('onboarding@demo.test')
    const wizard = new Wizard(page)
    await wizard.start()
    await wizard.fillAll(merchant, '000123456789')
    await expect(page.getByText('512-45')).toHaveCount(0)
    await wizard.submit()

    await expect(page.getByText('The partner accepted it')).toBeVisible()
    await expect(page.getByText(`${records} of ${records} records accepted`)).toBeVisible()
    const held = await desk.partner.opportunity(await wizard.opportunityId())
    const digits = merchant.taxId.replace(/\D/g, '')
    expect(held.Mer).toMatchObject({
      Legal_Name__c: merchant.legalName,
      Name: merchant.dbaName,
      Tax_ID__c: digits,
      Ownership: merchant.ownership,
      Phone: '5555550123',
    })
    expect(held.Opp).toMatchObject({
      Is_SVC_Underwriting__c: true,
      High_Monthly_Volume__c: 25_000,
      Visa_MC_Discover_Volume__c: 20_000.5,
    })
    expect(held.lstContact).toHaveLength(merchant.people.length)
    for (const [index, person] of merchant.people.entries()) {
      expect(held.lstContact[index]).toMatchObject({
        FirstName: person.first,
        LastName: person.last,
        SSN__c: person.ssn?.replace(/\D/g, ''),
        Date_of_Birth__c: person.birth?.includes('/') ? '1984-05-17' : person.birth,
        Contact_Role__c: expect.stringContaining(person.roles[0] ?? ''),
      })
    }
    // Leading zeros are part of an account number.
    expect(held.lstbussCheckAcc).toMatchObject([
      { Checking_Account__c: '000123456789', Transit_Routing__c: '500000005' },
    ])
    const [row] = merchant.people
    await expect(page.getByRole('row').filter({ hasText: `${row?.first} ${row?.last}` })).toContainText(
      /003[A-Za-z0-9]{15}/,
    )
  })
}

test('a double click on the last button sends once', async ({ desk }) => {
  const page = await desk.signIn('onboarding2@demo.test')
  const wizard = new Wizard(page)
  await wizard.start()
  const [family] = families
  if (!family) throw new Error('no family')
  await wizard.prepare({ ...family.merchant, legalName: 'Sent Once', taxId: '819999999' }, '5550001234')
  await page.getByRole('button', { name: 'Submit…' }).click()
  await page.getByRole('button', { name: SEND_NOW }).dblclick()
  await expect(page.getByText('The partner accepted it')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Submit…' })).toHaveCount(0)
  await page.goto(`/applications/${wizard.id()}`)
  await expect(page.getByText('The partner accepted it')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Attempts (1)' })).toBeVisible()
})

test('small things: nothing is red before a letter, a number typed twice is said when it is left, and an update says its values as people read them', async ({
  desk,
}) => {
  desk.expectTrouble('401')
  const page = await desk.signIn('onboarding@demo.test')
  const wizard = new Wizard(page)
  await wizard.start()
  await page.getByLabel('Ownership', { exact: true }).selectOption('Limited Liability Company')
  await wizard.continueTo('Owners and contacts')
  await page.getByRole('button', { name: 'Add the first person' }).click()
  await expect(page.getByLabel('First name')).toBeFocused()
  await expect(page.getByRole('main').locator('[aria-invalid="true"], [role="alert"]')).toHaveCount(0)
  await expect(wizard.field('contacts.items.0.percentageOwned')).not.toContainText('must')

  await wizard.step('Bank accounts')
  await wizard.fillAccount('0055500077')
  await page.getByRole('button', { name: 'Add an account' }).click()
  const second = 'accounts.items.1'
  await wizard.type(`${second}.routingNumber`, '500000005')
  await wizard.type(`${second}.accountNumber`, '0055500077')
  await page.keyboard.press('Tab')
  await expect(wizard.field(`${second}.accountNumber`)).toContainText('Account 1 has the same account number')
  await wizard.saved()
  // A new number in one of its fields is not dropped by the way on.
  await page.reload()
  await page
    .getByRole('button', { name: /^Replace Account number/ })
    .first()
    .click()
  await page.keyboard.type('000123456780')
  await page.getByRole('button', { name: 'Continue' }).click()
  const leaves = page.getByRole('dialog', { name: 'Leave without saving?' })
  await expect(leaves).toContainText('The old number stays until both agree')
  // The focus is on staying: Enter loses nothing.
  await expect(leaves.getByRole('button', { name: 'Stay on this page' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(wizard.field('accounts.items.0.accountNumberAgain').getByRole('textbox')).toBeFocused()
  await page.getByRole('button', { name: /^Keep the old number/ }).click()

  // The session ends before sending: the page asks for a sign-in in place, and gives that as the only cause.
  const [, llc] = families
  if (!llc) throw new Error('no family')
  await page.goto('/applications')
  await wizard.start()
  await wizard.prepare({ ...llc.merchant, legalName: 'Small Things LLC', taxId: '827777771' }, '5550007771')
  await endSession(page)
  await wizard.submit()
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(dialog.getByLabel('Password')).toBeFocused()
  await expect(page.getByText('It was not sent: your session has ended')).toBeVisible()
  await expect(page.getByRole('link', { name: 'View status' })).toHaveCount(0)
  await page.keyboard.type('demo-desk-2026!')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  // Send with the keyboard alone, from the top of the page.
  const tabTo = async (name: string | RegExp) => {
    const button = page.getByRole('button', { name, exact: true })
    for (let tabs = 0; tabs < 150; tabs++) {
      await page.keyboard.press('Tab')
      if (await button.evaluate((one) => one === document.activeElement)) return
    }
    await expect(button).toBeFocused()
  }
  await page.reload()
  await expect(page.getByRole('button', { name: 'Submit…' })).toBeEnabled()
  await tabTo('Submit…')
  await page.keyboard.press('Enter')
  await tabTo(SEND_NOW)
  await page.keyboard.press('Enter')
  await expect(page.getByText('The partner accepted it')).toBeVisible()
  // This application has no documents.
  await expect(page.getByText('Its documents are sent separately')).toHaveCount(0)

  await page.getByRole('button', { name: 'Make changes' }).click()
  await page.waitForURL(/\/merchant/)
  await page.getByLabel('Business phone').fill('503.555.0142')
  await page.getByLabel('Business email').focus()
  await wizard.saved()
  await wizard.step('Owners and contacts')
  await wizard.type('contacts.items.1.percentageOwned', '35')
  await wizard.input('contacts.items.1.title').focus()
  await wizard.saved()
  await wizard.step('Review and submit')
  const changes = page.getByRole('region', { name: 'Changes since it was sent' })
  await expect(changes.getByRole('row').filter({ hasText: 'Business phone' })).toContainText(
    '(555) 555-0123(503) 555-0142',
  )
  await expect(changes.getByRole('row').filter({ hasText: "Ben O'Neil · Percentage owned" })).toContainText(
    '40%35%',
  )
})
