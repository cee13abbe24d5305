import { render, screen } from '@testing-library/react'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import type { ComponentProps } from 'react'
import { expect, it } from 'vitest'
import type { CallbackEventView } from '@/lib/server/callbacks/log/views'
import { CallbackMoney } from './callback-money'
import { CallbackStatus } from './callback-status'

type Router = NonNullable<ComponentProps<typeof AppRouterContext>['value']>

const refusal = { errorCode: '902', errorMessage: 'A settled debit transaction cannot be funded' }
const batch = { id: 'b', number: 1014, status: 'done' as const }
const SALE = {
  n: 1,
  state: 'approved',
  funding: 'unfunded',
  anomalies: [],
  amountMinor: 5_100,
  currencyCode: '840',
  deliveries: 1,
  differences: [],
  alsoPaid: [],
  leftMinor: null,
  held: [],
  batches: [{ ...batch, outcome: 'failed', refusal }],
  outside: null,
  mayFund: true,
  linkN: null,
  linkAmountMinor: null,
  refused: { ...refusal, batch },
} as unknown as CallbackEventView

it('shows where and why the partner refused a sale for good, and does not call it ready', () => {
  const { container } = render(
    <AppRouterContext value={{} as Router}>
      <CallbackStatus event={SALE} mayOpenLinks={false} />
      <CallbackMoney event={SALE} mayOpenBatches />
    </AppRouterContext>,
  )
  expect(container.textContent).not.toContain('Ready to fund')
  expect(screen.getByText('Refused by the partner')).toBeTruthy()
  expect(container.textContent).toContain(
    'The partner refused it in B-1014: code 902, A settled debit transaction cannot be funded. A retry cannot help.',
  )
  expect(screen.getAllByRole('link', { name: 'B-1014' })).toHaveLength(2)
  expect(screen.queryByRole('button', { name: 'Fund this…' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Fund it all the same…' })).toBeTruthy()
})
