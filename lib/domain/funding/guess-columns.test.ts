import { expect, it } from 'vitest'
import { guessColumns } from './guess-columns'

const guess = (...rows: string[]) => {
  const cells = rows.map((row) => row.split('|'))
  const { amount, transactionId, merchantId } = guessColumns({ columns: cells[0] ?? [], rows: cells })
  return { amount, transactionId, merchantId }
}

it('recognizes amounts by their cents, and transaction IDs by a unique code in every cell', () => {
  expect(guess('SBX-C-000001|HARBOR-01|75.21', '', 'SBX-C-000002|HARBOR-01|$1,075.00')).toEqual({
    amount: 2,
    transactionId: 0,
    merchantId: null,
  })
})

it.each([
  ['two columns of amounts', ['a|75.21|1.00', 'b|1.00|75.21'], { amount: null, transactionId: null }],
  ['amounts without cents', ['SBX-C-000001|7521'], { amount: null, transactionId: 0 }],
  ['merchants who differ too', ['SBX-C-000001|HARBOR-01|1.00'], { amount: 2, transactionId: null }],
  ['numbers', ['700000050001|1.00'], { amount: 1, transactionId: null }],
  ['dates', ['2026-07-01|1.00'], { amount: 1, transactionId: null }],
  ['IDs of several rows', ['SBX-C-000001|1.00', 'SBX-C-000001|2.00'], { amount: 1, transactionId: null }],
])('leaves %s to a person', (_, rows, expected) => expect(guess(...rows)).toMatchObject(expected))
