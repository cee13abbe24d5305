import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { BatchMoney } from '@/lib/domain/funding/batch-money'
import type { BatchView } from '@/lib/server/funding/views'
import { BatchMoneySummary } from './batch-money'
import { OutgoingMoney } from './outgoing-money'

const ids = (count: number) => Array.from({ length: count }, (_, n) => `M-${n + 1}`)

const moneyOf = (count: number, merchantCount = count): BatchMoney => ({
  totalMinor: '100',
  merchants: ids(count).map((merchantId) => ({
    merchantId,
    name: '',
    amountMinor: '100',
    lines: 1,
    isFirst: false,
  })),
  merchantCount,
  firstPayments: 0,
  largest: [],
  changes: [],
  changeCount: 0,
  changedWasMinor: '0',
  changedIsMinor: '0',
  overrides: [],
  inLog: count,
  notInLog: 0,
  belowSale: 0,
  belowSaleMinor: '0',
  warnings: 0,
})

const toSend = (count: number, all = count) =>
  ({
    result: null,
    was: null,
    totals: { transactions: count, amountMinor: 100n },
    profile: { profileId: '941000000001', label: 'East' },
    merchants: {
      shown: ids(count).map((merchantId) => ({
        merchantId,
        name: '',
        by: { 'not-sent': { rows: 1, amountMinor: 1n } },
      })),
      count: all,
      toSend: all,
    },
  }) as unknown as BatchView

const shown = () => screen.getByRole('region', { name: 'Amounts by merchant' }).textContent?.match(/M-\d+/g)

const DIALOGS = [
  [
    'approves',
    (count: number, all?: number) => <BatchMoneySummary money={moneyOf(count, all)} shown={5} opens />,
  ],
  ['sends', (count: number, all?: number) => <OutgoingMoney batch={toSend(count, all)} />],
] as const

it.each(DIALOGS)('whoever %s sees a few merchants at once, without a button', (_, dialog) => {
  render(dialog(7))
  expect(shown()).toHaveLength(7)
  expect(screen.queryByRole('button')).toBeNull()
})

it.each(DIALOGS)('whoever %s opens and closes all merchants', async (_, dialog) => {
  const person = userEvent.setup()
  render(dialog(40))
  expect(shown()).toHaveLength(5)
  await person.click(screen.getByRole('button', { name: 'Show all 40 merchants' }))
  expect(shown()).toHaveLength(40)
  await person.click(screen.getByRole('button', { name: 'Show fewer' }))
  expect(shown()).toHaveLength(5)
})

it.each(DIALOGS)('whoever %s sees how many the list does not have', async (_, dialog) => {
  const person = userEvent.setup()
  const { container } = render(dialog(200, 499))
  await person.click(screen.getByRole('button', { name: 'Show the first 200 of 499 merchants' }))
  expect(shown()).toHaveLength(200)
  expect(container.textContent).toContain('and 299 more merchants')
})

it('of many different splits, the five that differ most are shown, and a button shows the others', async () => {
  const person = userEvent.setup()
  const otherSplits = Array.from({ length: 55 }, (_, n) => ({
    transaction: `T-${n + 1}`,
    merchantId: 'OWNER',
    shares: [{ merchantId: 'FEE', isMinor: 2_000, defaultMinor: n === 30 ? 13_639 : 2_001 }],
  }))
  const money = { ...moneyOf(1), otherSplits, otherSplitCount: 60 }
  const { container } = render(<BatchMoneySummary money={money} shown={10} />)
  const splits = () =>
    screen
      .getByRole('region', { name: 'Sales that are not split by default' })
      .textContent?.match(/T-\d+(?=default)/g)
  expect(splits()).toEqual(['T-31', 'T-1', 'T-2', 'T-3', 'T-4'])
  await person.click(screen.getByRole('button', { name: 'Show the first 55 of 60 sales' }))
  expect(splits()).toHaveLength(55)
  expect(container.textContent).toContain('and 5 more sales')
})
