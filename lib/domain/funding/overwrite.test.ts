import { expect, test } from 'vitest'
import { differenceWords } from './change'
import type { HeldAmount } from './held'
import { overwritingOf, overwrittenIn, sumOverwrites } from './overwrite'

const held = (merchantId: string, amountMinor: number, batchNumber: number): HeldAmount => ({
  merchantId,
  amountMinor,
  isCertain: true,
  batchId: `b${batchNumber}`,
  batchNumber,
  at: `2026-11-0${batchNumber}T00:00:00.000Z`,
})
const set = { transactionNo: 0, amounts: new Map([['CEDAR', 10_564n]]) }
const said = (amounts: ReturnType<typeof overwrittenIn>) =>
  sumOverwrites(amounts).map(({ batchId, was, newMinor }) => `${batchId} ${differenceWords(was, newMinor)}`)

test('an amount that a later batch gives to another merchant counts as an overwrite', () => {
  const now = [held('CEDAR', 0, 2), held('KAYAKS', 10_564, 2)]
  expect(said(overwrittenIn(set, 'b1', { now, before: [] }))).toEqual(['b2 $0.00 (−$105.64 and +$105.64)'])
})

test('an amount that another merchant had before the batch does not', () => {
  const before = [held('KAYAKS', 500, 1)]
  const now = [held('KAYAKS', 500, 1), held('CEDAR', 10_564, 2)]
  expect(said(overwrittenIn(set, 'b2', { now, before }))).toEqual([])
  // An amount that a later batch takes away from that merchant does count.
  const later = [held('CEDAR', 10_564, 2), held('KAYAKS', 0, 3)]
  expect(said(overwrittenIn(set, 'b2', { now: later, before }))).toEqual(['b3 −$5.00'])
})

test('a merchant added by a batch counts as a change to the latest earlier batch', () => {
  const before = [held('BLUEBIRD', 100, 2), held('CEDAR', 10_564, 1)]
  const amounts = new Map([...set.amounts, ['KAYAKS', 739n]])
  expect(said(overwritingOf({ transactionNo: 0, amounts }, before))).toEqual(['b2 +$7.39'])
  expect(overwritingOf(set, [])).toEqual([])
})
