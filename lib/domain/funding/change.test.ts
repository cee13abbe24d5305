import { expect, test } from 'vitest'
import {
  addWas,
  changeWords,
  differenceWords,
  movedShortly,
  movedWords,
  NO_WAS,
  takenFrom,
  type WasSum,
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

test('nothing is known to be held: the amount is what it moves', () => {
  expect(movedWords(null, 140_295n)).toBe('$1,402.95')
  expect(changeWords(null, 140_295n)).toBe(null)
})

test('beside an amount, what is moved is said in both directions; not where nothing was held', () => {
  expect(changeWords(row(18_114n, 28_114n), 28_114n)).toBe('+$100.00')
  expect(changeWords(row(28_114n, 18_114n), 18_114n)).toBe('−$100.00')
  expect(changeWords(addWas(row(7_521n, 0n), row(0n, 7_521n)), 7_521n)).toBe('−$75.21 and +$75.21')
  expect(changeWords(row(0n, 739n), 739n)).toBe(null)
})

test('a button says the balance, and the sentence beside it what that hides', () => {
  const was = { amountMinor: 1_100n, isCertain: true, takenMinor: 100n }
  expect(movedShortly(was, 2_000n)).toEqual({
    words: '+$9.00',
    more: '−$1.00 is taken out, and +$10.00 is put in.',
  })
  expect(movedShortly(was, 1_000n)).toEqual({ words: '−$1.00', more: '' })
  expect(movedShortly(was, 1_100n)).toEqual({ words: '−$1.00 and +$1.00', more: '' })
  expect(movedShortly(null, 500n)).toEqual({ words: '$5.00', more: '' })
})
