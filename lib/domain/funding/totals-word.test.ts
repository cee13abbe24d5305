import { expect, test } from 'vitest'
import { isTotals } from './totals-word'

test.each(['Total', 'SUM:', 'Summe', 'Gesamt', 'Gesamtsumme:', 'Suma', 'Totale', 'Somme'])(
  '%s is a word for a sum',
  (word) => expect(isTotals(word)).toBe(true),
)

test.each(['', 'Sumatra Coffee', 'Gesamt Café', 'Totally', 'SBX-C-1'])('%s is none', (word) =>
  expect(isTotals(word)).toBe(false),
)
