import { readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { wireFullApplicationSchema, wireFullMerchantSchema, wireFullOptionsSchema } from './full-application'
import { wireIssues } from './problem'

const complete = wireFullApplicationSchema.parse(
  JSON.parse(readFileSync(new URL('./golden/full-complete.json', import.meta.url), 'utf8')),
)

const problemsOf = (body: unknown) => {
  const result = wireFullApplicationSchema.safeParse(body)
  return result.success ? [] : wireIssues(result.error)
}

/** The complete body with one value changed; `path` as the interface names it. */
function withValue(path: string, value: unknown): unknown {
  const body: { [member: string]: unknown } = structuredClone(complete)
  const [, list, index, name = ''] = /^(\w+)(?:\[(\d+)\])?\.(\w+)$/.exec(path) ?? []
  const target: unknown = list === undefined ? undefined : body[list]
  Object.assign(Object(index === undefined ? target : Reflect.get(Object(target), index)), { [name]: value })
  return body
}

const show = (value: unknown) => {
  const text = JSON.stringify(value) ?? 'absent'
  return text.length > 40 ? `${text.slice(0, 12)}… (${String(value).length} characters)` : text
}

/** Interface, "Opp fields and rules (alias)" and "Mer fields and rules (alias)": text fields and their longest value. */
const LONGEST: [path: string, max: number][] = [
  ['Opp.Name', 255],
  ['Opp.BET_Table_ID_API_Field__c', 255],
  ['Opp.Amex_Settlement_Existing_SE__c', 255],
  ['Opp.FCS__c', 10],
  ['Opp.Name_of_Provider__c', 60],
  ['Opp.Merchant__c', 40],
  ['Opp.Merchant_Application_Notes__c', 255],
  ['Mer.Name', 255],
  ['Mer.Legal_Name__c', 100],
  ['Mer.State_of_Entity_Formation_Incorporation__c', 2],
  ['Mer.Association_ID_API_Field__c', 100],
  ['Mer.MCC_API_Field__c', 100],
  ['Mer.BillingStreet', 255],
  ['Mer.ShippingStreet', 255],
  ['Mer.BillingCity', 40],
  ['Mer.ShippingCity', 40],
  ['Mer.BillingStateCode', 80],
  ['Mer.ShippingStateCode', 80],
  ['Mer.BillingCountryCode', 80],
  ['Mer.ShippingCountryCode', 80],
  ['Mer.Physical_Address_Street__c', 255],
  ['Mer.Physical_Address_City__c', 80],
  ['Mer.Physical_Address_State__c', 80],
  ['Mer.Industry_Other__c', 100],
  ['Mer.Location_Other__c', 100],
  ['Mer.Description', 32_000],
  ['Mer.Name_of_Previous_Processor__c', 100],
  ['Mer.Name_of_Processor_for_canceled_merchant__c', 100],
  ['Mer.Reason_for_cancellation__c', 255],
]

const MEASURES = [
  'Avg_Dollar_Per_Tx__c',
  'Max_Dollar_Per_Tx__c',
  'Max_Dollar_Per_Day__c',
  'Max_Tx_Per_Day__c',
  'Max_Dollar_Per_Month__c',
  'Max_Tx_Per_Month__c',
]
const DOUBLES = [
  'Yearly_Net_Revenue__c',
  'Yearly_Card_Volume__c',
  'High_Monthly_Volume__c',
  'Avg_Ticket__c',
  'High_Ticket__c',
  'Visa_MC_Discover_Volume__c',
  'American_Express_Volume__c',
  ...MEASURES.flatMap((measure) => [`ACH_Debit_${measure}`, `ACH_Credit_${measure}`]),
].map((name) => `Opp.${name}`)
const PERCENTAGES = [
  'Customer_Type_B2B_Sales__c',
  'Customer_Type_B2C_Sales__c',
  'Advanced_Payments__c',
  'Check_pct__c',
  'Card_Network_Volume_Internet_CNP__c',
  'Card_Network_Volume_Manually_K_M__c',
  'Card_Network_Volume_MO_TO_CNP__c',
  'Card_Network_Volume_Swiped_CP__c',
].map((name) => `Opp.${name}`)

const ENUMERATIONS: [path: string, listed: string[], refused: unknown[]][] = [
  [
    'Opp.Account_Type__c',
    ['New Merchant', 'Conversion Merchant', 'Renewal Merchant', 'Cloned Merchant Deal'],
    ['New', 'new merchant', ''],
  ],
  [
    'Opp.Refund_Policy__c',
    [
      'Refund in 30 days or Less',
      'No Refunds or Exchanges',
      'Exchanges Only',
      'Not Applicable',
      'Credit V/MC/Dis Account',
      'Full Refund',
      'Refund Credit',
      'Refund Merchandise',
    ],
    ['Refund in 30 days or less', 'None'],
  ],
  [
    'Opp.Days_to_Ship_Deliver__c',
    ['Immediate', '1 to 7', '8 to 14', '15 to 30', 'Over 30'],
    ['1 - 7', 'over 30', 7],
  ],
  [
    'Mer.Ownership',
    [
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
    ],
    ['Partnership', 'Limited Liability Company', 'government', '', null],
  ],
  [
    'Mer.Industry',
    [
      'Retail',
      'Restaurant',
      'Lodging',
      'Supermarket',
      'Ecommerce',
      'Direct Marketing Services',
      'Cash Advance',
      'Other',
    ],
    ['Bakery', 'E-commerce'],
  ],
  [
    'Mer.Location_Type__c',
    ['Ecommerce', 'Business Office', 'Private Residence', 'Retail Storefront', 'Bank', 'Other'],
    ['Storefront', 'Market stall'],
  ],
  [
    'Mer.Chain_Non_Chain__c',
    ['Single Outlet', 'Chain/Multi-Location', 'Additional Location'],
    ['Chain', 'Single outlet'],
  ],
]

const ZIP: [unknown[], unknown[]] = [
  ['12345', '00501'],
  ['1234', '123456', '12345-6789', 'abcde', 12345, ''],
]
const PHONE: [unknown[], unknown[]] = [
  ['5555550123', '(555) 555-0123'],
  ['555-555-0123', '555555012', '55555501234', '(555)555-0123', '+15555550123', 5555550123],
]
const DATE: [unknown[], unknown[]] = [
  ['2019-04-30', '2020-02-29'],
  ['04/30/2019', '2019-02-29', '2019-4-30', '2019-04-30T00:00:00Z', 20190430],
]
const EMAIL_100 = `${'a'.repeat(60)}@${'b'.repeat(31)}.example`
const WEBSITE_255 = `https://shop.example/${'a'.repeat(234)}`

/** The other fields: values that the document allows, and values that it does not. */
const VALUES: [path: string, allowed: unknown[], refused: unknown[]][] = [
  ...DOUBLES.map((path): [string, unknown[], unknown[]] => [
    path,
    [0, -0.01, 12.5, 1e12],
    ['100', null, true],
  ]),
  ...PERCENTAGES.map((path): [string, unknown[], unknown[]] => [
    path,
    [0, 33.33, 100],
    [-0.01, 100.01, '50', null],
  ]),
  ...ENUMERATIONS,
  ['Mer.Name', ['B'], ['', 7, null]],
  ['Mer.Legal_Name__c', ['A'], ['', 7, null]],
  ['Mer.Tax_ID__c', ['123456789', '000000001'], ['12345678', '1234567890', '12-3456789', 123456789, '']],
  ['Mer.BillingPostalCode', ...ZIP],
  ['Mer.ShippingPostalCode', ...ZIP],
  ['Mer.Physical_Address_PostalCode__c', ...ZIP],
  ['Mer.Phone', ...PHONE],
  ['Mer.Fax', ...PHONE],
  ['Mer.Customer_Service_Phone__c', ...PHONE],
  ['Mer.Date_Established__c', ...DATE],
  ['Mer.Date_of_cancellation__c', ...DATE],
  ['Mer.App_Email__c', ['a@b.example', EMAIL_100], ['owner', 'owner@', 'a b@c.example', `a${EMAIL_100}`]],
  ['Mer.Website', ['https://bakery.example', WEBSITE_255], ['bakery', 'not a uri', `${WEBSITE_255}a`]],
  ['lstBens[1].SSN__c', ['900123456'], ['90012345', '900-12-3456', 900123456]],
  ['lstBens[1].MailingPostalCode', ...ZIP],
  ['lstBens[1].Date_of_Birth__c', ...DATE],
  ['lstBens[1].Percentage_Owned__c', [0, 25.5], ['25', null]],
  ['lstBens[1].SourceId', ['a', 'x'.repeat(300)], [7, null]],
  ['lstbussCheckAcc[0].Transit_Routing__c', ['021000021'], ['02100002', '0210000210', 21000021]],
  ['Lstqli[0].SourceId', ['a', 'x'.repeat(300)], [7, null]],
  ['Lstqli[0].Quantity', [2, '2', null, { nested: [true] }], []],
]

describe('each field at its limit, and one beyond', () => {
  test.each(LONGEST)('%s has at most %d characters', (path, max) => {
    expect(problemsOf(withValue(path, '7'.repeat(max)))).toEqual([])
    expect(problemsOf(withValue(path, '7'.repeat(max + 1)))).toEqual([
      { message: expect.any(String), errorCode: 'STRING_TOO_LONG', fields: [path] },
    ])
    expect(problemsOf(withValue(path, 7))).toMatchObject([{ errorCode: 'INVALID_TYPE', fields: [path] }])
  })

  test.each(VALUES.flatMap(([path, allowed]) => allowed.map((value) => [path, show(value), value] as const)))(
    '%s may be %s',
    (path, _, value) => {
      expect(problemsOf(withValue(path, value))).toEqual([])
    },
  )

  test.each(
    VALUES.flatMap(([path, , refused]) => refused.map((value) => [path, show(value), value] as const)),
  )('%s may not be %s', (path, _, value) => {
    const fields = problemsOf(withValue(path, value)).flatMap((problem) => problem.fields)
    expect(new Set(fields)).toEqual(new Set([path]))
  })

  it('the tables above name every field of the schemas', () => {
    const named = [...new Set([...LONGEST, ...VALUES].map(([path]) => path))]
    const fields = [
      ...Object.keys(wireFullOptionsSchema.shape).map((name) => `Opp.${name}`),
      ...Object.keys(wireFullMerchantSchema.shape).map((name) => `Mer.${name}`),
    ].filter((path) => !path.endsWith('.attributes'))
    expect(named.filter((path) => /^(Opp|Mer)\./.test(path)).sort()).toEqual(fields.sort())
  })
})

describe('what must be there', () => {
  test.each<[string, unknown, string]>([
    ['Opp', { ...complete, Opp: undefined }, 'Opp'],
    ['Mer', { ...complete, Mer: undefined }, 'Mer'],
    ['Mer.Legal_Name__c', withValue('Mer.Legal_Name__c', undefined), 'Mer.Legal_Name__c'],
    ['Mer.Name', withValue('Mer.Name', undefined), 'Mer.Name'],
    ['Mer.Ownership', withValue('Mer.Ownership', undefined), 'Mer.Ownership'],
    ['Opp.attributes', withValue('Opp.attributes', undefined), 'Opp.attributes'],
  ])('%s', (_what, body, field) => {
    expect(problemsOf(body)).toEqual([
      { message: expect.any(String), errorCode: 'REQUIRED_FIELD_MISSING', fields: [field] },
    ])
  })

  test.each(['lstBens', 'lstbussCheckAcc', 'Lstqli'])('%s may be left out', (list) => {
    expect(problemsOf({ ...complete, [list]: undefined })).toEqual([])
    expect(problemsOf({ ...complete, [list]: null })).toMatchObject([{ fields: [list] }])
  })

  test.each(['lstBens[0]', 'lstbussCheckAcc[0]', 'Lstqli[0]'])('%s needs no attributes', (place) => {
    expect(problemsOf(withValue(`${place}.attributes`, undefined))).toEqual([])
  })

  test.each(['lstBens[0]', 'Lstqli[0]'])('%s, whose fields are not shown, may have any', (place) => {
    for (const attributes of [{}, { type: 'Other__c' }, 'text', null, 7])
      expect(problemsOf(withValue(`${place}.attributes`, attributes))).toEqual([])
    for (const name of ['Id', 'id', 'ID'])
      expect(problemsOf(withValue(`${place}.${name}`, '003000000000001AAA'))).toEqual([])
  })

  test.each([-0.01, 100.01])('a percentage of %d is none', (owned) => {
    expect(problemsOf(withValue('lstBens[0].Percentage_Owned__c', owned))).toMatchObject([
      { errorCode: 'NUMBER_OUTSIDE_VALID_RANGE', fields: ['lstBens[0].Percentage_Owned__c'] },
    ])
  })

  test.each([
    ['Opp', 'Account'],
    ['Mer', 'Opportunity'],
    ['lstbussCheckAcc[0]', 'Contact'],
  ])('%s names its record type, and not %s', (place, type) => {
    expect(problemsOf(withValue(`${place}.attributes`, { type }))).toMatchObject([
      { fields: [`${place}.attributes.type`] },
    ])
  })
})

test('a line item may name another record type: the interface shows none', () => {
  expect(problemsOf(withValue('Lstqli[0].attributes', { type: 'Quote' }))).toEqual([])
})

describe('a record id', () => {
  const places = ['Opp', 'Mer', 'lstbussCheckAcc[0]']
  const names = ['Id', 'id', 'ID']
  test.each(places.flatMap((place) => names.map((name) => `${place}.${name}`)))(
    '%s is refused: the alias only creates',
    (path) => {
      for (const value of ['006000000000001AAA', '', null, 7]) {
        expect(problemsOf(withValue(path, value))).toEqual([
          { message: expect.any(String), errorCode: 'INVALID_FIELD_FOR_INSERT_UPDATE', fields: [path] },
        ])
      }
    },
  )

  it('of something else may be named', () => {
    expect(problemsOf(withValue('Lstqli[0].Product2Id', '01t000000000001AAA'))).toEqual([])
  })
})

describe('a body of the alias', () => {
  it('is told all its problems at once', () => {
    const { Name, ...Mer } = complete.Mer
    const body = {
      ...complete,
      Opp: { ...complete.Opp, Id: '006000000000001AAA', FCS__c: 'x'.repeat(11) },
      Mer: { ...Mer, Industry: 'Bakery' },
      Lstqli: [{ attributes: { type: 'QuoteLineItem' }, SourceId: 1 }],
    }
    expect(
      problemsOf(body)
        .flatMap(({ fields }) => fields)
        .sort(),
    ).toEqual(['Lstqli[0].SourceId', 'Mer.Industry', 'Mer.Name', 'Opp.FCS__c', 'Opp.Id'])
  })

  it.each<[unknown]>([[null], [[]], ['text'], [1], [true]])('that is %j is refused as a whole', (body) => {
    expect(problemsOf(body)).toMatchObject([{ errorCode: 'INVALID_TYPE', fields: [] }])
  })

  it.each([{ Opp: 1 }, { Opp: {}, Mer: [] }, { lstBens: [null, 1, []] }, { Lstqli: {} }])(
    'that is as broken as %j is refused, not failed on',
    (body) => {
      expect(problemsOf(body).length).toBeGreaterThan(0)
    },
  )

  it('keeps members that the interface does not show', () => {
    const body = withValue('Lstqli[0].Deep__c', { list: [1] })
    expect(wireFullApplicationSchema.parse(body)).toEqual(body)
    const other = {
      ...complete,
      Extra: 1,
      Mer: { ...complete.Mer, Industry_other__c: 'in the other spelling' },
    }
    expect(wireFullApplicationSchema.parse(other)).toEqual(other)
  })

  it('never repeats a refused value', () => {
    const told = JSON.stringify(problemsOf(withValue('lstBens[0].SSN__c', '900-12-3456')))
    expect(told).not.toMatch(/900.?12.?3456/)
  })
})
