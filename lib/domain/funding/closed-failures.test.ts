import { expect, test } from 'vitest'
import {
  closeFailuresProblem,
  type FailuresFacts,
  hasNothingLeft,
  reopenFailuresProblem,
} from './closed-failures'

const done: FailuresFacts = { status: 'done', hasUnsent: false, open: 2, isClosed: false }

test.each<[string, Partial<FailuresFacts>, string | null]>([
  ['refused transactions', {}, null],
  ['a rejected request', { status: 'stopped' }, null],
  ['something unsent', { status: 'stopped', hasUnsent: true }, 'Send or withdraw the rest first.'],
  ['an unknown outcome', { status: 'unknown' }, 'It has not finished yet.'],
  ['nothing left', { open: 0 }, 'None of its failed transactions needs attention.'],
  ['closed failures', { open: 0, isClosed: true }, 'Its failed transactions are closed.'],
  ['others that became open after some were closed', { isClosed: true }, null],
])('a batch with %s can be closed or says why not', (_, facts, problem) => {
  expect(closeFailuresProblem({ ...done, ...facts })).toBe(problem)
})

test('only what is closed is reopened', () => {
  expect(reopenFailuresProblem({ isClosed: true })).toBeNull()
  expect(reopenFailuresProblem(done)).toBe('Its failed transactions are not closed.')
})

test.each<[string, Partial<FailuresFacts>, boolean]>([
  ['closed', { open: 0, isClosed: true }, true],
  ['others open', { open: 1, isClosed: true }, false],
  ['all funded', { open: 0 }, false],
  ['stopped, dealt with elsewhere', { status: 'stopped', open: 0 }, true],
  ['stopped with an unsent rest', { status: 'stopped', open: 0, hasUnsent: true }, false],
  ['stopped and failed', { status: 'stopped' }, false],
])('whether nothing is left to do: %s', (_, facts, isNothing) => {
  expect(hasNothingLeft({ ...done, ...facts })).toBe(isNothing)
})
