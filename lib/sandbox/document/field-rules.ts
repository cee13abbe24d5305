/**
 * The fields of the interface ("Resources and their fields") as data: for each the values at its limit, which
 * are accepted, and those one beyond or of another kind, which are refused. Written from the document, and
 * on purpose not from `lib/partner/wire`, so that the two hold each other.
 */

export type Values = { accepted: unknown[]; refused: unknown[] }
export type FieldRule = Values & { name: string }

const NOT_TEXT = [7, ['x'], { x: 'x' }]
const NOT_NUMBER = ['1', true, [1], {}]

/** Length limits count characters, not bytes. */
const text = (max: number, min = 0): Values => ({
  accepted: ['x'.repeat(max), 'ü'.repeat(max), ...(min === 0 ? [''] : ['x'.repeat(min)])],
  refused: ['x'.repeat(max + 1), ...(min === 0 ? [] : ['x'.repeat(min - 1)]), ...NOT_TEXT],
})
/** A string whose limit the interface does not show. */
const anyText = (example: string): Values => ({ accepted: [example], refused: NOT_TEXT })
/** "max length 4", with no type. */
const shortValue = (max: number): Values => ({
  accepted: ['9'.repeat(max)],
  refused: ['9'.repeat(max + 1)],
})
const number = (min?: number, max?: number): Values => ({
  accepted: [...new Set([min ?? -1.5, 0, 0.01, 99.99, max ?? 1e15])],
  refused: [
    ...(min === undefined ? [] : [min - 0.01]),
    ...(max === undefined ? [] : [max + 0.01]),
    ...NOT_NUMBER,
  ],
})
const percent = number(0, 100)
const flag: Values = { accepted: [true, false], refused: ['true', 'false', 1, 0, 'yes'] }
const oneOf = (allowed: readonly string[], foreign: string[] = []): Values => ({
  accepted: [...allowed],
  refused: [...foreign, `${allowed[0]} `, allowed[0]?.toLowerCase(), 'Something Else', '', ...NOT_TEXT],
})
const digits = (length: number): Values => ({
  accepted: ['1'.repeat(length), '0'.repeat(length)],
  refused: [
    '1'.repeat(length - 1),
    '1'.repeat(length + 1),
    `${'1'.repeat(length - 1)}a`,
    `${'1'.repeat(length)}\n`,
    ` ${'1'.repeat(length)}`,
    '٣'.repeat(length),
    Number('1'.repeat(length)),
  ],
})
const taxId: Values = { ...digits(9), refused: [...digits(9).refused, '12-3456789', '1'.repeat(16)] }
const zip: Values = { ...digits(5), refused: [...digits(5).refused, '78701-1234', '7'.repeat(20)] }
const phone: Values = {
  accepted: ['5125550100', '(512) 555-0100'],
  refused: [
    '512555010',
    '51255501000',
    '512-555-0100',
    '(512)555-0100',
    '(512) 5550100',
    '(512) 555-01000',
    '512) 555-0100',
    '+15125550100',
    '5125550100\n',
    5125550100,
  ],
}
const email = (max: number): Values => {
  const withLocalPart = (length: number) => `${'a'.repeat(length)}@${'b'.repeat(34)}.test`
  const aroundLocalPart = withLocalPart(0).length
  return {
    accepted: ['office@blue-heron.test', withLocalPart(max - aroundLocalPart)],
    refused: [
      withLocalPart(max + 1 - aroundLocalPart),
      'office',
      'office@',
      '@blue-heron.test',
      'of fice@blue-heron.test',
      'office@blue-heron.test\n',
      7,
    ],
  }
}
const uri = (max: number): Values => {
  const address = 'https://blue-heron.test/'
  return {
    accepted: ['http://blue-heron.test', `${address}?q=1&r=%20#x`, address.padEnd(max, 'a')],
    refused: [address.padEnd(max + 1, 'a'), 'blue heron', 'blue-heron', 'https://blue heron.test', 7],
  }
}
const date: Values = {
  accepted: ['2020-02-29', '1970-01-01'],
  refused: [
    '2021-02-29',
    '2020-13-01',
    '2020-00-10',
    '2020-04-31',
    '02/29/2020',
    '2020-2-9',
    '2020-02-29T00:00:00Z',
    '29.02.2020',
    'yesterday',
    20200229,
  ],
}

