import { describe, expect, it, test } from 'vitest'
import { readJsonText } from './json-table'
import { MAX_LINES } from './limits'
import { matchColumns } from './match-columns'
import { toLines } from './table'

const linesOf = (text: string): string[] => {
  const reading = readJsonText(text)
  if (!reading.ok) throw new Error(reading.message)
  return toLines(reading.table, matchColumns(reading.table.columns)).map(
    ({ row, transactionId, retrievalReferenceNumber, merchantId, amount }) =>
      `${row}: ${[transactionId, retrievalReferenceNumber, merchantId, amount].join(' | ')}`,
  )
}
const body = (transactions: unknown) => JSON.stringify({ transactions })

describe('JSON becomes lines', () => {
  test.each<[rule: string, text: string, lines: string[]]>([
    [
      'the interface’s own body: each funding amount is a line',
      body([
        {
          id: '0001',
          merchantFundingAmounts: [
            { merchantId: 'M-1', amount: '1250' },
            { merchantId: 'M-2', amount: '0050' },
          ],
        },
        {
          retrievalReferenceNumber: '000000000012',
          merchantFundingAmounts: [{ merchantId: 'M-1', amount: '1' }],
        },
      ]),
      ['1: 0001 |  | M-1 | 1250', '2: 0001 |  | M-2 | 0050', '3:  | 000000000012 | M-1 | 1'],
    ],
    [
      'its transactions alone',
      JSON.stringify([{ id: 'A', merchantFundingAmounts: [{ merchantId: 'M', amount: '1' }] }]),
      ['1: A |  | M | 1'],
    ],
    [
      'a transaction without amounts stays, for the checks to name',
      body([
        { id: 'A', merchantFundingAmounts: [] },
        { id: 'B', merchantFundingAmounts: 'x' },
        { id: 'C', merchantFundingAmounts: [null] },
      ]),
      ['1: A |  |  | ', '2: B |  |  | ', '3: C |  |  | '],
    ],
    [
      'a list of objects, each a line',
      '[{"transaction_id":"A","mid":"M-1","amount":"12.50"},{"rrn":"000000000012","mid":"M-2","amount":"3"}]',
      ['1: A |  | M-1 | 12.50', '2:  | 000000000012 | M-2 | 3'],
    ],
    [
      'the only list that an object has',
      '{"made":"today","rows":[{"id":"A","mid":"M","amount":"1"}]}',
      ['1: A |  | M | 1'],
    ],
    [
      'numbers keep every digit that is written',
      '[{"id":12345678901234567890,"mid":1.0,"amount":12.50},{"id":"A","mid":900000000001,"amount":1e3}]',
      ['1: 12345678901234567890 |  | 1.0 | 12.50', '2: A |  | 900000000001 | 1e3'],
    ],
    [
      'no marks of a CSV file are looked for',
      `[{"id":"A;'=1","mid":"M","amount":"1"}]`,
      ["1: A;'=1 |  | M | 1"],
    ],
    [
      'null and nothing are empty',
      '[{"id":null,"mid":"M","amount":"1"},{"mid":"M"}]',
      ['1:  |  | M | 1', '2:  |  | M | '],
    ],
    ['empty objects are skipped, and counted', '[{},{"id":"A","mid":"","amount":""}]', ['2: A |  |  | ']],
    [
      'a nested value is not a cell',
      '[{"id":{"a":1},"mid":["M"],"amount":true}]',
      ['1: {…} |  | {…} | true'],
    ],
    ['names of the prototype are names', '[{"__proto__":"x","constructor":"y","id":"A"}]', ['1: A |  |  | ']],
  ])('%s', (_, text, lines) => expect(linesOf(text)).toEqual(lines))
})

it('a missing member is empty, even if the prototype has one of that name', () => {
  const reading = readJsonText('[{"constructor":"x","id":"A"},{"id":"B"}]')
  expect(reading.ok && reading.table.rows).toEqual([
    ['x', 'A'],
    ['', 'B'],
  ])
})

describe('a source that cannot be a batch is refused with a reason', () => {
  test.each<[string, string, RegExp]>([
    ['broken JSON', '[{"id":"A"', /isn’t valid JSON. Check for/],
    ['a number that starts with 0', '[{"id":0012}]', /starts with 0.*quotation marks/],
    ['a text', '"A"', /has no funding amounts/],
    ['several lists', '{"a":[],"b":[]}', /has no funding amounts/],
    ['an empty list', '[]', /The list is empty/],
    ['no transactions', '{"transactions":[]}', /The list is empty/],
    ['an item that is no object', '[{"id":"A"},5]', /Item 2 of the list is not an object/],
    ['nesting without end', '['.repeat(200_000), /isn’t valid JSON/],
    [
      'nesting without end that is closed',
      `${'['.repeat(100_000)}1${']'.repeat(100_000)}`,
      /not an object|isn’t valid JSON/,
    ],
    [
      'too many members',
      JSON.stringify([Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`m${n}`, '']))]),
      /more than 200 different/,
    ],
    [
      'too many lines',
      `[${'{"id":"A"},'.repeat(MAX_LINES)}{"id":"A"}]`,
      /100,001 lines; a batch has at most 100,000/,
    ],
    [
      'too many amounts',
      body([
        { id: 'A', merchantFundingAmounts: Array(MAX_LINES + 1).fill({ merchantId: 'M', amount: '1' }) },
      ]),
      /more than 100,000 lines/,
    ],
  ])('%s', (_, text, message) => {
    const reading = readJsonText(text)
    expect(reading.ok ? 'It was read.' : reading.message).toMatch(message)
  })

  it('never quotes the file in a refusal', () => {
    const reading = readJsonText('[{"id":"secret" x}]')
    expect(JSON.stringify(reading)).not.toContain('secret')
  })
})
