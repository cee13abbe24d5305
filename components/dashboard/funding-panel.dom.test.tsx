import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { FundingPanel } from './funding-panel'

const sum = (batches: number, transactions: number, amountMinor: bigint) => ({
  batches,
  transactions,
  amountMinor,
})

test('says what was sent and accepted, and every way in which the partner holds something else', () => {
  render(
    <FundingPanel
      funding={{
        days: [],
        forSales: null,
        byBatches: {
          fromLog: sum(3, 28, 241_286n),
          fromElsewhere: sum(1, 1, 188n),
          corrections: sum(1, 1, 20_000n),
          again: 1,
        },
      }}
      period={14}
      dayRule={{ timeZone: 'America/New_York', cutOffHour: 0 }}
    />,
  )
  expect(screen.getByText(/days: 29/).textContent).toBe(
    '$2,414.74 sent and accepted by the partner in the last 14 days: 29 transactions in 4 batches. $1.88 of it in 1 batch created from a file or by hand. 1 batch set transactions again that had been sent before; each time counts here. 1 correction batch replaced earlier amounts with $200.00. The earlier amounts count here, the new ones do not.',
  )
})
