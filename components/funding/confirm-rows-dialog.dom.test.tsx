import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentProps } from 'react'
import { expect, it, vi } from 'vitest'
import ConfirmRowsDialog from './confirm-rows-dialog'

type Question = ComponentProps<typeof ConfirmRowsDialog>['question']

function show(question: Pick<Question, 'count' | 'named'> & Partial<Question>, onSubmit = () => {}) {
  render(
    <ConfirmRowsDialog
      batch={{ number: 13 }}
      question={{ otherPayee: 0, otherSale: 0, transactions: 15, ...question }}
      busy={false}
      onSubmit={onSubmit}
      onClose={() => {}}
    />,
  )
}

it('names transactions that are not in the log, and submits once somebody confirms them', async () => {
  const submit = vi.fn()
  const person = userEvent.setup()
  show(
    {
      count: 2,
      named: [
        { row: 4, transaction: 'T-20237', amountMinor: '7521', meant: 'T-20273' },
        { row: 9, transaction: 'T-9', amountMinor: '100' },
      ],
    },
    submit,
  )
  expect(screen.getByRole('dialog').textContent).toContain('The log has the other 13 of B-13.')
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Row 4: T-20237, $75.21. Did you mean T-20273?',
    'Row 9: T-9, $1.00',
  ])
  const button = screen.getByRole<HTMLButtonElement>('button', { name: /^Submit/ })
  expect(button.textContent).toBe('Submit with 2 not in the log')
  expect(button.disabled).toBe(true)
  await person.click(screen.getByRole('checkbox', { name: 'Submit them as they are' }))
  await person.click(button)
  expect(submit).toHaveBeenCalledOnce()
})

it.each([
  [
    1,
    '1 transaction is a sale of another merchant',
    'B-13 pays the merchant of this sale nothing.',
    'Submit with 1 of another merchant',
  ],
  [
    3,
    '3 transactions may be the wrong ones',
    '1 transaction is a sale of another merchant, who gets nothing and 2 transactions are not in the callback log.',
    'Submit all 3',
  ],
])('names whose sale is paid to somebody else: %i in all', (count, name, description, press) => {
  show({
    count,
    otherPayee: 1,
    named: [
      { row: 4, transaction: 'T-20237', amountMinor: '7521', owner: 'HARBOR-LANE-02', meant: 'T-20273' },
    ],
  })
  expect(screen.getByRole('dialog', { name }).textContent).toContain(description)
  expect(screen.getAllByRole('listitem')[0]?.textContent).toBe(
    'Row 4: T-20237, $75.21, a sale of HARBOR-LANE-02. Did you mean T-20273?',
  )
  expect(screen.getByRole<HTMLButtonElement>('button', { name: press }).disabled).toBe(true)
})

it('names a sale with another amount, and the sale with exactly this amount', () => {
  show({
    count: 1,
    otherSale: 1,
    named: [{ row: 4, transaction: 'T-20116', amountMinor: '3532', saleMinor: '24710', meant: 'T-20196' }],
  })
  expect(screen.getByRole('dialog', { name: '1 transaction may be the wrong one' }).textContent).toContain(
    '1 transaction has an amount that another sale has exactly.',
  )
  expect(screen.getAllByRole('listitem')[0]?.textContent).toBe(
    'Row 4: T-20116, $35.32, a sale of $247.10. Did you mean T-20196?',
  )
})
