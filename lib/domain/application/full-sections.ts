import * as z from 'zod/mini'
import { plainDecimal } from '@/lib/domain/values/decimal'
import {
  amount,
  choice,
  count,
  country,
  date,
  fieldMetas,
  memberName,
  percent,
  phone,
  state,
  text,
  yesNo,
  zip,
} from './field'
import { accountsSchema, contactsSchema, itemId, merchantSchema, optionsSchema } from './sections'

/**
 * Every field of the create-application alias (interface, "Create-application alias body"), one schema per section.
 * A field of both endpoints keeps its name and schema, so `merchant.taxId` means the same in either kind.
 */

/** Interface, "Mer fields and rules (alias)", Ownership. */
export const FULL_OWNERSHIPS = [
  'Sole Proprietorship',
  'Publicly Traded Limited Liability Company',
  'Privately Held Limited Liability Company',
  'Publicly Traded Corporation',
  'Privately Held Corporation',
  'Government',
  'Tax Exempt',
  'Publicly Traded Partnership',
  'Privately Held Partnership',
  'Financial Institution',
] as const
export type FullOwnership = (typeof FULL_OWNERSHIPS)[number]

/** The other enumerations of the alias (interface, "Opp fields" and "Mer fields and rules (alias)"). */
export const INDUSTRIES = [
  'Retail',
  'Restaurant',
  'Lodging',
  'Supermarket',
  'Ecommerce',
  'Direct Marketing Services',
  'Cash Advance',
  'Other',
] as const
export const LOCATION_TYPES = [
  'Ecommerce',
  'Business Office',
  'Private Residence',
  'Retail Storefront',
  'Bank',
  'Other',
] as const
export const OUTLETS = ['Single Outlet', 'Chain/Multi-Location', 'Additional Location'] as const
export const ACCOUNT_TYPES = [
  'New Merchant',
  'Conversion Merchant',
  'Renewal Merchant',
  'Cloned Merchant Deal',
] as const
export const REFUND_POLICIES = [
  'Refund in 30 days or Less',
  'No Refunds or Exchanges',
  'Exchanges Only',
  'Not Applicable',
  'Credit V/MC/Dis Account',
  'Full Refund',
  'Refund Credit',
  'Refund Merchandise',
] as const
export const DELIVERY_TIMES = ['Immediate', '1 to 7', '8 to 14', '15 to 30', 'Over 30'] as const

const alike = merchantSchema.shape

export const fullMerchantSchema = z.object({
  legalName: alike.legalName,
  dbaName: alike.dbaName,
  taxId: alike.taxId,
  ownership: choice({
    label: 'Ownership',
    partnerName: 'Mer.Ownership',
    choices: FULL_OWNERSHIPS,
    required: true,
    hint: 'Decides which owners are needed.',
  }),
  formationState: alike.formationState,
  dateEstablished: alike.dateEstablished,
  billingStreet: alike.billingStreet,
  billingCity: alike.billingCity,
  billingState: state({
    label: 'Billing state',
    partnerName: 'Mer.BillingStateCode',
    maxLength: 80,
    required: true,
  }),
  billingPostalCode: alike.billingPostalCode,
  billingCountry: country({
    label: 'Billing country',
    partnerName: 'Mer.BillingCountryCode',
    maxLength: 80,
    isCode: true,
    required: true,
    hint: 'Two letters, such as US.',
  }),
  // Where the business operates and receives equipment, in addition to the billing address.
  physicalStreet: text({
    label: 'Physical street',
    partnerName: 'Mer.Physical_Address_Street__c',
    maxLength: 255,
    hint: 'Where customers find the business.',
  }),
  physicalCity: text({
    label: 'Physical city',
    partnerName: 'Mer.Physical_Address_City__c',
    maxLength: 80,
  }),
  physicalState: state({
    label: 'Physical state',
    partnerName: 'Mer.Physical_Address_State__c',
    maxLength: 80,
  }),
  physicalPostalCode: zip({
    label: 'Physical ZIP code',
    partnerName: 'Mer.Physical_Address_PostalCode__c',
  }),
  shippingStreet: text({
    label: 'Shipping street',
    partnerName: 'Mer.ShippingStreet',
    maxLength: 255,
    hint: 'Where equipment is sent.',
  }),
  shippingCity: text({ label: 'Shipping city', partnerName: 'Mer.ShippingCity', maxLength: 40 }),
  shippingState: state({
    label: 'Shipping state',
    partnerName: 'Mer.ShippingStateCode',
    maxLength: 80,
  }),
  shippingPostalCode: zip({ label: 'Shipping ZIP code', partnerName: 'Mer.ShippingPostalCode' }),
  shippingCountry: country({
    label: 'Shipping country',
    partnerName: 'Mer.ShippingCountryCode',
    maxLength: 80,
    isCode: true,
    hint: 'Two letters, such as US.',
  }),
  phone: alike.phone,
  fax: phone({ label: 'Fax', partnerName: 'Mer.Fax' }),
  email: alike.email,
  website: alike.website,
  customerServicePhone: alike.customerServicePhone,
  industry: choice({ label: 'Industry', partnerName: 'Mer.Industry', choices: INDUSTRIES }),
  industryOther: text({
    label: 'Industry description',
    partnerName: 'Mer.Industry_Other__c',
    maxLength: 100,
    hint: 'If the industry is Other.',
  }),
  locationType: choice({
    label: 'Location type',
    partnerName: 'Mer.Location_Type__c',
    choices: LOCATION_TYPES,
  }),
  locationOther: text({
    label: 'Location type description',
    partnerName: 'Mer.Location_Other__c',
    maxLength: 100,
    hint: 'If the location type is Other.',
  }),
  chainNonChain: choice({
    label: 'Single location or chain',
    partnerName: 'Mer.Chain_Non_Chain__c',
    choices: OUTLETS,
  }),
  description: alike.description,
  mcc: alike.mcc,
  associationIdApi: text({
    label: 'Association ID (API)',
    partnerName: 'Mer.Association_ID_API_Field__c',
    maxLength: 100,
  }),
  betTableId: text({ label: 'BET table ID', partnerName: 'Opp.BET_Table_ID_API_Field__c', maxLength: 255 }),
})

