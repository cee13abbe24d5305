import { expect, test } from 'vitest'
import { salesBatchName } from './sales-batch-name'

test.each<[readonly string[], string]>([
  [[], 'Unfunded sales until Nov 22, 2026'],
  [[''], 'Unfunded sales until Nov 22, 2026'],
  [['Bluebird Books'], 'Unfunded sales of Bluebird Books until Nov 22, 2026'],
  [['', 'Bluebird Books'], 'Unfunded sales until Nov 22, 2026 (1 merchant)'],
  [Array.from({ length: 1_500 }, (_, n) => `M-${n}`), 'Unfunded sales until Nov 22, 2026 (1,500 merchants)'],
  [['x'.repeat(120)], `Unfunded sales of ${'x'.repeat(69)}… until Nov 22, 2026`],
])('%j', (merchants, name) => {
  expect(salesBatchName({ until: '2026-11-22', merchants })).toBe(name)
})
