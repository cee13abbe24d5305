import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { FundingPanel } from './funding-panel'

const sum = (batches: number, transactions: number, amountMinor: bigint) => ({
  batches,
  transactions,
  amountMinor,
})

test.each([
  [0, true, ''],
  [1, true, ' 1 batch set transactions again: each transaction counts once, with its latest amounts.'],
  [2, false, ' 2 batches set transactions again: each time counts here.'],
])(
  'says what was sent and accepted, and how a transaction that was set again counts',
  (again, isEachOnce, words) => {
    render(
      <FundingPanel
        funding={{
          days: [],
          forSales: null,
          byBatches: {
            fromLog: sum(3, 28, 241_286n),
            fromElsewhere: sum(1, 1, 188n),
            again,
            isEachOnce,
          },
        }}
        period={14}
        dayRule={{ timeZone: 'America/New_York', cutOffHour: 0 }}
      />,
    )
    expect(screen.getByText(/days: 29/).textContent).toBe(
      `$2,414.74 sent and accepted by the partner in the last 14 days: 29 transactions in 4 batches. $1.88 of it in 1 batch created from a file or by hand.${words}`,
    )
  },
)
