import { describe, expect, it, test } from 'vitest'
import { exampleAccount, exampleContact, exampleDraft, exampleLists } from '@/lib/testing/example-draft'
import { blankContact, blankDraft } from './blank'
import { checkApplication } from './check'
import { lowerFirst } from './field'
import { payfacFields } from './fields'
import { SECTION_NAMES } from './section-names'
import { optionsSchema, type SectionName } from './sections'

const read = (section: SectionName, name: string, typed: unknown): unknown => {
  const result = payfacFields.fieldOf(section, name)?.schema.safeParse(typed)
  if (!result?.success) {
    const [issue] = result?.error.issues ?? []
    return { refused: issue?.code === 'custom' ? issue.params?.code : issue?.code }
  }
  return result.data
}
const refused = (code: string) => ({ refused: code })

/**
 * Interface, "Resources and their fields": the maximum length of each field, and the desk's own where the interface
 * shows none.
 */
const LIMITS: [SectionName, string, number][] = [
  ['merchant', 'legalName', 100],
  ['merchant', 'dbaName', 255],
  ['merchant', 'billingStreet', 255],
  ['merchant', 'billingCity', 40],
  ['merchant', 'billingCountry', 80],
  ['merchant', 'industry', 255],
  ['merchant', 'industryOther', 100],
  ['merchant', 'locationType', 255],
  ['merchant', 'locationOther', 255],
  ['merchant', 'yearsAtLocation', 4],
  ['merchant', 'chainNonChain', 255],
  ['merchant', 'description', 32_000],
  ['merchant', 'associationIdApi', 10],
  ['merchant', 'associationId', 18],
  ['merchant', 'betTableId', 255],
  ['options', 'daysToShip', 255],
  ['options', 'refundPolicy', 255],
]

describe('the longest text of a field', () => {
  test.each(LIMITS)('%s %s: %i characters fit, one more does not', (section, name, limit) => {
    // Years need a digit.
    const fits = `${'x'.repeat(limit - 1)}9`
    expect(read(section, name, fits)).toBe(fits)
    expect(read(section, name, `${fits}x`)).toEqual(refused('too-long'))
  })

  test.each([['merchant', 'email', 100]] as const)(
    '%s %s: an address of %i characters fits, one more does not',
    (section, name, limit) => {
      const address = (length: number) => `${'x'.repeat(length - 13)}@blue.example`.slice(-length)
      const fits = `a${address(limit - 1)}`
      expect(fits).toHaveLength(limit)
      expect(read(section, name, fits)).toBe(fits)
      expect(read(section, name, `a${fits}`)).toEqual(refused('too-long'))
    },
  )

  it('the website: 255 characters fit, one more does not', () => {
    const fits = `https://blue.example/${'x'.repeat(234)}`
    expect(fits).toHaveLength(255)
    expect(read('merchant', 'website', fits)).toBe(fits)
    expect(read('merchant', 'website', `${fits}x`)).toEqual(refused('too-long'))
  })

  it('is tested for every text field, so that no limit is forgotten', () => {
    // The category code has its own test below.
    const tested = new Set(['merchant.mcc', ...LIMITS.map(([section, name]) => `${section}.${name}`)])
    const texts = SECTION_NAMES.flatMap((section) =>
      payfacFields
        .fieldsOf(section)
        .filter(
          ({ meta }) => (meta.kind === 'text' || meta.kind === 'long-text') && meta.maxLength !== undefined,
        )
        .map(({ name }) => `${section}.${name}`),
    )
    expect(texts.filter((name) => !tested.has(name))).toEqual([])
  })

  it('is measured after cleaning', () => {
    expect(read('merchant', 'formationState', '  OH  ')).toBe('OH')
  })
})

