import { describe, expect, it } from 'vitest'
import { readFundingAnswer } from './funding-answer'

const answer = (changes: Record<string, unknown> = {}) =>
  JSON.stringify({
    transactionCount: '3',
    successfulTransactionCount: '2',
    merchantFundingAmountCount: '5',
    amountsSum: '123456789012345',
    transactionLevelErrors: [
      { transactionId: 'A-1', retrievalReferenceNumber: '', errorCode: '100', errorMessage: 'Unknown' },
    ],
    ...changes,
  })
const read = (changes?: Record<string, unknown>) => readFundingAnswer(answer(changes))

describe('the answer of the funding endpoint', () => {
  it('is read as the interface shows it', () => {
    expect(read()).toEqual({
      transactionCount: 3,
      successfulTransactionCount: 2,
      merchantFundingAmountCount: 5,
      amountsSum: '123456789012345',
      errorCode: null,
      errorMessage: null,
      transactionErrors: [
        {
          transactionId: 'A-1',
          retrievalReferenceNumber: null,
          errorCode: '100',
          errorMessage: 'Unknown',
          others: {},
        },
      ],
    })
  })

  it('counts may have leading zeros, and a sum keeps its own', () => {
    expect(read({ transactionCount: '000003', amountsSum: '000' })).toMatchObject({
      transactionCount: 3,
      amountsSum: '000',
    })
  })

  it('figures, codes and identifiers that come as JSON numbers are read digit by digit', () => {
    const text = `{"transactionCount": 2, "successfulTransactionCount":1,"merchantFundingAmountCount":2,
      "amountsSum":900719925474099312345,"errorCode":7,"errorMessage":"\\"errorCode\\": 12 stays",
      "transactionLevelErrors":[{"transactionId":12345678901234567890,"errorCode":100,"at":[1.50,"2"]}]}`
    expect(readFundingAnswer(text)).toEqual({
      transactionCount: 2,
      successfulTransactionCount: 1,
      merchantFundingAmountCount: 2,
      amountsSum: '900719925474099312345',
      errorCode: '7',
      errorMessage: '"errorCode": 12 stays',
      transactionErrors: [
        {
          transactionId: '12345678901234567890',
          retrievalReferenceNumber: null,
          errorCode: '100',
          errorMessage: null,
          others: { at: ['1.50', '2'] },
        },
      ],
    })
  })

  it.each(['1', '2', '3', '999', 'E-42'])('a request-level code %s is kept as given', (errorCode) => {
    const reading = read({ successfulTransactionCount: '0', errorCode, errorMessage: 'Duplicate' })
    expect(reading).toMatchObject({ errorCode, errorMessage: 'Duplicate', successfulTransactionCount: 0 })
  })

  it.each([[''], [null], [undefined]])('a request-level code of %j is none', (errorCode) => {
    expect(read({ errorCode })?.errorCode).toBeNull()
  })

  it('unknown codes and members of a transaction’s error are kept', () => {
    const error = { transactionId: 'A-1', errorCode: 'X9', severity: 'high', detail: { merchantId: 'M-1' } }
    expect(read({ transactionLevelErrors: [error] })?.transactionErrors).toEqual([
      {
        transactionId: 'A-1',
        retrievalReferenceNumber: null,
        errorCode: 'X9',
        errorMessage: null,
        others: { severity: 'high', detail: { merchantId: 'M-1' } },
      },
    ])
  })

  it('what is optional may be missing', () => {
    expect(readFundingAnswer('{"transactionCount":"1","successfulTransactionCount":"1"}')).toEqual({
      transactionCount: 1,
      successfulTransactionCount: 1,
      merchantFundingAmountCount: null,
      amountsSum: null,
      errorCode: null,
      errorMessage: null,
      transactionErrors: [],
    })
  })

  it.each<[string, unknown, number]>([
    ['null', null, 0],
    ['a single error', { transactionId: 'A-1', errorCode: '100' }, 1],
    ['errors that are mere words', ['Unknown transaction', 'Another'], 2],
    ['an error that is nothing', [null], 1],
  ])('a list of errors may be %s', (_what, transactionLevelErrors, count) => {
    expect(read({ transactionLevelErrors })?.transactionErrors).toHaveLength(count)
  })

  it.each<[string, string]>([
    ['nothing', ''],
    ['broken JSON', answer().slice(0, -20)],
    ['a page', '<html></html>'],
    ['a list', `[${answer()}]`],
    ['a word', '"ok"'],
    ['no count of transactions', answer({ transactionCount: undefined })],
    ['no count of successes', answer({ successfulTransactionCount: undefined })],
    ['a count that is no number', answer({ transactionCount: 'three' })],
    ['a negative count', answer({ successfulTransactionCount: -1 })],
    ['a fraction of a count', answer({ successfulTransactionCount: 1.5 })],
    ['a count beyond all numbers', answer({ transactionCount: '9'.repeat(30) })],
  ])('%s cannot be understood', (_what, text) => {
    expect(readFundingAnswer(text)).toBeNull()
  })

  it.each(['1e3', '-5', '12.5', 'about 12'])('a sum of %s is none', (amountsSum) => {
    expect(read({ amountsSum })?.amountsSum).toBeNull()
    expect(
      readFundingAnswer(answer().replace('"123456789012345"', amountsSum))?.amountsSum ?? null,
    ).toBeNull()
  })

  it('texts and unknown members are masked, identifiers and figures are not', () => {
    const error = { transactionId: 'A-secret', errorCode: '100', errorMessage: 'a secret', more: ['secret'] }
    const reading = readFundingAnswer(
      answer({ errorMessage: 'the secret', transactionLevelErrors: [error] }),
      (text) => text.replaceAll('secret', '••••'),
    )
    expect(reading?.errorMessage).toBe('the ••••')
    expect(reading?.transactionErrors[0]).toMatchObject({
      transactionId: 'A-secret',
      errorMessage: 'a ••••',
      others: { more: ['••••'] },
    })
  })

  it('nesting without end, and quotes without end, are no danger', () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000)
    const hostile = answer({ transactionLevelErrors: [{ more: 0 }] }).replace('"more":0', `"more":${deep}`)
    expect(JSON.stringify(readFundingAnswer(hostile)).length).toBeLessThan(1_000)
    expect(readFundingAnswer(`{"a": 1, "b": "${'\\"'.repeat(1_000_000)}`)).toBeNull()
  })

  it.each([
    ['plain', 'x'.repeat(9_000_000)],
    ['escaped', '\\n'.repeat(5_000_000)],
  ])('a long %s text beside a figure that is a number is read', (_what, long) => {
    const text = answer({ errorMessage: 'LONG' })
      .replace('"transactionCount":"3"', '"transactionCount":3')
      .replace('LONG', long)
    expect(text).toContain('"transactionCount":3,')
    expect(readFundingAnswer(text)?.transactionCount).toBe(3)
  })
})

