import { expect, test } from 'vitest'
import { findMissing, isSameMissing, wordConfirmers, wordInEffect, wordWay } from './lost-answer'

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
  expect(wordWay(personId, { ...facts, saidBy }, twoPeople)).toBe(way),
)

test.each(['sender', 'maker'])('where Settings allow it, the %s settles it alone', (personId) =>
  expect(wordWay(personId, facts, { mayAlone: true })).toBe('resolves'),
)

test('a second person is somebody else who works, and may write batches', () => {
  const person = (id: string, roles: string[], active = true) => ({ id, name: id, active, roles })
  const people = [
    person('sender', ['finance']),
    person('other', ['finance']),
    person('gone', ['finance'], false),
    person('onboarding', ['onboarding']),
  ]
  expect(wordConfirmers(people, 'sender')).toEqual(['other'])
  // The word of somebody who was shut out since, or does other work now, is nobody's.
  expect(['sender', 'gone', 'onboarding', null].map((id) => wordInEffect(id, people))).toEqual([
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

test('what the partner has not is named by id or reference number, in any order and more than once', () => {
  expect(findMissing(['700000000001', 'T-1', 'T-1'], sent)).toEqual({ ok: true, missing: [4, 5] })
})

test('a name that the request has not is refused, in another letter case too', () => {
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
])('of names that the request has not, three are said: %j', (names, words) => {
  expect(findMissing(names, sent)).toEqual({ ok: false, message: expect.stringContaining(words) })
})

test('all of a request is not a part of it', () => {
  expect(findMissing(['T-1', '700000000001', 'T-3'], sent)).toEqual({
    ok: false,
    message: expect.stringContaining('Not received by the partner'),
  })
})

test('a second person says the same only where every transaction is', () => {
  expect(isSameMissing([4, 5], [4, 5])).toBe(true)
  expect(isSameMissing([4, 5], [4])).toBe(false)
  expect(isSameMissing([4], [4, 5])).toBe(false)
  expect(isSameMissing([4, 5], [4, 6])).toBe(false)
  expect(isSameMissing(null, [4])).toBe(false)
  expect(isSameMissing(null, null)).toBe(true)
  expect(isSameMissing([], [])).toBe(true)
  expect(isSameMissing([], null), 'all of it is there, and none of it').toBe(false)
})