const fields = (table: Record<string, Values>): FieldRule[] =>
  Object.entries(table).map(([name, values]) => ({ name, ...values }))
const alike = (names: readonly string[], values: Values): Record<string, Values> =>
  Object.fromEntries(names.map((name) => [name, values]))

export const OWNERSHIP = [
  'Sole Proprietorship',
  'Partnership',
  'Limited Liability Company',
  'Privately Held Corporation',
  'Tax Exempt',
  'Government',
  'Publicly Traded Corporation',
  'Financial Institution',
] as const

export const ALIAS_OWNERSHIP = [
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

/** "Opp fields" and "Mer fields" of the create or update endpoint; the two `Id` and `Ownership` have tests of their own. */
export const OPP_FIELDS = fields({
  Is_SVC_Underwriting__c: flag,
  High_Monthly_Volume__c: number(0),
  Avg_Ticket__c: number(),
  High_Ticket__c: number(0),
  Visa_MC_Discover_Volume__c: number(0),
  Days_to_Ship_Deliver__c: text(255),
  Refund_Policy__c: text(255),
})

export const MER_FIELDS = fields({
  Association_ID_API_Field__c: text(10),
  Association_ID__c: text(18),
  Legal_Name__c: text(100, 1),
  Tax_ID__c: taxId,
  State_of_Entity_Formation_Incorporation__c: anyText('TX'),
  Name: text(255, 1),
  BillingStreet: text(255),
  BillingCity: text(40),
  BillingState: text(80),
  BillingPostalCode: zip,
  BillingCountry: text(80),
  Phone: phone,
  App_Email__c: email(100),
  Website: uri(255),
  Customer_Service_Phone__c: phone,
  Industry: text(255),
  Industry_other__c: text(100),
  Location_Type__c: text(255),
  Location_Other__c: text(255),
  Years_at_Location__c: shortValue(4),
  Date_Established__c: date,
  Chain_Non_Chain__c: text(255),
  Description: text(32_000),
  MCC_API_Field__c: text(100),
  BET_Table_ID_API_Field__c: text(255),
  Sponsorship__c: anyText('First Example Bank'),
  Ever_accepted_credit_cards_before__c: flag,
  Ever_had_a_merchant_account_canceled__c: flag,
})

/** "lstContact item fields" and "lstbussCheckAcc item fields": types, and the formats of rules 11 and 12. */
export const CONTACT_FIELDS = fields({
  ...alike(
    ['FirstName', 'LastName', 'MailingStreet', 'MailingCity', 'MailingStateCode', 'Title'],
    anyText('Any text'),
  ),
  Email: anyText('ana@blue-heron.test'),
  Date_of_Birth__c: date,
  MailingPostalCode: zip,
  SSN__c: digits(9),
  Contact_Role__c: anyText('Authorized Signer'),
  Percentage_Owned__c: { accepted: [0, 12.5, 100], refused: NOT_NUMBER },
})

export const CHECKING_ACCOUNT_FIELDS = fields({
  ...alike(
    [
      'Bank_Name__c',
      'Bank_Street_Address__c',
      'Bank_City__c',
      'Bank_State__c',
      'Checking_Account__c',
      'DDA_Type__c',
    ],
    anyText('Any text'),
  ),
  Bank_Zipcode__c: zip,
  Transit_Routing__c: digits(9),
  Years_Open__c: { accepted: [0, 12.5, 40], refused: NOT_NUMBER },
})

/** "Opp fields and rules (alias)". */
export const ALIAS_OPP_FIELDS = fields({
  Name: text(255),
  BET_Table_ID_API_Field__c: text(255),
  ...alike(
    [
      'Yearly_Net_Revenue__c',
      'Yearly_Card_Volume__c',
      'High_Monthly_Volume__c',
      'Avg_Ticket__c',
      'High_Ticket__c',
      'Visa_MC_Discover_Volume__c',
      'American_Express_Volume__c',
    ],
    number(),
  ),
  ...alike(
    [
      'Customer_Type_B2B_Sales__c',
      'Customer_Type_B2C_Sales__c',
      'Advanced_Payments__c',
      'Check_pct__c',
      'Card_Network_Volume_Internet_CNP__c',
      'Card_Network_Volume_Manually_K_M__c',
      'Card_Network_Volume_MO_TO_CNP__c',
      'Card_Network_Volume_Swiped_CP__c',
    ],
    percent,
  ),
  ...alike(
    ['ACH_Debit', 'ACH_Credit'].flatMap((variant) =>
      [
        'Avg_Dollar_Per_Tx__c',
        'Max_Dollar_Per_Tx__c',
        'Max_Dollar_Per_Day__c',
        'Max_Tx_Per_Day__c',
        'Max_Dollar_Per_Month__c',
        'Max_Tx_Per_Month__c',
      ].map((measure) => `${variant}_${measure}`),
    ),
    number(),
  ),
  Amex_Settlement_Existing_SE__c: text(255),
  FCS__c: text(10),
  Name_of_Provider__c: text(60),
  Merchant__c: text(40),
  Merchant_Application_Notes__c: text(255),
  Account_Type__c: oneOf(['New Merchant', 'Conversion Merchant', 'Renewal Merchant', 'Cloned Merchant Deal']),
  Refund_Policy__c: oneOf([
    'Refund in 30 days or Less',
    'No Refunds or Exchanges',
    'Exchanges Only',
    'Not Applicable',
    'Credit V/MC/Dis Account',
    'Full Refund',
    'Refund Credit',
    'Refund Merchandise',
  ]),
  Days_to_Ship_Deliver__c: oneOf(['Immediate', '1 to 7', '8 to 14', '15 to 30', 'Over 30']),
})

/** "Mer fields and rules (alias)"; `Ownership` has tests of its own. */
export const ALIAS_MER_FIELDS = fields({
  Name: text(255, 1),
  Legal_Name__c: text(100, 1),
  Tax_ID__c: taxId,
  State_of_Entity_Formation_Incorporation__c: text(2),
  Association_ID_API_Field__c: text(100),
  MCC_API_Field__c: text(100),
  ...alike(['BillingStreet', 'ShippingStreet'], text(255)),
  ...alike(['BillingCity', 'ShippingCity'], text(40)),
  ...alike(['BillingStateCode', 'ShippingStateCode', 'BillingCountryCode', 'ShippingCountryCode'], text(80)),
  ...alike(['BillingPostalCode', 'ShippingPostalCode'], zip),
  Physical_Address_Street__c: text(255),
  ...alike(['Physical_Address_City__c', 'Physical_Address_State__c'], text(80)),
  Physical_Address_PostalCode__c: zip,
  ...alike(['Phone', 'Fax', 'Customer_Service_Phone__c'], phone),
  App_Email__c: email(100),
  Website: uri(255),
  Industry_Other__c: text(100),
  Location_Other__c: text(100),
  ...alike(['Date_Established__c', 'Date_of_cancellation__c'], date),
  Description: text(32_000),
  ...alike(['Name_of_Previous_Processor__c', 'Name_of_Processor_for_canceled_merchant__c'], text(100)),
  Reason_for_cancellation__c: text(255),
  Industry: oneOf([
    'Retail',
    'Restaurant',
    'Lodging',
    'Supermarket',
    'Ecommerce',
    'Direct Marketing Services',
    'Cash Advance',
    'Other',
  ]),
  Location_Type__c: oneOf([
    'Ecommerce',
    'Business Office',
    'Private Residence',
    'Retail Storefront',
    'Bank',
    'Other',
  ]),
  Chain_Non_Chain__c: oneOf(['Single Outlet', 'Chain/Multi-Location', 'Additional Location']),
})

/** A value as a test's title shows it. */
export function shown(value: unknown): string {
  const json = JSON.stringify(value)
  return json.length <= 40 ? json : `${json.slice(0, 16)}… of ${String(value).length} characters`
}

export const acceptedCases = (rules: FieldRule[]): [string, string, unknown][] =>
  rules.flatMap(({ name, accepted }) =>
    accepted.map((value): [string, string, unknown] => [name, shown(value), value]),
  )

export const refusedCases = (rules: FieldRule[]): [string, string, unknown][] =>
  rules.flatMap(({ name, refused }) =>
    refused.map((value): [string, string, unknown] => [name, shown(value), value]),
  )