describe('states', () => {
  const STATES = [
    ['merchant', 'formationState'],
    ['merchant', 'billingState'],
    ['contacts', 'state'],
    ['accounts', 'bankState'],
  ] as const

  test.each(STATES)('%s %s: kept as two letters, whatever was typed', (section, name) => {
    expect(read(section, name, 'or')).toBe('OR')
    expect(read(section, name, ' Colorado ')).toBe('CO')
    expect(read(section, name, 'Puerto Rico')).toBe('PR')
  })

  test.each(STATES)('%s %s: refuses what is not a state or territory', (section, name) => {
    for (const typed of ['ZZ', 'zz', 'O', 'Ontario', 'x'.repeat(81)])
      expect(read(section, name, typed)).toEqual(refused('not-listed'))
  })
})

describe('the merchant category code', () => {
  test.each(['5812', '9999'])('%j has four digits', (typed) => {
    expect(read('merchant', 'mcc', typed)).toBe(typed)
  })

  test.each(['99', '581', '58120', 'Retail', '5967 Teleservices', `x${'5'.repeat(4)}`])(
    '%j is refused',
    (typed) => {
      expect(read('merchant', 'mcc', typed)).toEqual(refused('format'))
    },
  )
})

describe('fields with a fixed number of digits (rules 11 and 12)', () => {
  test.each([
    ['merchant', 'taxId', 9],
    ['merchant', 'billingPostalCode', 5],
    ['contacts', 'ssn', 9],
    ['contacts', 'postalCode', 5],
    ['accounts', 'routingNumber', 9],
    ['accounts', 'routingNumberAgain', 9],
    ['accounts', 'bankPostalCode', 5],
  ] as const)('%s %s: %i digits, not one more or less', (section, name, length) => {
    const digits = '012345678'.slice(0, length)
    expect(read(section, name, digits)).toBe(digits)
    expect(read(section, name, ` ${digits.slice(0, 2)}-${digits.slice(2)} `)).toBe(digits)
    expect(read(section, name, `${digits}1`)).toEqual(refused('format'))
    expect(read(section, name, digits.slice(1))).toEqual(refused('format'))
    expect(read(section, name, `${digits.slice(1)}x`)).toEqual(refused('format'))
    expect(read(section, name, '٠١٢٣٤٥٦٧٨'.slice(0, length))).toEqual(refused('format'))
  })

  it('a ZIP+4 is cut to its five digits', () => {
    expect(read('merchant', 'billingPostalCode', '43215-0001')).toBe('43215')
    expect(read('contacts', 'postalCode', '432150001')).toBe('43215')
    expect(read('accounts', 'bankPostalCode', '43215-001')).toEqual(refused('format'))
  })

  test.each(['accountNumber', 'accountNumberAgain'])('%s: digits, of any number', (name) => {
    const digits = '00012345678901234'
    expect(read('accounts', name, digits)).toBe(digits)
    expect(read('accounts', name, '0-0 0-1')).toBe('0001')
    expect(read('accounts', name, `${digits}1`)).toBe(`${digits}1`)
    expect(read('accounts', name, '001')).toBe('001')
    expect(read('accounts', name, '12a')).toEqual(refused('format'))
  })
})

describe('phones (rule 10)', () => {
  test.each(['merchant.phone', 'merchant.customerServicePhone'])('%s', (path) => {
    const phone = (typed: string) => read('merchant', path.split('.')[1] ?? '', typed)
    for (const typed of [
      '6145550123',
      '(614) 555-0123',
      '614.555.0123',
      '614/555-0123',
      '+1 614 555 0123',
      '1-614-555-0123',
    ]) {
      expect(phone(typed)).toBe('6145550123')
    }
    for (const typed of ['614555012', '61455501234', '614-555-CALL', '+44 20 7946 0958']) {
      expect(phone(typed)).toEqual(refused('format'))
    }
  })
})

describe('e-mail and web addresses', () => {
  test.each(['o’neil@blue.example', 'no-at.example', 'two@@blue.example', 'ana@blue'])(
    'the e-mail address %s is refused',
    (typed) => {
      expect(read('merchant', 'email', typed)).toEqual(refused('format'))
    },
  )

  it('an apostrophe and a plus are part of an e-mail address', () => {
    expect(read('merchant', 'email', " o'neil+desk@blue.example ")).toBe("o'neil+desk@blue.example")
  })

  test.each([
    ['blue.example', 'https://blue.example'],
    ['http://blue.example/shop?a=1', 'http://blue.example/shop?a=1'],
  ])('the website %s is kept as %s', (typed, kept) => {
    expect(read('merchant', 'website', typed)).toBe(kept)
  })

  test.each(['javascript:alert(1)', 'ftp://blue.example', 'https://', 'blue', 'two words.example'])(
    'the website %s is refused',
    (typed) => {
      expect(read('merchant', 'website', typed)).toEqual(refused('format'))
    },
  )
})

