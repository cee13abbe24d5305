import { expect, test } from 'vitest'
import { failedBeforeText } from './failure-advice'

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
  expect(failedBeforeText({ batch: 'B-7', errorCode, errorMessage })).toBe(text)
})
