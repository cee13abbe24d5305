import tables from './field-tables.json' with { type: 'json' }

/**
 * For every field of the interface the values at its limit, which are accepted, and those one beyond or of another
 * kind, which are refused. The rules are those of `field-tables.json`, transcribed from the document and on purpose
 * not taken from `lib/partner/wire`, so that the two hold each other.
 */

export type FieldRule = string | readonly string[]
export type FieldCases = { name: string; accepted: unknown[]; refused: unknown[] }
type Values = Omit<FieldCases, 'name'>

const NOT_TEXT = [7, true, null, ['x'], { x: 'x' }]
const NOT_NUMBER = ['1', '', true, null, [1], {}]

/** Length limits count characters, not bytes. */
const text = (max: number, min = 0): Values => ({
  accepted: ['x'.repeat(max), 'ü'.repeat(max), ...(min === 0 ? [''] : ['x'.repeat(min), ' A '])],
  refused: ['x'.repeat(max + 1), ...(min === 0 ? [] : ['', ' ', '\t\u00a0']), ...NOT_TEXT],
})
const number = (min?: number, max?: number): Values => ({
  accepted: [...new Set([min ?? -1.5, 0, 0.01, 33.3333333333, 99.99, max ?? 1e15])],
  refused: [
    ...(min === undefined ? [] : [min - 0.01]),
    ...(max === undefined ? [] : [max + 0.01]),
    ...NOT_NUMBER,
  ],
})
const digits = (length: number): Values => ({
  accepted: ['1'.repeat(length), '0'.repeat(length)],
  refused: [
    '',
    '1'.repeat(length - 1),
    '1'.repeat(length + 1),
    '1'.repeat(16),
    `${'1'.repeat(length - 1)}a`,
    `${'1'.repeat(length)}\n`,
    ` ${'1'.repeat(length)}`,
    `${'1'.repeat(length)}-1234`,
    `${'1'.repeat(2)}-${'1'.repeat(length - 2)}`,
    '٣'.repeat(length),
    Number('1'.repeat(length)),
  ],
})
const email = (max: number): Values => {
  const withLocalPart = (length: number) => `${'a'.repeat(length)}@${'b'.repeat(34)}.test`
  const around = withLocalPart(0).length
  return {
    accepted: ['office@blue-heron.test', withLocalPart(max - around)],
    refused: [
      withLocalPart(max + 1 - around),
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
const oneOf = (allowed: readonly string[]): Values => ({
  accepted: [...allowed],
  refused: [`${allowed[0]} `, allowed[0]?.toLowerCase(), 'Something Else', '', ...NOT_TEXT],
})

const FIXED: Record<string, Values> = {
  boolean: { accepted: [true, false], refused: ['true', 'false', 1, 0, 'yes', null] },
  string: { accepted: ['Any text', 'x'.repeat(5_000)], refused: NOT_TEXT },
  number: number(),
  date: {
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
  },
  '10 digits or (999) 999-9999': {
    accepted: ['5125550100', '(512) 555-0100'],
    refused: [
      '512555010',
      '51255501000',
      '512-555-0100',
      '512 555 0100',
      '(512)555-0100',
      '(512) 5550100',
      '(512) 555-01000',
      '512) 555-0100',
      '+15125550100',
      '5125550100\n',
      5125550100,
    ],
  },
}

/** A rule as the tables word it, for instance `string, 1 to 100`. */
const WORDED: [pattern: RegExp, values: (...limits: number[]) => Values][] = [
  [/^string, max (\d+)$/, (max = 0) => text(max)],
  [/^string, (\d+) to (\d+)$/, (min, max = 0) => text(max, min)],
  [/^exactly (\d+) digits$/, (length = 0) => digits(length)],
  [/^e-mail, max (\d+)$/, (max = 0) => email(max)],
  [/^URI, max (\d+)$/, (max = 0) => uri(max)],
  [/^number, minimum (\d+)$/, (min) => number(min)],
  [/^number, (\d+) to (\d+)$/, (min, max) => number(min, max)],
  // A length, and no type: text and number are both taken.
  [
    /^max (\d+)$/,
    (max = 0) => ({
      accepted: ['9'.repeat(max), Number('9'.repeat(max))],
      refused: ['9'.repeat(max + 1), Number('9'.repeat(max + 1))],
    }),
  ],
]

function valuesOf(rule: FieldRule): Values {
  if (typeof rule !== 'string') return oneOf(rule)
  const fixed = FIXED[rule]
  if (fixed) return fixed
  for (const [pattern, values] of WORDED) {
    const limits = pattern.exec(rule)?.slice(1).map(Number)
    if (limits) return values(...limits)
  }
  throw new Error(`The tables word a rule that no one reads: ${rule}`)
}

/** What a new application is named by: empty is missing, whatever length is shown. */
const NAMES = ['Mer.Name', 'Mer.Legal_Name__c']

const casesOf = (object: string, rules: Record<string, FieldRule>): FieldCases[] =>
  Object.entries(rules).map(([name, rule]) => {
    const { accepted, refused } = valuesOf(rule)
    return NAMES.includes(`${object}.${name}`)
      ? { name, accepted: accepted.filter((value) => value !== ''), refused: [...new Set([...refused, ''])] }
      : { name, accepted, refused }
  })

export const FIELD_TABLES: Record<'createOrUpdate' | 'alias', Record<string, Record<string, FieldRule>>> = {
  createOrUpdate: tables.createOrUpdate,
  alias: tables.alias,
}

/** Each object of an endpoint's body with the cases of its fields. */
export const fieldCases = (endpoint: keyof typeof FIELD_TABLES): [object: string, fields: FieldCases[]][] =>
  Object.entries(FIELD_TABLES[endpoint]).map(([object, rules]) => [object, casesOf(object, rules)])

export const OWNERSHIP = tables.createOrUpdate.Mer.Ownership
export const ALIAS_OWNERSHIP = tables.alias.Mer.Ownership

/** A value as a failure shows it. */
export function shown(value: unknown): string {
  const json = JSON.stringify(value)
  return json.length <= 40 ? json : `${json.slice(0, 16)}… of ${String(value).length} characters`
}
