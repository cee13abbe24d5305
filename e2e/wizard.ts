import { expect, type Locator, type Page } from '@playwright/test'

export type Person = {
  first: string
  last: string
  roles: string[]
  percentage?: string
  ssn?: string
  birth?: string
}

export type Merchant = {
  ownership: string
  legalName: string
  dbaName: string
  taxId: string
  people: Person[]
  nobodyOwns25?: boolean
}

/** The wizard as a person uses it: by labels, from an empty form to the answer. */
export class Wizard {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async start(): Promise<string> {
    await this.page.getByRole('button', { name: 'New PayFac application' }).first().click()
    await this.page.waitForURL(/\/applications\/[^/]+\/merchant/)
    return this.id()
  }

  /** Opens the list's nth application, whatever page that leads to. */
  async openListed(nth: number): Promise<string> {
    // Beside them stand the ways to new ones: a file, and what the partner has already.
    const listed = this.page.locator(
      'main a[href^="/applications/"]:not([href$="/import"]):not([href$="/existing"])',
    )
    await listed.filter({ visible: true }).nth(nth).click()
    await this.page.waitForURL(/\/applications\/[0-9a-f-]{36}/)
    return this.id()
  }

  id(): string {
    return this.page.url().split('/applications/')[1]?.split('/')[0] ?? ''
  }

  field(path: string): Locator {
    return this.page.locator(`[data-field="${path}"]`)
  }

  input(path: string): Locator {
    return this.field(path).locator('input, textarea, select').first()
  }

  async type(path: string, text: string): Promise<void> {
    await this.input(path).fill(text)
  }

  async step(name: string): Promise<void> {
    await this.page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name }).click()
    await expect(this.page.getByRole('heading', { level: 2, name, exact: true }).first()).toBeAttached()
  }

  async saved(): Promise<void> {
    await expect(this.page.getByText(/^Saved \d\d:\d\d:\d\d$/)).toBeVisible()
  }

  async fillMerchant(merchant: Merchant): Promise<void> {
    await this.page.getByLabel('Legal name').fill(merchant.legalName)
    await this.page.getByLabel('Doing-business-as name').fill(merchant.dbaName)
    await this.page.getByLabel('Federal tax ID').fill(merchant.taxId)
    await this.page.getByLabel('Ownership').selectOption(merchant.ownership)
    await this.page.getByLabel('Billing street').fill('100 Market Street')
    await this.page.getByLabel('Billing city').fill('Portland')
    await this.page.getByLabel('Billing state').fill('OR')
    await this.page.getByLabel('Billing ZIP code').fill('97201')
    await this.page.getByLabel('Business phone').fill('(555) 555-0123')
    await this.page.getByLabel('Business e-mail').fill('office@merchant.test')
  }

  async fillPeople(people: readonly Person[]): Promise<void> {
    for (const [index, person] of people.entries()) {
      await this.page
        .getByRole('button', { name: index === 0 ? 'Add the first person' : 'Add a person' })
        .click()
      const at = `contacts.items.${index}`
      await this.type(`${at}.firstName`, person.first)
      await this.type(`${at}.lastName`, person.last)
      for (const role of person.roles) await this.field(`${at}.roles`).getByLabel(role).check()
      if (person.percentage) await this.type(`${at}.percentageOwned`, person.percentage)
      if (person.birth) await this.type(`${at}.dateOfBirth`, person.birth)
      if (person.ssn) await this.type(`${at}.ssn`, person.ssn)
      await this.type(`${at}.street`, `${index + 1} Orchard Street`)
      await this.type(`${at}.city`, 'Portland')
      await this.type(`${at}.state`, 'OR')
      await this.type(`${at}.postalCode`, '97201')
    }
  }

  async fillAccount(accountNumber: string, routingNumber = '500000005'): Promise<void> {
    await this.page.getByRole('button', { name: 'Add the first account' }).click()
    const at = 'accounts.items.0'
    await this.type(`${at}.bankName`, 'First Example Bank')
    await this.input(`${at}.ddaType`).selectOption('Deposit')
    await this.type(`${at}.routingNumber`, routingNumber)
    await this.type(`${at}.routingNumberAgain`, routingNumber)
    await this.type(`${at}.accountNumber`, accountNumber)
    await this.type(`${at}.accountNumberAgain`, accountNumber)
  }

  async fillOptions(): Promise<void> {
    await this.field('options.partnerUnderwrites').getByLabel('Yes').check()
    await this.page.getByLabel('Highest monthly volume').fill('25,000')
    await this.page.getByLabel('Visa, Mastercard and Discover volume').fill('20000.50')
    await this.page.getByLabel('Average ticket').fill('45')
    await this.page.getByLabel('Highest ticket').fill('$400')
  }

  /** From the empty form to the review, every step in its order. */
  async fillAll(merchant: Merchant, accountNumber: string): Promise<void> {
    await this.fillMerchant(merchant)
    await this.continueTo('Owners and contacts')
    await this.fillPeople(merchant.people)
    if (merchant.nobodyOwns25) await this.field('contacts.nobodyOwns25').getByRole('checkbox').check()
    await this.continueTo('Bank accounts')
    await this.fillAccount(accountNumber)
    await this.continueTo('Options')
    await this.fillOptions()
    await this.continueTo('Documents')
    await this.continueTo('Review and submit')
  }

  async continueTo(name: string): Promise<void> {
    await this.page
      .getByRole(name === 'Review and submit' ? 'link' : 'button', { name: 'Continue' })
      .or(this.page.getByRole('button', { name: 'Continue' }))
      .first()
      .click()
    await expect(this.page.getByRole('heading', { level: 2, name, exact: true }).first()).toBeAttached()
  }

  async submit(): Promise<void> {
    await this.page.getByRole('button', { name: 'Submit…' }).click()
    await this.page.getByRole('button', { name: 'Send to the partner now' }).click()
  }

  /** The id that the result page shows for the opportunity. */
  async opportunityId(): Promise<string> {
    const row = this.page
      .getByRole('region', { name: 'Records of the answer' })
      .getByRole('row')
      .filter({ hasText: 'Opportunity' })
    const text = await row.innerText()
    return /006[A-Za-z0-9]{15}/.exec(text)?.[0] ?? ''
  }
}

/** What one journey has handed over is no other's tax ID: it could be submitted only once approved. */
const someTaxId = (): string => `12-${String(Math.floor(Math.random() * 9_000_000) + 1_000_000)}`

/** A complete application of one owner, from the list to its review. */
export async function fillSoleProprietorship(
  page: Page,
  legalName: string,
  taxId = someTaxId(),
): Promise<Wizard> {
  const wizard = new Wizard(page)
  await wizard.start()
  await wizard.fillAll(
    {
      ownership: 'Sole Proprietorship',
      legalName,
      dbaName: legalName,
      taxId,
      people: [
        {
          first: 'Ana',
          last: 'Ruiz',
          ssn: '512456789',
          birth: '1984-05-17',
          roles: ['Principal'],
          percentage: '100',
        },
      ],
    },
    '000123456789',
  )
  return wizard
}
