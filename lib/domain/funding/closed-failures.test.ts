import { expect, test } from 'vitest'
import { closeFailuresProblem, type FailuresFacts, reopenFailuresProblem } from './closed-failures'

const done: FailuresFacts = { status: 'done', unsent: 0, isOpen: true, isClosed: false }

test.each<[string, Partial<FailuresFacts>, string | null]>([
  ['refused transactions', {}, null],
  ['a rejected request', { status: 'stopped' }, null],
  ['something unsent', { status: 'stopped', unsent: 2 }, 'Send or withdraw the rest first.'],
  ['an unknown outcome', { status: 'unknown' }, 'It has not finished yet.'],
  ['nothing left', { isOpen: false }, 'None of its failed transactions needs attention.'],
  ['closed failures', { isClosed: true }, 'Its failed transactions are closed.'],
])('a batch with %s can be closed or says why not', (_, facts, problem) => {
  expect(closeFailuresProblem({ ...done, ...facts })).toBe(problem)
})

test('only what is closed is reopened', () => {
  expect(reopenFailuresProblem({ isClosed: true })).toBeNull()
  expect(reopenFailuresProblem(done)).toBe('Its failed transactions are not closed.')
})
