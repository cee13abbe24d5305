import * as z from 'zod/mini'
import {
  accountNumber,
  amount,
  atLeastZero,
  categoryCode,
  choice,
  count,
  country,
  date,
  dateOfBirth,
  digits,
  email,
  fieldMetas,
  percent,
  phone,
  sensitiveDigits,
  state,
  text,
  url,
  yesNo,
  zip,
} from './field'

/**
 * Every field of the create-or-update endpoint (interface, "Sub-merchant application"), one schema per section.
 * Input: form text as typed. Output: cleaned values, null for blank.
 */

/** Interface, "Mer.Ownership allowed values (create or update endpoint)". */
export const OWNERSHIPS = [
  'Sole Proprietorship',
  'Partnership',
  'Limited Liability Company',
  'Privately Held Corporation',
  'Tax Exempt',
  'Government',
  'Publicly Traded Corporation',
  'Financial Institution',
] as const
export type Ownership = (typeof OWNERSHIPS)[number]

export const merchantSchema = z.object({
  legalName: text({
    label: 'Legal name',
    partnerName: 'Mer.Legal_Name__c',
    maxLength: 100,
    required: true,
    hint: 'As registered with the state or the IRS.',
  }),
  dbaName: text({
    label: 'DBA name',
    partnerName: 'Mer.Name',
    maxLength: 255,
    required: true,
    hint: 'The name customers see.',
  }),
  taxId: sensitiveDigits({
    label: 'Federal tax ID',
    partnerName: 'Mer.Tax_ID__c',
    sensitive: 'tax-id',
    required: true,
    hint: 'Nine digits. A sole proprietor may use an SSN.',
  }),
  ownership: choice({
    label: 'Ownership',
    partnerName: 'Mer.Ownership',
    choices: OWNERSHIPS,
    required: true,
    hint: 'Decides which owners and contacts are needed.',
  }),
  formationState: state({
    label: 'State of formation',
    partnerName: 'Mer.State_of_Entity_Formation_Incorporation__c',
    maxLength: 2,
  }),
  dateEstablished: date({ label: 'Date established', partnerName: 'Mer.Date_Established__c' }),
  billingStreet: text({
    label: 'Billing street',
    partnerName: 'Mer.BillingStreet',
    maxLength: 255,
    required: true,
  }),
  billingCity: text({ label: 'Billing city', partnerName: 'Mer.BillingCity', maxLength: 40, required: true }),
  billingState: state({
    label: 'Billing state',
    partnerName: 'Mer.BillingState',
    maxLength: 80,
    required: true,
  }),
  billingPostalCode: zip({
    label: 'Billing ZIP code',
    partnerName: 'Mer.BillingPostalCode',
    required: true,
  }),
  billingCountry: country({
    label: 'Billing country',
    partnerName: 'Mer.BillingCountry',
    maxLength: 80,
    required: true,
  }),
  phone: phone({ label: 'Business phone', partnerName: 'Mer.Phone', required: true }),
  email: email({ label: 'Business email', partnerName: 'Mer.App_Email__c', maxLength: 100, required: true }),
  website: url({ label: 'Website', partnerName: 'Mer.Website', maxLength: 255 }),
  customerServicePhone: phone({
    label: 'Customer service phone',
    partnerName: 'Mer.Customer_Service_Phone__c',
    hint: 'Printed on card statements.',
  }),
  industry: choice({ label: 'Industry', partnerName: 'Mer.Industry', choices: 'industries', maxLength: 255 }),
  industryOther: text({
    label: 'Industry description',
    partnerName: 'Mer.Industry_other__c',
    maxLength: 100,
    hint: 'If your industry is not listed.',
  }),
  locationType: choice({
    label: 'Location type',
    partnerName: 'Mer.Location_Type__c',
    choices: 'locationTypes',
    maxLength: 255,
  }),
  locationOther: text({
    label: 'Location type description',
    partnerName: 'Mer.Location_Other__c',
    maxLength: 255,
    hint: 'If your type is not listed.',
  }),
  yearsAtLocation: atLeastZero({
    label: 'Years at this location',
    partnerName: 'Mer.Years_at_Location__c',
    maxLength: 4,
    example: '2',
  }),
  chainNonChain: text({
    label: 'Single location or chain',
    partnerName: 'Mer.Chain_Non_Chain__c',
    maxLength: 255,
  }),
  description: text({
    label: 'What the business sells',
    partnerName: 'Mer.Description',
    maxLength: 32_000,
    long: true,
  }),
  mcc: categoryCode({
    label: 'Merchant category code (MCC)',
    partnerName: 'Mer.MCC_API_Field__c',
    maxLength: 100,
  }),
  associationIdApi: text({
    label: 'Association ID (API)',
    partnerName: 'Mer.Association_ID_API_Field__c',
    maxLength: 10,
  }),
  associationId: text({ label: 'Association ID', partnerName: 'Mer.Association_ID__c', maxLength: 18 }),
  betTableId: text({ label: 'BET table ID', partnerName: 'Mer.BET_Table_ID_API_Field__c', maxLength: 255 }),
  sponsorship: choice({ label: 'Sponsor bank', partnerName: 'Mer.Sponsorship__c', choices: 'sponsorBanks' }),
  everAcceptedCards: yesNo({
    label: 'Has the business accepted credit cards before?',
    partnerName: 'Mer.Ever_accepted_credit_cards_before__c',
  }),
  everCancelled: yesNo({
    label: 'Was a merchant account ever canceled?',
    partnerName: 'Mer.Ever_had_a_merchant_account_canceled__c',
  }),
})

/** Created with the item, sent as its source ID, and never changed. */
export const itemId = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,40}$/))

