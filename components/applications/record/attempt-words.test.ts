import { expect, test } from 'vitest'
import { attemptWords } from './attempt-words'

const answered = (...successes: boolean[]) =>
  successes.map((success) => ({
    success,
    objectType: 'Contact',
    sourceId: null,
    recordId: null,
    message: '',
    name: '',
    enteredId: null,
  }))

test.each([
  ['every record was taken', 'accepted', [true, true], 'good', 'Accepted'],
  ['the answer names no records', 'accepted', [], 'good', 'Accepted'],
  ['some were refused', 'accepted', [true, false, true], 'warn', 'Partially accepted: 2 of 3 records'],
  ['all were refused', 'refused', [false, false], 'bad', 'Rejected'],
  ['there is no answer', 'unknown', [], 'warn', 'Outcome unknown'],
] as const)('an attempt of which %s is called so', (_what, state, successes, tone, label) => {
  expect(attemptWords({ state, results: answered(...successes) })).toEqual({ tone, label })
})
