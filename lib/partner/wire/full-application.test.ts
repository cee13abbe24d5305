import { readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { wireFullApplicationSchema } from './full-application'
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

/** The fields of Opp and Mer are `field-tables.test.ts`; of the items the interface shows formats alone. */
const ZIP: [unknown[], unknown[]] = [
  ['12345', '00501'],
  ['1234', '123456', '12345-6789', 'abcde', 12345, ''],
]
const ITEM_VALUES: [path: string, allowed: unknown[], refused: unknown[]][] = [
  ['lstBens[1].SSN__c', ['900123456'], ['90012345', '900-12-3456', 900123456]],
  ['lstBens[1].MailingPostalCode', ...ZIP],
  [
    'lstBens[1].Date_of_Birth__c',
    ['2019-04-30', '2020-02-29'],
    ['04/30/2019', '2019-02-29', '2019-4-30', '2019-04-30T00:00:00Z', 20190430],
  ],
  ['lstBens[1].Percentage_Owned__c', [0, 25.5], ['25', null]],
  ['lstBens[1].SourceId', ['a', 'x'.repeat(300)], [7, null]],
  ['lstbussCheckAcc[0].Transit_Routing__c', ['021000021'], ['02100002', '0210000210', 21000021]],
  ['Lstqli[0].SourceId', ['a', 'x'.repeat(300)], [7, null]],
  ['Lstqli[0].Quantity', [2, '2', null, { nested: [true] }], []],
]

test.each(ITEM_VALUES)('%s', (path, allowed, refused) => {
  for (const value of allowed) expect(problemsOf(withValue(path, value)), show(value)).toEqual([])
  for (const value of refused) {
    const fields = problemsOf(withValue(path, value)).flatMap((problem) => problem.fields)
    expect(new Set(fields), show(value)).toEqual(new Set([path]))
  }
})

test.each([
  ['Mer.Legal_Name__c', 'x'.repeat(101), 'STRING_TOO_LONG'],
  ['Opp.FCS__c', 7, 'INVALID_TYPE'],
])('%s says what is wrong with it', (path, value, errorCode) => {
  expect(problemsOf(withValue(path, value))).toMatchObject([{ errorCode, fields: [path] }])
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
