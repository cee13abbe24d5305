import { expect, type Locator, type Page } from '@playwright/test'
import { blankAccount, blankContact, blankDraft } from '@/lib/domain/application/blank'
import type { Draft } from '@/lib/domain/application/sections'

/** The one button that sends. Its label depends on the warnings. */
export const SEND_NOW = /^(Send to the partner now|Submit with \d+ warnings?)$/

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
  /** Other details of the business. */
  more?: Partial<Draft['merchant']>
}

/** The address that `fillAll` types and `prepare` saves. */
const ADDRESS = { street: '100 Market Street', city: 'Portland', state: 'OR', postalCode: '97201' }
/** All people live in the town of the business, each at their own number. */
const homeOf = (index: number) => ({ ...ADDRESS, street: `${index + 1} Orchard Street` })
const PHONE = '(555) 555-0123'
const EMAIL = 'office@merchant.test'
const BANK_NAME = 'First Example Bank'
const ROUTING_NUMBER = '500000005'
const FIGURES = {
  highMonthlyVolume: '25,000',
  cardVolume: '20000.50',
  averageTicket: '45',
  highTicket: '$400',
}

/** Uses the wizard as a person does: by labels, from an empty form to the answer. */
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

  /** Opens the nth application in the list, whatever page that is. */
  async openListed(nth: number): Promise<string> {
    // Leaves out the links that start new applications: from a file, and from the partner.
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

  /** Accepts a date too, if the desk's clock or midnight makes it another day than the browser's. */
  async saved(): Promise<void> {
    await expect(this.page.getByText(/^Saved ([A-Z][a-z]+ \d+, )?\d+:\d\d:\d\d\s[AP]M$/)).toBeVisible()
  }

  async fillMerchant(merchant: Merchant): Promise<void> {
    await this.page.getByLabel('Legal name').fill(merchant.legalName)
    await this.page.getByLabel('DBA name').fill(merchant.dbaName)
    await this.page.getByLabel('Federal tax ID').fill(merchant.taxId)
    await this.page.getByLabel('Ownership').selectOption(merchant.ownership)
    await this.page.getByLabel('Billing street').fill(ADDRESS.street)
    await this.page.getByLabel('Billing city').fill(ADDRESS.city)
    await this.page.getByLabel('Billing state').fill(ADDRESS.state)
    await this.page.getByLabel('Billing ZIP code').fill(ADDRESS.postalCode)
    await this.page.getByLabel('Business phone').fill(PHONE)
    await this.page.getByLabel('Business email').fill(EMAIL)
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
      for (const [name, text] of Object.entries(homeOf(index))) await this.type(`${at}.${name}`, text)
    }
  }

  async fillAccount(accountNumber: string, routingNumber = ROUTING_NUMBER): Promise<void> {
    await this.page.getByRole('button', { name: 'Add the first account' }).click()
    const at = 'accounts.items.0'
    await this.type(`${at}.bankName`, BANK_NAME)
    await this.input(`${at}.ddaType`).selectOption('Deposit')
    await this.type(`${at}.routingNumber`, routingNumber)
    await this.type(`${at}.routingNumberAgain`, routingNumber)
    await this.type(`${at}.accountNumber`, accountNumber)
    await this.type(`${at}.accountNumberAgain`, accountNumber)
  }

  async fillOptions(): Promise<void> {
    await this.field('options.partnerUnderwrites').getByLabel('Yes').check()
    await this.page.getByLabel('Highest monthly volume').fill(FIGURES.highMonthlyVolume)
    await this.page.getByLabel('Visa, Mastercard and Discover volume').fill(FIGURES.cardVolume)
    await this.page.getByLabel('Average ticket').fill(FIGURES.averageTicket)
    await this.page.getByLabel('Highest ticket').fill(FIGURES.highTicket)
  }

  /** From the empty form to the review, every step in order. */
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

  /**
   * The same as `fillAll` without typing: saves an existing draft as the wizard would. For journeys about what comes
   * later; `boarding.spec.ts` and others fill the form.
   */
  async prepare(merchant: Merchant, accountNumber: string, options: Partial<Draft['options']> = {}) {
    const draft = draftOf(merchant, accountNumber, options)
    const id = this.id()
    for (const [section, data] of Object.entries(draft)) {
      const saved = await this.page.request.put(`/api/applications/${id}/draft/${section}`, {
        // Starts from an empty draft, so there is nothing to merge.
        data: { baseVersion: 0, data, base: null },
        headers: { origin: new URL(this.page.url()).origin },
      })
      expect([section, saved.status(), await saved.text()]).toEqual([section, 200, expect.any(String)])
    }
    await this.page.goto(`/applications/${id}/review`)
    await expect(
      this.page.getByRole('heading', { level: 2, name: 'Review and submit', exact: true }).first(),
    ).toBeAttached()
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
    await this.page.getByRole('button', { name: SEND_NOW }).click()
  }

  /** The opportunity's ID on the result page. */
  async opportunityId(): Promise<string> {
    const row = this.page
      .getByRole('region', { name: 'Records of the answer' })
      .getByRole('row')
      .filter({ hasText: 'Opportunity' })
    const text = await row.innerText()
    return /006[A-Za-z0-9]{15}/.exec(text)?.[0] ?? ''
  }
}

