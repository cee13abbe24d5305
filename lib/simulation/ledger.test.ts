import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DOCUMENT, documentOf } from './ledger'

test('the document’s tables match the recorded runs', () => {
  const text = readFileSync(DOCUMENT, 'utf8')
  expect(documentOf(text), 'make them by: npm run simulate:tables').toBe(text)
})
