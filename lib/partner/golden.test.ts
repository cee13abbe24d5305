import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { blankAccount, blankContact, blankDraft } from '@/lib/domain/application/blank'
import { blankFullDraft } from '@/lib/domain/application/full-blank'
import type { FullApplication } from '@/lib/domain/application/full-sections'
import { type Application, type Draft, sectionSchemas } from '@/lib/domain/application/sections'
import { cleanFullDraft, exampleFullDraft } from '@/lib/testing/example-full-draft'
import { type RecordIds, toWireApplication } from './mapping/application'
import { toWireFullApplication } from './mapping/full-application'
import { wireApplicationSchema } from './wire/application'
import { wireAttachmentAnswerSchema, wireAttachmentRequestSchema } from './wire/attachment'
import { wireFullApplicationSchema } from './wire/full-application'
import { wireProblemListSchema, wireProblemObjectSchema, wireTokenErrorSchema } from './wire/problem'
import { wireResultListSchema } from './wire/result-entry'
import { wireTokenSchema } from './wire/token'

// The golden files are written from the interface document by hand, never from what the code makes.
const golden = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`./wire/golden/${name}.json`, import.meta.url), 'utf8'))

const sortedText = (value: unknown): string =>
  JSON.stringify(value, (_name, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  )

const cleaned = (draft: Draft): Application => ({
  merchant: sectionSchemas.merchant.parse(draft.merchant),
  contacts: sectionSchemas.contacts.parse(draft.contacts),
  accounts: sectionSchemas.accounts.parse(draft.accounts),
  options: sectionSchemas.options.parse(draft.options),
})

const blank = blankDraft()

/** As typed, with the punctuation that people use: every field of every section. */
const soleProprietorship = cleaned({
  merchant: {
    legalName: ' Ada  Example ',
    dbaName: "Ada's Bread & Butter",
    taxId: '90-0123456',
    ownership: 'Sole Proprietorship',
    formationState: 'OH',
    dateEstablished: '04/30/2019',
    billingStreet: '12 Example Street',
    billingCity: 'Columbus',
    billingState: 'OH',
    billingPostalCode: '43004',
    billingCountry: 'US',
    phone: '+1 (614) 555-0123',
    email: 'ada@bread.example',
    website: 'bread.example',
    customerServicePhone: '614.555.0124',
    industry: 'Other',
    industryOther: 'Bakery',
    locationType: 'Other',
    locationOther: 'Market stall',
    yearsAtLocation: '3',
    chainNonChain: 'Single Outlet',
    description: 'Bread, rolls and cakes.\nOpen on market days.',
    mcc: '5462',
    associationIdApi: '268000',
    associationId: '268000-1',
    betTableId: '7700',
    sponsorship: 'First Example Bank',
    everAcceptedCards: 'no',
    everCancelled: 'no',
  },
  contacts: {
    items: [
      {
        id: 'contact-1',
        firstName: 'Ada',
        lastName: 'Example',
        title: 'Owner',
        email: 'ada@bread.example',
        roles: ['Principal', 'Control Prong', 'Authorized Signer'],
        percentageOwned: '100%',
        dateOfBirth: '2/29/1984',
        ssn: '900-12-3456',
        street: '14 Example Street',
        city: 'Columbus',
        state: 'OH',
        postalCode: '43004',
      },
    ],
    nobodyOwns25: false,
  },
  accounts: {
    items: [
      {
        id: 'account-1',
        bankName: 'First Example Bank',
        ddaType: 'Deposits and fees',
        routingNumber: '000000000',
        routingNumberAgain: '000000000',
        accountNumber: '0001 2345 6789',
        accountNumberAgain: '000123456789',
        bankStreet: '1 Bank Street',
        bankCity: 'Columbus',
        bankState: 'OH',
        bankPostalCode: '43004',
        yearsOpen: '2.50',
      },
    ],
  },
  options: {
    partnerUnderwrites: 'yes',
    highMonthlyVolume: '$18,000.00',
    cardVolume: '12,500.75',
    averageTicket: '24.50',
    highTicket: '450',
    daysToShip: '1 to 7',
    refundPolicy: 'Refund in 30 days or Less',
  },
})

const home = { city: 'Dover', state: 'DE', postalCode: '19901' }
const companyDraft: Draft = {
  merchant: {
    ...blank.merchant,
    legalName: 'Harbor Example Holdings LLC',
    dbaName: 'Harbor Example',
    taxId: '900765432',
    ownership: 'Limited Liability Company',
    formationState: 'DE',
    billingStreet: '99 Quay Road',
    billingCity: 'Dover',
    billingState: 'DE',
    billingPostalCode: '19901',
    phone: '3025550110',
    email: 'office@harbor.example',
    everAcceptedCards: 'yes',
    everCancelled: 'yes',
  },
  contacts: {
    items: [
      {
        ...blankContact('c1'),
        ...home,
        firstName: 'Benno',
        lastName: 'Sample',
        roles: ['Principal'],
        percentageOwned: '33.33',
        dateOfBirth: '1970-01-31',
        ssn: '900111111',
        street: '1 North Lane',
      },
      {
        ...blankContact('c2'),
        ...home,
        firstName: 'Chiara',
        lastName: 'Sample',
        roles: ['Principal', 'Authorized Signer'],
        percentageOwned: '66.67',
        dateOfBirth: '1972-06-15',
        ssn: '900222222',
        street: '2 North Lane',
      },
      {
        ...blankContact('c3'),
        ...home,
        firstName: 'Dmitri',
        lastName: 'Specimen',
        title: 'Managing Director',
        roles: ['Control Prong'],
        dateOfBirth: '1965-12-01',
        ssn: '900333333',
        street: '3 North Lane',
      },
    ],
    nobodyOwns25: false,
  },
  accounts: {
    items: [
      {
        ...blankAccount('a1'),
        bankName: 'First Example Bank',
        ddaType: 'Deposits',
        routingNumber: '000000000',
        routingNumberAgain: '000000000',
        accountNumber: '11110000',
        accountNumberAgain: '11110000',
      },
      {
        ...blankAccount('a2'),
        bankName: 'Second Example Bank',
        ddaType: 'Fees',
        routingNumber: '000000000',
        routingNumberAgain: '000000000',
        accountNumber: '4321',
        accountNumberAgain: '4321',
      },
    ],
  },
  options: {
    ...blank.options,
    partnerUnderwrites: 'no',
    highMonthlyVolume: '90000',
    cardVolume: '75000',
    averageTicket: '80',
    highTicket: '2500',
  },
}

const [benno, chiara] = companyDraft.contacts.items
const [deposits] = companyDraft.accounts.items
if (!benno || !chiara || !deposits) throw new Error('The company has two principals and an account.')

const updated = cleaned({
  merchant: { ...companyDraft.merchant, website: 'https://harbor.example/shop?x=1&y=2' },
  contacts: {
    items: [
      { ...benno, roles: ['Principal', 'Control Prong'] },
      chiara,
      { ...blankContact('c4'), firstName: 'Farah', lastName: 'Newcomer' },
    ],
    nobodyOwns25: false,
  },
  accounts: { items: [deposits] },
  options: { ...companyDraft.options, averageTicket: '82.25' },
})

const recordIds: RecordIds = {
  opportunityId: '006000000000001AAA',
  accountId: '001000000000001AAA',
  contacts: { c1: '003000000000001AAA', c2: '003000000000002AAA', c3: '003000000000003AAA' },
  accounts: { a1: 'a0B000000000001AAA', a2: 'a0B000000000002AAA' },
}

const taxExempt = cleaned({
  merchant: {
    ...blank.merchant,
    legalName: 'Example Animal Shelter',
    dbaName: 'Example Animal Shelter',
    taxId: '900999999',
    ownership: 'Tax Exempt',
    billingStreet: '5 Meadow Way',
    billingCity: 'Boise',
    billingState: 'ID',
    billingPostalCode: '83702',
    phone: '(208) 555-0142',
    email: 'shelter@animals.example',
  },
  contacts: {
    items: [
      {
        ...blankContact('c1'),
        firstName: 'Edda',
        lastName: 'Placeholder',
        roles: ['Control Prong'],
        dateOfBirth: '1990-10-10',
        ssn: '900444444',
        street: '6 Meadow Way',
        city: 'Boise',
        state: 'ID',
        postalCode: '83702',
      },
    ],
    // Staff's own word; there is no member for it on the wire.
    nobodyOwns25: true,
  },
  accounts: { items: [] },
  options: {
    ...blank.options,
    partnerUnderwrites: 'yes',
    highMonthlyVolume: '0',
    cardVolume: '4000',
    averageTicket: '35',
    highTicket: '500',
  },
})

const blankFull = blankFullDraft()
const town = cleanFullDraft({
  ...blankFull,
  merchant: {
    ...blankFull.merchant,
    legalName: 'Town of Example',
    dbaName: 'Town of Example',
    taxId: '900135790',
    ownership: 'Government',
    billingStreet: '1 Town Hall Square',
    billingCity: 'Example',
    billingState: 'VT',
    billingPostalCode: '05001',
    phone: '802-555-0120',
    email: 'clerk@town.example',
  },
  contacts: {
    items: [{ ...blankContact('owner-1'), firstName: 'Ida', lastName: 'Sample', roles: ['Control Prong'] }],
    nobodyOwns25: true,
  },
  options: {
    ...blankFull.options,
    highMonthlyVolume: '0',
    cardVolume: '4000',
    averageTicket: '35',
    highTicket: '500',
  },
})

describe('golden files', () => {
  it.each<[string, z.ZodType]>([
    ['create-sole-proprietorship', wireApplicationSchema],
    ['create-limited-liability-company', wireApplicationSchema],
    ['create-tax-exempt', wireApplicationSchema],
    ['update', wireApplicationSchema],
    ['full-complete', wireFullApplicationSchema],
    ['full-minimal', wireFullApplicationSchema],
    ['full-answer', wireResultListSchema],
    ['full-refusal', wireProblemObjectSchema],
    ['result-entries', wireResultListSchema],
    ['error-list', wireProblemListSchema],
    ['error-object', wireProblemObjectSchema],
    ['error-token', wireTokenErrorSchema],
    ['token-answer', wireTokenSchema],
    ['attachment-request', wireAttachmentRequestSchema],
    ['attachment-answer', wireAttachmentAnswerSchema],
    ['attachment-refusal', wireAttachmentAnswerSchema],
  ])('%s is what the wire schema takes, and comes out as it went in', (name, schema) => {
    expect(sortedText(schema.parse(golden(name)))).toBe(sortedText(golden(name)))
  })

  it.each<[string, Application, RecordIds | undefined]>([
    ['create-sole-proprietorship', soleProprietorship, undefined],
    ['create-limited-liability-company', cleaned(companyDraft), undefined],
    ['create-tax-exempt', taxExempt, undefined],
    ['update', updated, recordIds],
  ])('the mapping makes %s, byte for byte after sorting keys', (name, application, ids) => {
    expect(sortedText(toWireApplication(application, ids))).toBe(sortedText(golden(name)))
  })

  it.each<[string, FullApplication]>([
    ['full-complete', cleanFullDraft(exampleFullDraft())],
    ['full-minimal', town],
  ])('the mapping makes %s, byte for byte after sorting keys', (name, application) => {
    expect(sortedText(toWireFullApplication(application))).toBe(sortedText(golden(name)))
  })
})
