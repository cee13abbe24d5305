import { render, screen, within } from '@testing-library/react'
import {
  AppRouterContext,
  type AppRouterInstance,
} from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { expect, it } from 'vitest'
import { statementList } from '@/lib/domain/merchants/statement-query'
import type { StatementRow, StatementView } from '@/lib/server/merchants/views'
import { MerchantStatement } from './merchant-statement'

const paid: StatementRow = {
  sequence: 7,
  transaction: 0,
  at: '2026-11-30T23:30:00.000Z',
  id: 'SBX-C-000001',
  reference: '',
  profileId: '941000000001',
  sale: { n: 12, amountMinor: 10_000 },
  batch: { id: '0c7d5a1e-6f0b-4f6e-9a55-0d7c3f1f2a01', number: 1001, purpose: 'new' },
  wasMinor: 0,
  changeMinor: 10_000,
  later: { id: '0c7d5a1e-6f0b-4f6e-9a55-0d7c3f1f2a02', number: 1002, heldMinor: 6_000 },
}
const taken: StatementRow = {
  ...paid,
  sequence: 8,
  sale: null,
  batch: { ...paid.batch, number: 1002, purpose: 'correction' },
  wasMinor: 10_000,
  changeMinor: -4_000,
  later: null,
}
const view: StatementView = {
  items: [taken, paid],
  before: null,
  after: null,
  merchantId: 'CEDAR-STONE-03',
  name: 'Cedar & Stone Masonry',
  totals: { transactions: 1, paidMinor: 10_000, takenBackMinor: 4_000, netMinor: 6_000 },
  today: '2026-11-30',
  days: 'America/New_York',
  timeZone: 'America/New_York',
}

it('shows the period, its totals, and each amount with its sale, its batch and later changes', () => {
  const query = { ...statementList.all, from: '2026-11-01', to: '2026-11-30' }
  render(
    <AppRouterContext value={{} as AppRouterInstance}>
      <MerchantStatement view={view} query={query} />
    </AppRouterContext>,
  )
  expect(screen.getByRole('link', { name: 'This month' }).getAttribute('aria-current')).toBe('page')
  const totals = screen.getByRole('region', { name: 'Totals' }).textContent
  expect(totals).toBe('Nov 1, 2026 to Nov 30, 2026Net paid$60.001 transactionPaid$100.00Taken back$40.00')
  const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1)
  expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    [
      'SBX-C-000001',
      'Nov 30, 2026, 6:30 PM EST',
      'B-1002Correction',
      'Not in the log',
      '−$40.00$100.00 → $60.00',
      '',
    ],
    ['SBX-C-000001', 'Nov 30, 2026, 6:30 PM EST', 'B-1001', '$100.00', '$100.00', 'B-1002, now $60.00'],
  ])
})