/** What `fillAll` types. */
function draftOf(merchant: Merchant, accountNumber: string, options: Partial<Draft['options']>): Draft {
  const blank = blankDraft()
  return {
    merchant: {
      ...blank.merchant,
      legalName: merchant.legalName,
      dbaName: merchant.dbaName,
      taxId: merchant.taxId,
      ownership: merchant.ownership,
      ...merchant.more,
      billingStreet: ADDRESS.street,
      billingCity: ADDRESS.city,
      billingState: ADDRESS.state,
      billingPostalCode: ADDRESS.postalCode,
      phone: PHONE,
      email: EMAIL,
    },
    contacts: {
      nobodyOwns25: merchant.nobodyOwns25 ?? false,
      items: merchant.people.map((person, index) => ({
        ...blankContact(`person-${index + 1}`),
        firstName: person.first,
        lastName: person.last,
        roles: person.roles,
        percentageOwned: person.percentage ?? '',
        dateOfBirth: person.birth ?? '',
        ssn: person.ssn ?? '',
        ...homeOf(index),
      })),
    },
    accounts: {
      items: [
        {
          ...blankAccount('account-1'),
          bankName: BANK_NAME,
          ddaType: 'Deposit',
          routingNumber: ROUTING_NUMBER,
          routingNumberAgain: ROUTING_NUMBER,
          accountNumber,
          accountNumberAgain: accountNumber,
        },
      ],
    },
    options: {
      ...blank.options,
      partnerUnderwrites: 'yes',
      ...FIGURES,
      ...options,
    },
  }
}

/** A random tax ID, because one that another journey sent to underwriting could be submitted only after approval. */
const someTaxId = (): string => `12-${String(Math.floor(Math.random() * 9_000_000) + 1_000_000)}`

/** A complete application of a sole proprietor, at the review step. */
export async function prepareSoleProprietorship(
  page: Page,
  legalName: string,
  { taxId = someTaxId(), ...options }: Partial<Draft['options']> & { taxId?: string } = {},
): Promise<Wizard> {
  const wizard = new Wizard(page)
  await wizard.start()
  const owner = {
    first: 'Ana',
    last: 'Ruiz',
    ssn: '512456789',
    birth: '1984-05-17',
    roles: ['Principal'],
    percentage: '100',
  }
  await wizard.prepare(
    { ownership: 'Sole Proprietorship', legalName, dbaName: legalName, taxId, people: [owner] },
    '000123456789',
    options,
  )
  return wizard
}