/** Deal options, volumes and channels, ACH, and the previous processor. The interface sets no minimums here. */
export const fullOptionsSchema = z.object({
  // The alias has no such member: it only decides who underwrites, and is never sent.
  partnerUnderwrites: yesNo({
    label: 'Does the partner underwrite this merchant?',
    partnerName: '',
    hint: 'No: our own underwriters must approve it before it can be sent. Not answered: the partner underwrites it.',
  }),
  applicationName: text({
    label: 'Application name',
    partnerName: 'Opp.Name',
    maxLength: 255,
    hint: 'The name under which the partner lists this application.',
  }),
  accountType: choice({
    label: 'Account type',
    partnerName: 'Opp.Account_Type__c',
    choices: ACCOUNT_TYPES,
  }),
  merchantReference: text({
    label: 'Merchant, as the partner refers to it',
    partnerName: 'Opp.Merchant__c',
    maxLength: 40,
  }),
  notes: text({
    label: 'Notes for the partner',
    partnerName: 'Opp.Merchant_Application_Notes__c',
    maxLength: 255,
  }),

  yearlyNetRevenue: amount({ label: 'Yearly net revenue', partnerName: 'Opp.Yearly_Net_Revenue__c' }),
  yearlyCardVolume: amount({ label: 'Yearly card volume', partnerName: 'Opp.Yearly_Card_Volume__c' }),
  highMonthlyVolume: amount({
    label: 'Highest monthly volume',
    partnerName: 'Opp.High_Monthly_Volume__c',
    required: true,
  }),
  cardVolume: amount({
    label: 'Visa, Mastercard and Discover volume',
    partnerName: 'Opp.Visa_MC_Discover_Volume__c',
    required: true,
  }),
  amexVolume: amount({ label: 'American Express volume', partnerName: 'Opp.American_Express_Volume__c' }),
  averageTicket: optionsSchema.shape.averageTicket,
  highTicket: amount({ label: 'Highest ticket', partnerName: 'Opp.High_Ticket__c', required: true }),
  amexServiceEstablishment: text({
    label: 'Existing American Express SE number',
    partnerName: 'Opp.Amex_Settlement_Existing_SE__c',
    maxLength: 255,
    hint: 'If American Express already settles with the business.',
  }),

  businessSalesPercent: percent({
    label: 'Sales to businesses (B2B)',
    partnerName: 'Opp.Customer_Type_B2B_Sales__c',
    hint: 'Percent of all sales.',
  }),
  consumerSalesPercent: percent({
    label: 'Sales to consumers (B2C)',
    partnerName: 'Opp.Customer_Type_B2C_Sales__c',
    hint: 'Percent of all sales.',
  }),
  advancePaymentsPercent: percent({
    label: 'Paid in advance',
    partnerName: 'Opp.Advanced_Payments__c',
    hint: 'Percent of sales that are paid before delivery.',
  }),
  checkPercent: percent({
    label: 'Paid by check',
    partnerName: 'Opp.Check_pct__c',
    hint: 'Percent of all sales.',
  }),

  swipedPercent: percent({
    label: 'Cards swiped (card present)',
    partnerName: 'Opp.Card_Network_Volume_Swiped_CP__c',
    hint: 'Percent of card volume. The four channels add up to 100.',
  }),
  keyedPercent: percent({
    label: 'Cards keyed by hand',
    partnerName: 'Opp.Card_Network_Volume_Manually_K_M__c',
    hint: 'Percent of card volume.',
  }),
  mailOrPhonePercent: percent({
    label: 'Mail and telephone orders (card not present)',
    partnerName: 'Opp.Card_Network_Volume_MO_TO_CNP__c',
    hint: 'Percent of card volume.',
  }),
  internetPercent: percent({
    label: 'Internet (card not present)',
    partnerName: 'Opp.Card_Network_Volume_Internet_CNP__c',
    hint: 'Percent of card volume.',
  }),

  daysToShip: choice({
    label: 'Days to ship or deliver',
    partnerName: 'Opp.Days_to_Ship_Deliver__c',
    choices: DELIVERY_TIMES,
  }),
  refundPolicy: choice({
    label: 'Refund policy',
    partnerName: 'Opp.Refund_Policy__c',
    choices: REFUND_POLICIES,
  }),

  achDebitAverage: amount({
    label: 'ACH debits: average amount',
    partnerName: 'Opp.ACH_Debit_Avg_Dollar_Per_Tx__c',
  }),
  achDebitHighest: amount({
    label: 'ACH debits: highest amount',
    partnerName: 'Opp.ACH_Debit_Max_Dollar_Per_Tx__c',
  }),
  achDebitDailyVolume: amount({
    label: 'ACH debits: highest daily volume',
    partnerName: 'Opp.ACH_Debit_Max_Dollar_Per_Day__c',
  }),
  achDebitDailyCount: count({
    label: 'ACH debits: most in a day',
    partnerName: 'Opp.ACH_Debit_Max_Tx_Per_Day__c',
  }),
  achDebitMonthlyVolume: amount({
    label: 'ACH debits: highest monthly volume',
    partnerName: 'Opp.ACH_Debit_Max_Dollar_Per_Month__c',
  }),
  achDebitMonthlyCount: count({
    label: 'ACH debits: most in a month',
    partnerName: 'Opp.ACH_Debit_Max_Tx_Per_Month__c',
  }),
  achCreditAverage: amount({
    label: 'ACH credits: average amount',
    partnerName: 'Opp.ACH_Credit_Avg_Dollar_Per_Tx__c',
  }),
  achCreditHighest: amount({
    label: 'ACH credits: highest amount',
    partnerName: 'Opp.ACH_Credit_Max_Dollar_Per_Tx__c',
  }),
  achCreditDailyVolume: amount({
    label: 'ACH credits: highest daily volume',
    partnerName: 'Opp.ACH_Credit_Max_Dollar_Per_Day__c',
  }),
  achCreditDailyCount: count({
    label: 'ACH credits: most in a day',
    partnerName: 'Opp.ACH_Credit_Max_Tx_Per_Day__c',
  }),
  achCreditMonthlyVolume: amount({
    label: 'ACH credits: highest monthly volume',
    partnerName: 'Opp.ACH_Credit_Max_Dollar_Per_Month__c',
  }),
  achCreditMonthlyCount: count({
    label: 'ACH credits: most in a month',
    partnerName: 'Opp.ACH_Credit_Max_Tx_Per_Month__c',
  }),

  previousProcessor: text({
    label: 'Previous processor',
    partnerName: 'Mer.Name_of_Previous_Processor__c',
    maxLength: 100,
  }),
  cancelledProcessor: text({
    label: 'Processor of a canceled merchant account',
    partnerName: 'Mer.Name_of_Processor_for_canceled_merchant__c',
    maxLength: 100,
    hint: 'If a merchant account was ever canceled.',
  }),
  cancellationReason: text({
    label: 'Reason for the cancellation',
    partnerName: 'Mer.Reason_for_cancellation__c',
    maxLength: 255,
  }),
  cancellationDate: date({ label: 'Date of the cancellation', partnerName: 'Mer.Date_of_cancellation__c' }),
  providerName: text({
    label: 'Name of provider',
    partnerName: 'Opp.Name_of_Provider__c',
    maxLength: 60,
  }),
  fcs: text({ label: 'FCS', partnerName: 'Opp.FCS__c', maxLength: 10 }),
})

