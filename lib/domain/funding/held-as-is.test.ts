import { expect, test } from 'vitest'
import { centsOf, held, known, lines } from '@/lib/testing/money'
import { transactionsOf } from './check-batch'
import { checkMoney, indexMoney } from './check-money'
import { partHeldAsIs } from './held-as-is'
import type { LineProblem } from './line-problem'

/** The problems of these lines if the partner holds these amounts, by transaction. */
function problemsOf(texts: string[], heldOf: Record<string, ReturnType<typeof held>[]>): LineProblem[] {
  const given = lines(...texts)
  const past = Object.entries(heldOf).map(([id, amounts]) => ({ key: `id ${id}`, amounts }))
  return checkMoney(given, transactionsOf(given), centsOf, indexMoney(known({ held: past })))
}

const codesOf = (problems: readonly LineProblem[]) =>
  problems.flatMap(({ row, code }) =>
    ['already-funded', 'payee-changed'].includes(code) ? [`${row} ${code}`] : [],
  )

test('unchanged transactions are counted, and changed ones stay in the list', () => {
  const found = problemsOf(['T-1 A 1.00', 'T-2 A 47.38', 'T-3 A 3.00'], {
    'T-1': [held('A', 100)],
    'T-2': [held('A', 7_438)],
    'T-3': [held('A', 300)],
  })
  expect(codesOf(found)).toHaveLength(3)
  const { heldAsIs, others } = partHeldAsIs(found)
  expect(heldAsIs).toBe(2)
  expect(codesOf(others)).toEqual(['3 already-funded'])
})

test('uncertain amounts and moved payees stay in the list', () => {
  const found = problemsOf(['T-1 A 1.00', 'T-2 B 2.00', 'T-2 A 0.00', 'T-3 A 3.00', 'T-4 A 4.00'], {
    'T-1': [held('A', 100, { isCertain: false })],
    'T-2': [held('A', 200)],
    'T-3': [held('A', 300)],
    'T-4': [held('A', 400)],
  })
  const { heldAsIs, others } = partHeldAsIs(found)
  expect(heldAsIs).toBe(2)
  expect(codesOf(others)).toEqual(['2 already-funded', '3 payee-changed', '3 already-funded'])
})

test('a single unchanged transaction stays in the list', () => {
  const found = problemsOf(['T-1 A 1.00'], { 'T-1': [held('A', 100)] })
  expect(partHeldAsIs(found)).toEqual({ heldAsIs: 0, others: found })
})
