import { expect, test } from 'vitest'
import type { KnownMerchant } from './check-money'
import { type ReadAs, readAsTitle, readAsWords, transactionIdKey, withNamesRead } from './names-read'

const merchant = (merchantId: string, state: KnownMerchant['state'] = 'active'): [string, KnownMerchant] => [
  merchantId,
  { merchantId, name: `Name of ${merchantId}`, state, isFirst: false },
]
const index = {
  merchants: new Map([
    merchant('A'),
    merchant('B'),
    merchant('P', 'paused'),
    merchant('U', 'unconfirmed'),
    merchant('C', 'closed'),
  ]),
  named: new Map([
    ['a', ['A']],
    ['name of b', ['B']],
    ['both', ['A', 'B']],
    ['paused', ['P']],
    ['unconfirmed', ['U']],
    ['closed', ['C']],
  ]),
  otherSpellings: new Map([
    ['sbx-c-1', ['SBX-C-1']],
    ["'SBX-C-1", ['SBX-C-1']],
    ['sbx-c-2', ['SBX-C-2', 'sBX-C-2']],
  ]),
  findTransactionId: (reference: string) => (reference === '700000000001' ? 'SBX-C-1' : null),
}
const line = (merchantId: string, row = 2) => ({
  row,
  transactionId: `T-${row}`,
  retrievalReferenceNumber: '',
  merchantId,
  amount: '1.00',
})
const read = (merchantId: string) => withNamesRead([line(merchantId)], index).lines[0]?.merchantId

test.each([
  ['an id in other capitals', 'a', 'A'],
  ['a name', 'name of b', 'B'],
  ['the name of a paused merchant, whose line then says so', 'paused', 'P'],
  ['the name of an unconfirmed merchant', 'unconfirmed', 'U'],
])('%s is replaced by its ID', (_, typed, id) => expect(read(typed)).toBe(id))

test.each([
  ['a name that several merchants have', 'both'],
  ['the name of a closed merchant', 'closed'],
  ['a text that names no one', 'Nobody'],
  ['an exact ID', 'A'],
])('%s stays as it was typed', (_, typed) => expect(read(typed)).toBe(typed))

test.each([
  ['is dropped beside the ID of its sale', 'SBX-C-1', '700000000001', ['SBX-C-1', '']],
  ['is dropped beside that ID in another spelling', 'sbx-c-1', '700000000001', ['SBX-C-1', '']],
  ['stays beside the id of another sale', 'SBX-C-2', '700000000001', ['SBX-C-2', '700000000001']],
  ['stays if the log does not have it', 'SBX-C-1', '700000000002', ['SBX-C-1', '700000000002']],
  ['stays if it is the only identifier', '', '700000000001', ['', '700000000001']],
])('a reference number %s', (_, transactionId, retrievalReferenceNumber, expected) => {
  const given = { ...line('A'), transactionId, retrievalReferenceNumber }
  const [after] = withNamesRead([given], index).lines
  expect([after?.transactionId, after?.retrievalReferenceNumber]).toEqual(expected)
})

test('dropped reference numbers are reported once for all rows', () => {
  const given = { ...line('A'), transactionId: 'SBX-C-1', retrievalReferenceNumber: '700000000001' }
  const none = { ...index, named: new Map(), otherSpellings: new Map() }
  const { readAs } = withNamesRead([given, { ...given, row: 3 }, line('A', 4)], none)
  expect(readAsWords(readAs)).toEqual([
    'The retrieval reference numbers of 2 rows were left out: they are the same sales as the transaction IDs.',
  ])
})

test('each replaced text is reported once with its rows, and unchanged lines stay the same objects', () => {
  const lines = [line('a', 2), line('A', 3), line('a', 4), line('both', 5)]
  const { lines: after, readAs } = withNamesRead(lines, index)
  expect(after[1]).toBe(lines[1])
  expect(after[3]).toBe(lines[3])
  expect(readAs).toEqual([{ typed: 'a', id: 'A', name: 'Name of A', rows: 2 }])
  expect(readAsWords(readAs)).toEqual(['“a” read as A (Name of A) in 2 rows.'])
})

test('the first of many are reported, with the count of the others', () => {
  const readAs = Array.from({ length: 8 }, (_, at) => ({
    typed: `t${at}`,
    id: `M${at}`,
    name: `N${at}`,
    rows: 1,
  }))
  expect(readAsWords(readAs)).toHaveLength(6)
  expect(readAsWords(readAs).at(-1)).toBe('3 more merchants read by their names.')
})

test('a transaction ID gets the log’s spelling if exactly one sale matches, and stays if several do', () => {
  const given = (transactionId: string, row: number) => ({ ...line('A', row), transactionId })
  const lines = [given('sbx-c-1', 2), given("'SBX-C-1", 3), given('sbx-c-2', 4), given('SBX-C-9', 5)]
  const { lines: after, readAs } = withNamesRead(lines, index)
  expect(after.map(({ transactionId }) => transactionId)).toEqual([
    'SBX-C-1',
    'SBX-C-1',
    'sbx-c-2',
    'SBX-C-9',
  ])
  expect(after[3]).toBe(lines[3])
  expect(readAsWords(readAs)).toEqual([
    '“sbx-c-1” read as SBX-C-1 in 1 row.',
    "“'SBX-C-1” read as SBX-C-1 in 1 row.",
  ])
})

test.each([
  ['SBX-C-1', 'sbx-c-1'],
  ["'SBX-C-1", 'sbx-c-1'],
  ['’sbx-C-1', 'sbx-c-1'],
  ['SBX -C-\u00a01', 'sbx-c-1'],
])('%j equals %j apart from letter case, whitespace and a leading apostrophe', (id, key) =>
  expect(transactionIdKey(id)).toBe(key),
)

test('the title says whether one or several were read, or whether one identifier was enough', () => {
  const read = (isReference: boolean): ReadAs => ({
    typed: 'x',
    id: 'T-1',
    name: null,
    rows: 1,
    ...(isReference && { isReference }),
  })
  expect(readAsTitle([read(true), read(true)])).toBe('One identifier is enough')
  expect(readAsTitle([read(false)])).toBe('One entry was read as an ID')
  expect(readAsTitle([read(false), read(true)])).toBe('Some entries were read as IDs')
})