/** Interface, "Create-application alias body": quote line items are solutions, fees and equipment. */
export const LINE_ITEM_KINDS = ['Solution', 'Fee', 'Equipment'] as const

/** The JSON type in which a value is sent. Values entered before types existed are text. */
export const MEMBER_TYPES = ['text', 'number', 'boolean'] as const
export type MemberType = (typeof MEMBER_TYPES)[number]
type TypedMember = { name: string | null; value: string | null; type?: MemberType | undefined }

/** The JSON value of a line item's field; null if it is blank or does not fit its type. */
export function memberValue({
  value,
  type = 'text',
}: Omit<TypedMember, 'name'>): string | number | boolean | null {
  if (value === null || value === '') return null
  if (type === 'text') return value
  if (type === 'boolean') return value === 'true' ? true : value === 'false' ? false : null
  const plain = plainDecimal(value)
  return plain === null ? null : Number(plain)
}

const NOT_OF_TYPE = { text: '', number: 'Enter a number, such as 9.95.', boolean: 'Choose Yes or No.' }

function reportWrongTypes({ value: members, issues }: z.core.ParsePayload<TypedMember[]>): void {
  members.forEach((member, index) => {
    if (member.value !== null && memberValue(member) === null) {
      const message = NOT_OF_TYPE[member.type ?? 'text']
      issues.push({ code: 'custom', path: [index, 'value'], message, input: member.value })
    }
  })
}