describe('dates', () => {
  test.each(['dateEstablished'])('%s is kept as an ISO day', (name) => {
    expect(read('merchant', name, '2019-04-30')).toBe('2019-04-30')
    expect(read('merchant', name, '4/30/2019')).toBe('2019-04-30')
    expect(read('merchant', name, '2024-02-29')).toBe('2024-02-29')
    for (const typed of ['2023-02-29', '30/04/2019', '2019-04-31', '2019', 'yesterday', '1699-12-31']) {
      expect(read('merchant', name, typed)).toEqual(refused('format'))
    }
  })
})

describe('amounts, percentages and counts', () => {
  test.each([
    ['$12,500.50', '12500.5'],
    ['0', '0'],
    ['.5', '0.5'],
    ['007', '7'],
    ['999999999999999', '999999999999999'],
  ])('the amount %s is kept as %s', (typed, kept) => {
    expect(read('options', 'highMonthlyVolume', typed)).toBe(kept)
  })

  test.each(['1.005', '1e5', '12k', '1.2.3', '--1', '1000000000000000'])(
    'the amount %s is refused',
    (typed) => {
      expect(read('options', 'highMonthlyVolume', typed)).toEqual(refused('format'))
    },
  )

  test.each([
    ['12,50', 'Use a point, not a comma: 12.50.'],
    ['$1250,5', 'Use a point, not a comma: 1,250.50.'],
    ['1.250,00', 'Use a point, not a comma: 1,250.00.'],
    ['1,25,000', /comma after each three digits from the right, such as 1,250/],
    ['12,5000', /comma after each three digits from the right/],
    ['12,500 a month', /must be an amount in dollars/],
    ['1.200', /This can mean \$1,200\.00 or \$1\.20\./],
    ['900.555', /This can mean \$900,555\.00 or \$900\.56\./],
    ['$1,250,000.505', 'Enter at most two digits after the point.'],
    ['1250000.505', 'Enter at most two digits after the point.'],
    ['0.505', 'Enter at most two digits after the point.'],
    ['$1.500.000', /Use commas for thousands: \$1,500,000\./],
  ])('the comma of %s is explained', (typed, message) => {
    const found = optionsSchema.shape.highMonthlyVolume.safeParse(typed)
    expect(found.error?.issues[0]?.message).toMatch(message)
  })

  test.each(['highMonthlyVolume', 'cardVolume', 'highTicket'])('%s cannot be below zero', (name) => {
    expect(read('options', name, '0')).toBe('0')
    expect(read('options', name, '-0.01')).toEqual(refused('range'))
  })

  it('the average ticket has no minimum in the interface', () => {
    expect(read('options', 'averageTicket', '-0.01')).toBe('-0.01')
  })

  test.each([
    ['0', '0'],
    ['100', '100'],
    ['33.33%', '33.33'],
    ['100.000001', refused('range')],
    ['-0.000001', refused('range')],
    ['0.0000001', '0.0000001'],
    ['33.33333333333', '33.33333333333'],
    ['100.0000001', refused('range')],
    ['-0.0000001', refused('range')],
    ['half', refused('format')],
  ])('the percentage %s', (typed, expected) => {
    expect(read('contacts', 'percentageOwned', typed)).toEqual(expected)
  })

  test.each([
    ['0', '0'],
    ['2.5', '2.5'],
    ['-1', refused('range')],
    ['long', refused('format')],
  ])('the years open %s', (typed, expected) => {
    expect(read('accounts', 'yearsOpen', typed)).toEqual(expected)
  })
})

