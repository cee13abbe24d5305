import { expect, test } from 'vitest'
import { failedBeforeText, isFinalRefusal, SANDBOX_FINAL_CODES } from './failure-advice'

test.each([
  [
    '100',
    'Unknown transaction',
    'Failed in B-7: code 100, Unknown transaction. Correct the transaction ID, or remove the line.',
  ],
  ['902', 'It is settled.', 'Failed in B-7: code 902, It is settled. A retry cannot help: remove the line.'],
  ['42', '', 'Failed in B-7: code 42. It will probably fail again if sent unchanged.'],
  [
    '',
    'No reason',
    'Failed in B-7: without a code, No reason. It will probably fail again if sent unchanged.',
  ],
])('why a line failed before: %j %j', (errorCode, errorMessage, text) => {
  const isFinal = isFinalRefusal({ finalCodes: SANDBOX_FINAL_CODES }, errorCode)
  expect(failedBeforeText({ batch: 'B-7', errorCode, errorMessage, isFinal })).toBe(text)
})

test('a profile that names no final codes has none', () => {
  expect(SANDBOX_FINAL_CODES.filter((code) => isFinalRefusal({}, code))).toEqual([])
})
