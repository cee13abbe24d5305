import { expect, test } from 'vitest'
import type { BatchMoney } from './batch-money'
import {
  addWas,
  changeWords,
  differenceWords,
  movedShortly,
  movedWords,
  NO_WAS,
  takenFrom,
  type WasSum,
  wasOfBatch,
  wasOfMerchant,
  wasWords,
} from './change'

const row = (wasMinor: bigint, newMinor: bigint, isCertain = true): WasSum => ({
  amountMinor: wasMinor,
  isCertain,
  takenMinor: takenFrom(wasMinor, newMinor),
})

test.each<
  [rule: string, rows: [was: bigint, is: bigint, isCertain?: boolean][], difference: string, moved: string]
>([
  [
    'one loses what another gets',
    [
      [7_521n, 0n],
      [0n, 7_521n],
    ],
    '$0.00 (−$75.21 and +$75.21)',
    '−$75.21 and +$75.21',
  ],
  ['all is taken out', [[7_521n, 0n]], '−$75.21', '−$75.21'],
  [
    'more is put in than taken out',
    [
      [500n, 400n],
      [0n, 1_000n],
    ],
    '+$9.00 (−$1.00 and +$10.00)',
    '+$9.00 (−$1.00 and +$10.00)',
  ],
  ['an amount gets more', [[500n, 700n]], '+$2.00', '$7.00'],
  ['all stays', [[500n, 500n]], '$0.00', '$5.00'],
  [
    'what is held is not certain',
    [
      [7_521n, 0n, false],
      [0n, 7_521n],
    ],
    'at least $0.00 (up to −$75.21 and at least +$75.21)',
    'up to −$75.21 and at least +$75.21',
  ],
])('%s', (_, rows, difference, moved) => {
  const was = rows.map((one) => row(...one)).reduce(addWas, NO_WAS)
  const isMinor = rows.reduce((sum, [, is]) => sum + is, 0n)
  expect([differenceWords(was, isMinor), movedWords(was, isMinor)]).toEqual([difference, moved])
})

test('without held money, a batch moves its whole amount', () => {
  expect(movedWords(null, 140_295n)).toBe('$1,402.95')
  expect(changeWords(null, 140_295n)).toBe(null)
})

test('the change beside an amount shows both directions, and is missing if nothing was held', () => {
  expect(changeWords(row(18_114n, 28_114n), 28_114n)).toBe('+$100.00')
  expect(changeWords(row(28_114n, 18_114n), 18_114n)).toBe('−$100.00')
  expect(changeWords(addWas(row(7_521n, 0n), row(0n, 7_521n)), 7_521n)).toBe('−$75.21 and +$75.21')
  expect(changeWords(row(0n, 739n), 739n)).toBe(null)
})

test('an uncertain held amount is shown as “up to”', () => {
  expect(wasWords({ amountMinor: 10_000n, isCertain: true })).toBe('$100.00')
  expect(wasWords({ amountMinor: 10_000n, isCertain: false })).toBe('up to $100.00')
  expect(addWas(NO_WAS, NO_WAS)).toStrictEqual(NO_WAS)
})

const change = (merchantId: string, wasMinor: string | null, isMinor: string, isCertain = true) => ({
  merchantId,
  wasMinor,
  isMinor,
  isCertain,
})
const money = (fields: object) =>
  ({ merchants: [], changes: [], changeCount: 0, changedWasMinor: '0', ...fields }) as unknown as BatchMoney

test('the amount a batch takes out is its stored sum, or the sum of its changes', () => {
  const changes = [change('CEDAR', '500', '200'), change('FERN', '100', '400'), change('ASH', null, '50')]
  const told = { changes, changeCount: 3, changedWasMinor: '600' }
  expect(wasOfBatch(money(told))).toEqual({ amountMinor: 600n, isCertain: true, takenMinor: 300n })
  expect(wasOfBatch(money({ ...told, takenMinor: '900' }))?.takenMinor).toBe(900n)
  expect(
    wasOfBatch(money({ ...told, changes: [...changes, change('FERN', '1', '1', false)] }))?.isCertain,
  ).toBe(false)
  expect(wasOfBatch(money({ ...told, changeCount: 0 }))).toBeNull()
})

test('for one merchant it is the stored amount, uncertain only if that merchant’s changes are', () => {
  const merchants = [
    { merchantId: 'FERN', wasMinor: '100' },
    { merchantId: 'CEDAR', wasMinor: '500', takenMinor: '300' },
    { merchantId: 'ASH' },
  ]
  const told = {
    merchants,
    changes: [change('CEDAR', '500', '200'), change('FERN', '100', '400', false)],
    changeCount: 2,
  }
  expect(wasOfMerchant(money(told), 'CEDAR')).toEqual({
    amountMinor: 500n,
    isCertain: true,
    takenMinor: 300n,
  })
  expect(wasOfMerchant(money(told), 'FERN')).toEqual({ amountMinor: 100n, isCertain: false, takenMinor: 0n })
  expect(wasOfMerchant(money(told), 'ASH')).toBeNull()
  expect(wasOfMerchant(money(told), 'NOBODY')).toBeNull()
  expect(wasOfMerchant(money({ ...told, changeCount: 0 }), 'CEDAR')).toBeNull()
})

test('a button shows the balance, and the sentence beside it what is taken out and put in', () => {
  const was = { amountMinor: 1_100n, isCertain: true, takenMinor: 100n }
  expect(movedShortly(was, 2_000n)).toEqual({
    words: '+$9.00',
    more: '$1.00 is taken out, and $10.00 is added.',
  })
  expect(movedShortly({ ...was, isCertain: false }, 2_000n).more).toBe(
    'Up to $1.00 is taken out, and at least $10.00 is added.',
  )
  expect(movedShortly(was, 1_000n)).toEqual({ words: '−$1.00', more: '' })
  expect(movedShortly(was, 1_100n)).toEqual({ words: '−$1.00 and +$1.00', more: '' })
  expect(movedShortly(null, 500n)).toEqual({ words: '$5.00', more: '' })
})
