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

test('amounts that the batch set, or that another merchant had before, are not overwritten', () => {
  const now = [held('CEDAR', 10_564, 1), held('KAYAKS', 500, 2)]
  expect(overwrittenIn(set, 'b1', { now, before: [] }).map(({ merchantId }) => merchantId)).toEqual([
    'KAYAKS',
  ])
  const before = [held('FERN', 900, 3), held('KAYAKS', 500, 2)]
  expect(overwrittenIn(set, 'b1', { now, before })).toEqual([])
  // An amount that the batch set again is the batch's own.
  const both = { transactionNo: 0, amounts: new Map([...set.amounts, ['KAYAKS', 700n]]) }
  expect(said(overwrittenIn(both, 'b1', { now, before }))).toEqual(['b2 −$2.00'])
})

test('a merchant that a batch adds counts as a change to the latest batch, in any order of amounts', () => {
  const before = [held('CEDAR', 10_564, 1), held('BLUEBIRD', 100, 2)]
  expect(overwritingOf({ transactionNo: 0, amounts: new Map([['KAYAKS', 739n]]) }, before)).toMatchObject([
    { batchId: 'b2', wasMinor: 0n, newMinor: 739n },
  ])
})

test('sums per batch, earliest first, count each transaction once and leave out uncertain amounts', () => {
  const amount = (batchNumber: number, transactionNo: number, newMinor: bigint, isCertain = true) => ({
    batchId: `b${batchNumber}`,
    batchNumber,
    transactionNo,
    merchantId: 'CEDAR',
    wasMinor: 500n,
    newMinor,
    isCertain,
  })
  expect(
    sumOverwrites([
      amount(3, 0, 700n),
      amount(2, 0, 100n),
      amount(2, 0, 200n),
      amount(2, 1, 300n),
      amount(2, 2, 500n),
      amount(2, 3, 500n, false),
      amount(2, 3, 9n, false),
    ]),
  ).toEqual([
    {
      batchId: 'b2',
      batchNumber: 2,
      transactions: 2,
      was: { amountMinor: 1_500n, isCertain: true, takenMinor: 900n },
      newMinor: 600n,
      unclear: 1,
    },
    {
      batchId: 'b3',
      batchNumber: 3,
      transactions: 1,
      was: { amountMinor: 500n, isCertain: true },
      newMinor: 700n,
      unclear: 0,
    },
  ])
})