/**
 * The interface shows no lengths for contact and account fields. A value longer than the matching `Mer` field gets
 * a warning and is sent.
 */
export const contactSchema = z.object({
  id: itemId,
  firstName: text({ label: 'First name', partnerName: 'FirstName', usualLength: 40, required: true }),
  lastName: text({ label: 'Last name', partnerName: 'LastName', usualLength: 80, required: true }),
  title: text({ label: 'Title', partnerName: 'Title', usualLength: 128 }),
  email: email({ label: 'Email', partnerName: 'Email', usualLength: 100 }),
  roles: z
    .array(z.string().check(z.maxLength(255, 'A role may have at most 255 characters.')))
    .check(z.maxLength(20, 'A person may have at most 20 roles.'))
    .register(fieldMetas, {
      label: 'Roles',
      partnerName: 'Contact_Role__c',
      kind: 'choice',
      choices: 'roles',
    }),
  percentageOwned: percent({ label: 'Percentage owned', partnerName: 'Percentage_Owned__c' }),
  dateOfBirth: dateOfBirth({ label: 'Date of birth', partnerName: 'Date_of_Birth__c' }),
  ssn: sensitiveDigits({
    label: 'Social Security number',
    partnerName: 'SSN__c',
    sensitive: 'ssn',
  }),
  street: text({ label: 'Home street', partnerName: 'MailingStreet', usualLength: 255 }),
  city: text({ label: 'Home city', partnerName: 'MailingCity', usualLength: 40 }),
  state: state({ label: 'Home state', partnerName: 'MailingStateCode', usualLength: 80 }),
  postalCode: zip({ label: 'Home ZIP code', partnerName: 'MailingPostalCode' }),
})

export const contactsSchema = z.object({
  items: z.array(contactSchema).check(z.maxLength(50, 'At most 50 people fit into an application.')),
  /** Staff attest that no one owns the share of a principal. */
  nobodyOwns25: z.boolean(),
})

export const accountSchema = z.object({
  id: itemId,
  bankName: text({ label: 'Bank name', partnerName: 'Bank_Name__c', usualLength: 255, required: true }),
  ddaType: choice({
    label: 'Account use (DDA type)',
    partnerName: 'DDA_Type__c',
    choices: 'ddaTypes',
    usualLength: 255,
    required: true,
  }),
  routingNumber: digits({
    label: 'ABA routing number',
    partnerName: 'Transit_Routing__c',
    length: 9,
    required: true,
  }),
  routingNumberAgain: digits({
    label: 'Confirm ABA routing number',
    partnerName: 'Transit_Routing__c',
    length: 9,
    required: true,
  }),
  accountNumber: accountNumber({
    label: 'Account number',
    partnerName: 'Checking_Account__c',
    required: true,
  }),
  accountNumberAgain: accountNumber({
    label: 'Confirm account number',
    partnerName: 'Checking_Account__c',
    required: true,
  }),
  bankStreet: text({ label: 'Bank street', partnerName: 'Bank_Street_Address__c', usualLength: 255 }),
  bankCity: text({ label: 'Bank city', partnerName: 'Bank_City__c', usualLength: 40 }),
  bankState: state({ label: 'Bank state', partnerName: 'Bank_State__c', usualLength: 80 }),
  bankPostalCode: zip({ label: 'Bank ZIP code', partnerName: 'Bank_Zipcode__c' }),
  yearsOpen: count({ label: 'Years open', partnerName: 'Years_Open__c' }),
})

export const accountsSchema = z.object({
  items: z.array(accountSchema).check(z.maxLength(50, 'At most 50 accounts fit into an application.')),
})

export const optionsSchema = z.object({
  partnerUnderwrites: yesNo({
    label: 'Does the partner underwrite this merchant?',
    partnerName: 'Opp.Is_SVC_Underwriting__c',
    required: true,
    hint: 'No: our own underwriters must approve it before it can be sent.',
  }),
  highMonthlyVolume: amount({
    label: 'Highest monthly volume',
    partnerName: 'Opp.High_Monthly_Volume__c',
    minimum: 0,
    required: true,
  }),
  cardVolume: amount({
    label: 'Visa, Mastercard and Discover volume',
    partnerName: 'Opp.Visa_MC_Discover_Volume__c',
    minimum: 0,
    required: true,
  }),
  averageTicket: amount({ label: 'Average ticket', partnerName: 'Opp.Avg_Ticket__c', required: true }),
  highTicket: amount({
    label: 'Highest ticket',
    partnerName: 'Opp.High_Ticket__c',
    minimum: 0,
    required: true,
  }),
  daysToShip: atLeastZero({
    label: 'Days to ship or deliver',
    partnerName: 'Opp.Days_to_Ship_Deliver__c',
    maxLength: 255,
  }),
  refundPolicy: text({ label: 'Refund policy', partnerName: 'Opp.Refund_Policy__c', maxLength: 255 }),
})

export const sectionSchemas = {
  merchant: merchantSchema,
  contacts: contactsSchema,
  accounts: accountsSchema,
  options: optionsSchema,
} as const

export const applicationSchema = z.object(sectionSchemas)

export type SectionName = keyof typeof sectionSchemas

/** What the forms hold and the draft stores, by section. */
export type Draft = { [S in SectionName]: z.input<(typeof sectionSchemas)[S]> }
export type MerchantDraft = Draft['merchant']
export type ContactDraft = Draft['contacts']['items'][number]
export type AccountDraft = Draft['accounts']['items'][number]
export type OptionsDraft = Draft['options']

/** The cleaned application, ready for mapping once nothing in it is sealed. */
export type Application = { [S in SectionName]: z.output<(typeof sectionSchemas)[S]> }
export type Contact = Application['contacts']['items'][number]
export type Account = Application['accounts']['items'][number]
