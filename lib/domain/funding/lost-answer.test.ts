import { expect, test } from 'vitest'
import { findMissing, isSameMissing, reportConfirmers, reportInEffect, reportWay } from './lost-answer'

const facts = { preparedBy: 'sender', workedOnBy: ['maker'], saidBy: null }
const twoPeople = { mayAlone: false }

test.each([
  ['whoever sent it proposes it', 'sender', null, 'proposes'],
  ['whoever made the batch proposes it', 'maker', null, 'proposes'],
  ['someone else settles it', 'other', null, 'resolves'],
  ['whoever proposed it waits', 'sender', 'sender', 'waits'],
  ['whoever made the batch confirms what its sender proposed', 'maker', 'sender', 'confirms'],
  ['someone else confirms it', 'other', 'sender', 'confirms'],
] as const)('%s', (_, personId, saidBy, way) =>
  expect(reportWay(personId, { ...facts, saidBy }, twoPeople)).toBe(way),
)

test.each(['sender', 'maker'])('if Settings allow it, the %s resolves it alone', (personId) =>
  expect(reportWay(personId, facts, { mayAlone: true })).toBe('resolves'),
)

test('a second person is another active person who may write batches', () => {
  const person = (id: string, roles: string[], active = true) => ({ id, name: id, active, roles })
  const people = [
    person('sender', ['finance']),
    person('other', ['finance']),
    person('gone', ['finance'], false),
    person('onboarding', ['onboarding']),
  ]
  expect(reportConfirmers(people, 'sender')).toEqual(['other'])
  // A proposal by someone who has lost access or changed roles does not count.
  expect(['sender', 'gone', 'onboarding', null].map((id) => reportInEffect(id, people))).toEqual([
    'sender',
    null,
    null,
    null,
  ])
})

const sent = [
  { transactionNo: 4, transactionId: 'T-1', retrievalReferenceNumber: '' },
  { transactionNo: 4, transactionId: 'T-1', retrievalReferenceNumber: '' },
  { transactionNo: 5, transactionId: '', retrievalReferenceNumber: '700000000001' },
  { transactionNo: 6, transactionId: 'T-3', retrievalReferenceNumber: '' },
]

test('missing transactions are named by ID or reference number, in any order and repeatedly', () => {
  expect(findMissing(['700000000001', 'T-1', 'T-1'], sent)).toEqual({ ok: true, missing: [4, 5] })
})

test('a name that is not in the request is refused, even if it differs only by case', () => {
  expect(findMissing(['T-1', 't-3', 'T-9'], sent)).toEqual({
    ok: false,
    message: expect.stringContaining('“t-3” and “T-9” are not in this request.'),
  })
})

test.each([
  [['T-9'], '“T-9” is not in this request.'],
  [['A', 'B', 'C'], '“A”, “B” and “C” are not in this request.'],
  [['A', 'B', 'C', 'D', 'D'], '“A”, “B”, “C” and 1 more are not in this request.'],
  [
    Array.from({ length: 1_203 }, (_, n) => `X-${n}`),
    '“X-0”, “X-1”, “X-2” and 1,200 more are not in this request.',
  ],
])('a refusal lists three of the unknown names: %j', (names, words) => {
  expect(findMissing(names, sent)).toEqual({ ok: false, message: expect.stringContaining(words) })
})

test('naming all transactions as missing is refused', () => {
  expect(findMissing(['T-1', '700000000001', 'T-3'], sent)).toEqual({
    ok: false,
    message: expect.stringContaining('Not received by the partner'),
  })
})

test('two outcomes are the same only if every missing transaction is', () => {
  expect(isSameMissing([4, 5], [4, 5])).toBe(true)
  expect(isSameMissing([4, 5], [4])).toBe(false)
  expect(isSameMissing([4], [4, 5])).toBe(false)
  expect(isSameMissing([4, 5], [4, 6])).toBe(false)
  expect(isSameMissing(null, [4])).toBe(false)
  expect(isSameMissing(null, null)).toBe(true)
  expect(isSameMissing([], [])).toBe(true)
  expect(isSameMissing([], null), 'all of it is there, and none of it').toBe(false)
})