describe('yes-or-no questions', () => {
  test.each([
    ['yes', true],
    ['no', false],
    ['', null],
  ])('%j is read as %j', (typed, answer) => {
    expect(read('merchant', 'everCancelled', typed)).toBe(answer)
  })

  it('who underwrites must be answered', () => {
    expect(read('options', 'partnerUnderwrites', '')).toEqual(refused('required'))
    expect(read('options', 'partnerUnderwrites', 'no')).toBe(false)
  })
})

describe('names and other texts', () => {
  test.each([
    'İstanbul Kâğıt ve Işık',
    "O'Brien & D’Angelo",
    'Пекарня №1',
    '田中商店',
    'مخبز الشمال',
    'Žofie ﬁne ﬀects',
    '👩‍👩‍👧‍👦 Family 🇺🇸',
    "Robert'); DROP TABLE applications;--",
    '<script>alert(1)</script>',
    '=HYPERLINK("x")',
    'null',
    'undefined',
    'NaN',
    '__proto__',
    '../../etc/passwd',
    '%00',
    '{{7*7}} #{7*7}',
    'ＦＵＬＬＷＩＤＴＨ',
    'Z̸͇̀a̶l̷g̵o̴',
  ])('%s passes unchanged', (name) => {
    expect(read('merchant', 'dbaName', name)).toBe(name)
    expect(read('contacts', 'lastName', name)).toBe(name)
  })

  it('surrounding spaces are dropped, and several inside become one', () => {
    expect(read('merchant', 'legalName', '  Blue \t Heron\u00a0 Books ')).toBe('Blue Heron Books')
  })

  it('a long text keeps its lines', () => {
    expect(read('merchant', 'description', ' Books.\n\nMaps.  ')).toBe('Books.\n\nMaps.')
  })

  it('a text of spaces only is blank: null, or missing where it is required', () => {
    expect(read('merchant', 'industryOther', ' \t')).toBeNull()
    expect(read('merchant', 'legalName', ' \t')).toEqual(refused('required'))
  })
})

describe('messages', () => {
  const lists = { ...exampleLists }
  const messages = checkApplication(
    {
      ...blankDraft(),
      contacts: { items: [blankContact('a')], nobodyOwns25: false },
      accounts: { items: [exampleAccount('a', { ddaType: '' })] },
    },
    { lists, today: '2026-11-20' },
  ).violations.map(({ message }) => message)

  it('ask for a value in a sentence, keeping proper names and abbreviations', () => {
    expect(messages).toContain('Enter the federal tax ID.')
    expect(messages).toContain('Choose the ownership.')
    expect(messages).toContain('Enter the Visa, Mastercard and Discover volume.')
    expect(lowerFirst('Social Security number')).toBe('Social Security number')
    expect(lowerFirst('ABA routing number')).toBe('ABA routing number')
  })

  it('end in a full stop or question mark, every one', () => {
    const wrong = checkApplication(
      {
        ...exampleDraft(),
        contacts: { items: [exampleContact('a', { ssn: '1', roles: ['Jester'] })], nobodyOwns25: false },
      },
      { lists, today: '2026-11-20' },
    ).violations.map(({ message }) => message)
    for (const message of [...messages, ...wrong]) expect(message).toMatch(/[.?]$/)
  })
})

it.each(['3/3/15', 'Mar 3, 15', '3-Mar-15'])('%s asks for all digits of the year', (typed) => {
  const { error } = payfacFields.fieldOf('merchant', 'dateEstablished')?.schema.safeParse(typed) ?? {}
  expect(error?.issues[0]?.message).toMatch(/must have a year of 4 digits, such as/)
})

it('a long text is told to be no date in linear time', () => {
  for (const typed of ['a'.repeat(1_000_000), `1${'-'.repeat(1_000_000)}`, `Mar${' '.repeat(1_000_000)}`]) {
    const { error } = payfacFields.fieldOf('merchant', 'dateEstablished')?.schema.safeParse(typed) ?? {}
    expect(error?.issues[0]?.message).toMatch(/must be a date, such as/)
  }
})
