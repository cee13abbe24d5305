import { expect, test } from 'vitest'
import { salesBatchName } from './sales-batch-name'

const of = (count: number) => Array.from({ length: count }, (_, n) => `M-${n}`)

test.each<[readonly string[], paid: number, name: string]>([
  [[], 0, 'Unfunded sales until Nov 22, 2026'],
  // No payees are known yet.
  [[''], 0, 'Unfunded sales until Nov 22, 2026'],
  [[''], 2, 'Unfunded sales until Nov 22, 2026 (2 payees)'],
  [['Bluebird Books'], 2, 'Unfunded sales of Bluebird Books until Nov 22, 2026'],
  [['', 'Bluebird Books'], 1, 'Unfunded sales until Nov 22, 2026 (1 payee)'],
  // A third payee gets a share of the two merchants' sales.
  [of(2), 3, 'Unfunded sales until Nov 22, 2026 (3 payees)'],
  [of(1_500), 1_501, 'Unfunded sales until Nov 22, 2026 (1,501 payees)'],
  [['x'.repeat(120)], 1, `Unfunded sales of ${'x'.repeat(69)}… until Nov 22, 2026`],
])('%j, %i paid', (merchants, paid, name) => {
  expect(salesBatchName({ until: '2026-11-22', merchants, paid })).toBe(name)
})