/** A duplicate field name would be sent once, so each repetition is an error. */
function reportSameNames({ value: members, issues }: z.core.ParsePayload<TypedMember[]>): void {
  const first = new Map<string, number>()
  members.forEach(({ name }, index) => {
    const key = name?.toLowerCase()
    if (key === undefined) return
    const earlier = first.get(key)
    if (earlier === undefined) first.set(key, index)
    else {
      const message = `Field ${earlier + 1} already has this name. Rename this one or remove it.`
      issues.push({ code: 'custom', path: [index, 'name'], message, input: name })
    }
  })
}

const RECORD_TYPE = {
  label: 'Record type',
  partnerName: '',
  maxLength: 80,
  hint: 'Blank: QuoteLineItem.',
  kind: 'text',
} as const

/**
 * The interface does not show the fields of a line item, so staff name them as the partner told them. Kind and name
 * are the desk's own and are not sent.
 */
export const lineItemSchema = z.object({
  id: itemId,
  kind: choice({ label: 'Kind', partnerName: '', choices: LINE_ITEM_KINDS, required: true }),
  name: text({
    label: 'Name',
    partnerName: '',
    maxLength: 255,
    required: true,
    hint: 'Internal. Only the fields below are sent to the partner.',
  }),
  recordType: z.optional(memberName(RECORD_TYPE)).register(fieldMetas, RECORD_TYPE),
  members: z
    .array(
      z.object({
        name: memberName({ label: 'Field name', partnerName: '', maxLength: 80, required: true }),
        value: text({ label: 'Value', partnerName: '', maxLength: 255 }),
        type: z.optional(z.enum(MEMBER_TYPES)),
      }),
    )
    .check(z.maxLength(50, 'At most 50 fields fit into a line item.'), reportSameNames, reportWrongTypes)
    .register(fieldMetas, { label: 'Fields', partnerName: '', kind: 'text' }),
})

export const pricingSchema = z.object({
  items: z.array(lineItemSchema).check(z.maxLength(50, 'At most 50 line items fit into an application.')),
})

/** Beneficial owners have the fields of contacts: the interface does not show those of `lstBens`. */
export const fullSectionSchemas = {
  merchant: fullMerchantSchema,
  contacts: contactsSchema,
  accounts: accountsSchema,
  options: fullOptionsSchema,
  pricing: pricingSchema,
} as const

export const fullApplicationSchema = z.object(fullSectionSchemas)

export type FullSectionName = keyof typeof fullSectionSchemas

/** What the forms hold and the draft stores, by section. */
export type FullDraft = { [S in FullSectionName]: z.input<(typeof fullSectionSchemas)[S]> }

/** The cleaned application, ready for mapping once nothing in it is sealed. */
export type FullApplication = { [S in FullSectionName]: z.output<(typeof fullSectionSchemas)[S]> }
export type LineItemDraft = FullDraft['pricing']['items'][number]
export type LineItem = FullApplication['pricing']['items'][number]
