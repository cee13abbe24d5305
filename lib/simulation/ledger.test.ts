import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DOCUMENT, documentOf } from './ledger'

test('the tables of the document are what the runs wrote down', () => {
  const text = readFileSync(DOCUMENT, 'utf8')
  expect(documentOf(text), 'make them by: npm run simulate:tables').toBe(text)
})
