import { blankAccount, blankContact, blankDraft } from '@/lib/domain/application/blank'
import { CONTROL_PRONG, PRINCIPAL } from '@/lib/domain/application/contact-roles'
import type { SettingsLists } from '@/lib/domain/application/field'
import type { AccountDraft, ContactDraft, Draft, Ownership } from '@/lib/domain/application/sections'

/** Lists as an admin might keep them; the values of the example are on them. */
export const exampleLists: SettingsLists = {
  roles: ['Bookkeeper'],
  ddaTypes: ['Deposit', 'Fees', 'Chargebacks'],
  locationTypes: ['Retail Storefront', 'Business Office'],
  industries: ['Retail', 'Restaurant'],
  sponsorBanks: ['First Example Bank', 'Second Example Bank'],
}

/** Another number for each person, and the same one each time. */
function ssnOf(id: string): string {
  if (['contact-1', 'ana', 'c-ana'].includes(id)) return '512-45-6789'
  const sum = [...id].reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) % 8_999, 7)
  return `513-22-${1_000 + sum}`
}

/** A person who may hold any role: everything that is asked of a principal is there. */
export const exampleContact = (id: string, changes: Partial<ContactDraft> = {}): ContactDraft => ({
  ...blankContact(id),
  firstName: 'Ana',
  lastName: 'Ruiz',
  title: 'Owner',
  email: 'ana@blue-heron.example',
  dateOfBirth: '1984-05-17',
  ssn: ssnOf(id),
  street: '12 Alder Way',
  city: 'Columbus',
  state: 'OH',
  postalCode: '43215',
  ...changes,
})

export const exampleAccount = (id: string, changes: Partial<AccountDraft> = {}): AccountDraft => ({
  ...blankAccount(id),
  bankName: 'Example Savings Bank',
  ddaType: 'Deposit',
  routingNumber: '123456780',
  routingNumberAgain: '123456780',
  accountNumber: '000123456789',
  accountNumberAgain: '000123456789',
  bankStreet: '1 Main Street',
  bankCity: 'Columbus',
  bankState: 'OH',
  bankPostalCode: '43215',
  yearsOpen: '6',
  ...changes,
})

/** The fewest contacts that satisfy the ownership rules. */
function exampleContacts(ownership: Ownership): Draft['contacts'] {
  const roles =
    ownership === 'Sole Proprietorship'
      ? [PRINCIPAL]
      : ['Partnership', 'Limited Liability Company', 'Privately Held Corporation'].includes(ownership)
        ? [PRINCIPAL, CONTROL_PRONG]
        : [CONTROL_PRONG]
  const percentageOwned = roles.includes(PRINCIPAL) ? '100' : ''
  return { items: [exampleContact('contact-1', { roles, percentageOwned })], nobodyOwns25: false }
}

/** A complete application with nothing to object to, not even a warning, on any day from 2026 on. */
export const exampleDraft = (ownership: Ownership = 'Limited Liability Company'): Draft => ({
  merchant: {
    ...blankDraft().merchant,
    legalName: 'Blue Heron Books LLC',
    dbaName: 'Blue Heron Books',
    taxId: '12-3456789',
    ownership,
    formationState: 'OH',
    dateEstablished: '2012-03-01',
    billingStreet: '400 Front Street',
    billingCity: 'Columbus',
    billingState: 'OH',
    billingPostalCode: '43215',
    phone: '(614) 555-0123',
    email: 'office@blue-heron.example',
    website: 'https://blue-heron.example',
    customerServicePhone: '614-555-0124',
    industry: 'Retail',
    locationType: 'Retail Storefront',
    yearsAtLocation: '6',
    chainNonChain: 'Single Outlet',
    description: 'New and second-hand books.',
    mcc: '5942',
    sponsorship: 'First Example Bank',
    everAcceptedCards: 'yes',
    everCancelled: 'no',
  },
  contacts: exampleContacts(ownership),
  accounts: { items: [exampleAccount('account-1')] },
  options: {
    partnerUnderwrites: 'yes',
    highMonthlyVolume: '40,000',
    cardVolume: '32000',
    averageTicket: '42.50',
    highTicket: '600',
    daysToShip: 'Immediate',
    refundPolicy: 'Refund in 30 days or less',
  },
})
