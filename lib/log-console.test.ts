import { expect, test } from 'vitest'
import { printedLine } from './log-console'

const CANARY = '512-45-6789'
const failed = (message: string, more: object = {}) => Object.assign(new Error(message), more)

test.each([
  ['an error of a statement', [' ⨯', failed(`Failed query: select 1\nparams: ${CANARY}`)]],
  ['its text', [`Error: Failed query: select 1 params: ${CANARY}`]],
  [
    'what stands behind it',
    [failed('Failed query', { cause: failed(`syntax params: ${CANARY}`, { detail: CANARY }) })],
  ],
  ['members that a library adds', [failed('It failed.', { query: { ssn: CANARY } })]],
  ['an object', ['It failed.', { ssn: CANARY }]],
])('%s is logged without what somebody typed', (_, parts) => {
  expect(JSON.stringify(printedLine(parts))).not.toContain(CANARY)
})

test('what happened, and where, stays', () => {
  expect(printedLine([' ⨯', failed('Failed query: select 1\nparams: x', { code: '57P01' })])).toMatchObject({
    msg: '⨯',
    error: { message: 'Failed query: select 1\n', code: '57P01', stack: expect.arrayContaining([]) },
    gone: false,
  })
})

test('somebody who went away is no error', () => {
  expect(printedLine([failed('aborted', { code: 'ECONNRESET' })])).toMatchObject({ gone: true })
})
