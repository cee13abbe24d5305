import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { checkRequest, requestErrorCode, type TransactionIdentifiers } from './request-rules'

const byId = (id: string): TransactionIdentifiers => ({ id })
const byReference = (retrievalReferenceNumber: string): TransactionIdentifiers => ({
  retrievalReferenceNumber,
})
const byBoth = (id: string, retrievalReferenceNumber: string) => ({ id, retrievalReferenceNumber })
const byNeither = (): TransactionIdentifiers => ({})

/** What the log knows: only these reference numbers lead to an ID. */
const idsByReference = new Map([
  ['900000000001', 'D-1'],
  ['900000000002', 'D-2'],
])
const findTransactionId = (reference: string) => idsByReference.get(reference) ?? null

/** `1@0 3@2=1`: code 1 at the first transaction, code 3 at the third, which repeats the second. */
const found = (transactions: TransactionIdentifiers[], find = findTransactionId): string =>
  checkRequest(transactions, find)
    .map((problem) => `${problem.code}@${problem.index}${problem.code === 3 ? `=${problem.firstIndex}` : ''}`)
    .join(' ')

describe('a funding request', () => {
  test.each<[rule: string, transactions: TransactionIdentifiers[], problems: string]>([
    ['with different ids is fine', [byId('A'), byId('B')], ''],
    ['with an id twice among ids in order', [byId('A'), byId('B'), byId('B'), byId('C')], '3@2=1'],
    ['with an id twice where the order ends', [byId('A'), byId('B'), byId('A')], '3@2=0'],
    [
      'with a reference number of an id among ids in order',
      [byId('D-0'), byId('D-1'), byReference('900000000001')],
      '3@2=1',
    ],
    ['with different reference numbers is fine', [byReference('1'), byReference('2')], ''],
    ['with neither a transaction nor a problem is fine here', [], ''],
    ['code 1: both identifiers', [byId('A'), byBoth('B', '1')], '1@1'],
    ['code 1: also where both are of the same transaction', [byBoth('D-1', '900000000001')], '1@0'],
    ['code 2: neither identifier', [byNeither(), byId('A')], '2@0'],
    ['code 2: an empty identifier is not given', [byBoth('', '')], '2@0'],
    ['an empty identifier beside another is no code 1', [byBoth('A', ''), byBoth('', '1')], ''],
    ['code 3: the same id', [byId('A'), byId('B'), byId('A')], '3@2=0'],
    ['code 3: the same reference number', [byReference('1'), byReference('1')], '3@1=0'],
    [
      'code 3: each one after the first, with the place of the first',
      [byId('A'), byId('A'), byId('A')],
      '3@1=0 3@2=0',
    ],
    [
      'code 3: an id, and the reference number of the same',
      [byId('D-1'), byReference('900000000001')],
      '3@1=0',
    ],
    [
      'code 3: a reference number, and the id of the same',
      [byReference('900000000001'), byId('D-1')],
      '3@1=0',
    ],
    ['an id spelled like a reference number is another transaction', [byId('1'), byReference('1')], ''],
    ['ids that differ in case are different', [byId('a'), byId('A')], ''],
    [
      'code 3: where both are given, the id counts',
      [byBoth('A', '1'), byId('A'), byReference('1')],
      '1@0 3@1=0',
    ],
    ['two without identifiers are no duplicates', [byNeither(), byNeither()], '2@0 2@1'],
    [
      'reports problems by code, then by index',
      [byId('A'), byId('A'), byNeither(), byBoth('B', '1')],
      '1@3 2@2 3@1=0',
    ],
  ])('%s', (_, transactions, problems) => {
    expect(found(transactions)).toBe(problems)
  })

  it('has no duplicate under two identifiers as long as the log does not link them', () => {
    expect(found([byId('D-1'), byReference('900000000001')], () => null)).toBe('')
  })
})

test.each<[transactions: TransactionIdentifiers[], code: number | null]>([
  [[byId('A')], null],
  [[byId('A'), byId('A')], 3],
  [[byId('A'), byId('A'), byNeither()], 2],
  [[byId('A'), byId('A'), byNeither(), byBoth('B', '1')], 1],
])('the answer gives the lowest code: %j → %s', (transactions, code) => {
  const problems = checkRequest(transactions, findTransactionId)
  expect(requestErrorCode(problems)).toBe(code)
  expect(requestErrorCode(problems.toReversed())).toBe(code)
})

describe('for any transactions', () => {
  const identifier = fc.constantFrom('', 'A', 'D-1', 'D-2', '900000000001', '900000000002', '900000000003')
  const transaction = fc.record(
    { id: identifier, retrievalReferenceNumber: identifier },
    { requiredKeys: [] },
  )
  const transactions = fc.array(transaction, { maxLength: 12 })

  it('a duplicate repeats an earlier identifier and is reported with its first occurrence', () => {
    const nameOf = ({ id, retrievalReferenceNumber: reference }: TransactionIdentifiers) =>
      id ? `id ${id}` : reference ? `id ${findTransactionId(reference) ?? `#${reference}`}` : null
    fc.assert(
      fc.property(transactions, (given) => {
        const names = given.map(nameOf)
        const expected = names.flatMap((name, index) => {
          const firstIndex = names.indexOf(name)
          return name !== null && firstIndex < index ? [{ code: 3, index, firstIndex }] : []
        })
        expect(checkRequest(given, findTransactionId).filter(({ code }) => code === 3)).toEqual(expected)
      }),
    )
  })

  it('their order changes neither the code nor how many problems there are', () => {
    fc.assert(
      fc.property(
        transactions.chain((given) =>
          fc.tuple(fc.constant(given), fc.shuffledSubarray(given, { minLength: given.length })),
        ),
        ([given, shuffled]) => {
          const problems = checkRequest(given, findTransactionId)
          const others = checkRequest(shuffled, findTransactionId)
          expect(requestErrorCode(others)).toBe(requestErrorCode(problems))
          expect(others.length).toBe(problems.length)
        },
      ),
    )
  })

  it('without the transactions that have problems, none remain', () => {
    fc.assert(
      fc.property(transactions, (given) => {
        const wrong = new Set(checkRequest(given, findTransactionId).map(({ index }) => index))
        expect(found(given.filter((_, index) => !wrong.has(index)))).toBe('')
      }),
    )
  })
})