describe('numbers that come as JSON numbers, whatever stands around them', () => {
  const COUNTS = '"transactionCount":1,"successfulTransactionCount":0'
  const others = (member: string) =>
    readFundingAnswer(`{${COUNTS},"transactionLevelErrors":[{"transactionId":"A-1",${member}}]}`)
      ?.transactionErrors[0]?.others

  it.each([
    ['a negative one', '"at":-12', { at: '-12' }],
    ['one below zero with an exponent', '"at":-1.5e-7', { at: '-1.5e-7' }],
    ['zero', '"at":0', { at: '0' }],
    ['nine', '"at":9', { at: '9' }],
    ['in a list', '"at":[1,-2,[3]]', { at: ['1', '-2', ['3']] }],
    ['true, false and nothing are no numbers', '"at":[true,false,null]', { at: [true, false, null] }],
    ['behind an empty text', '"at":"","b":5', { at: '', b: '5' }],
    ['behind a text that ends with a quotation mark', '"at":"x\\"","b":5', { at: 'x"', b: '5' }],
    ['behind a text that ends with a backslash', '"at":"x\\\\","b":5', { at: 'x\\', b: '5' }],
    ['behind a backslash and a quotation mark', '"at":"x\\\\\\"","b":5', { at: 'x\\"', b: '5' }],
    ['a text is no number', '"at":"12","b":"-3","c":"/:"', { at: '12', b: '-3', c: '/:' }],
    ['digits of a text stay where a colon stands in it', '"at":"\\": 12","b":1', { at: '": 12', b: '1' }],
  ])('%s', (_, member, expected) => expect(others(member)).toEqual(expected))

  it.each(['"transactionCount":1', '"transactionCount" : 1', '"transactionCount"\n:\t1'])(
    'with spaces: %s',
    (count) =>
      expect(readFundingAnswer(`{"successfulTransactionCount":"0",${count}}`)?.transactionCount).toBe(1),
  )
})

it('an error that is no object is its message, and one that is nothing says nothing', () => {
  const [text, nothing, list] =
    read({ transactionLevelErrors: ['Down', null, ['x']] })?.transactionErrors ?? []
  expect(text).toMatchObject({ errorMessage: 'Down', errorCode: null, others: {} })
  expect(nothing).toMatchObject({ errorMessage: null, errorCode: null, others: {} })
  expect(list).toMatchObject({ errorMessage: null })
})

it('of what nobody knows, each text is masked, and what lies more than 64 deep is hidden', () => {
  const nested = (depth: number): unknown => (depth === 0 ? 'secret' : [nested(depth - 1)])
  const masked = (depth: number) =>
    JSON.stringify(
      readFundingAnswer(
        answer({ transactionLevelErrors: [{ more: nested(depth), n: null, is: true }] }),
        () => 'X',
      )?.transactionErrors[0]?.others,
    )
  expect(masked(1)).toBe('{"X":true}')
  expect(masked(63)).not.toContain('secret')
  const own = (depth: number) =>
    JSON.stringify(
      readFundingAnswer(answer({ transactionLevelErrors: [{ more: nested(depth) }] }))?.transactionErrors[0]
        ?.others,
    )
  expect(own(64)).toContain('secret')
  expect(own(65)).not.toContain('secret')
})
