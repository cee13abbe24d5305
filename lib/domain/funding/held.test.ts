import { describe, expect, test } from 'vitest'
import { foldHeld, type HeldAmount, sumHeld } from './held'

/** `EAST 100`: accepted; `EAST 100?`: outcome unknown. The batch number is that of the attempt. */
const sent = (...attempts: string[]): HeldAmount[] =>
  attempts.flatMap((amounts, index) =>
    amounts.split(', ').map((text) => {
      const [, merchantId = '', amount = '', unknown] = /^(\w+) (\d+)(\?)?$/.exec(text) ?? []
      return {
        merchantId,
        amountMinor: Number(amount),
        isCertain: unknown === undefined,
        batchId: `batch-${index + 1}`,
        batchNumber: index + 1,
        at: '2026-11-22T10:00:00.000Z',
      }
    }),
  )

const written = (held: readonly HeldAmount[]): string[] =>
  held.map(
    ({ merchantId, amountMinor, isCertain, batchNumber }) =>
      `${merchantId} ${amountMinor}${isCertain ? '' : '?'} B-${batchNumber}`,
  )

describe('what the partner holds of a transaction', () => {
  test.each([
    ['nothing was sent', [], []],
    ['one request', ['EAST 100, WEST 20'], ['EAST 100 B-1', 'WEST 20 B-1']],
    ['a later amount replaces that of its merchant', ['EAST 100', 'EAST 70'], ['EAST 70 B-2']],
    ['two amounts for one merchant in a request add up', ['EAST 100', 'EAST 70, EAST 20'], ['EAST 90 B-2']],
    [
      'a merchant that is left out keeps its money',
      ['EAST 100', 'WEST 100'],
      ['EAST 100 B-1', 'WEST 100 B-2'],
    ],
    [
      'a merchant that is sent with 0 loses it',
      ['EAST 100', 'EAST 0, WEST 100'],
      ['EAST 0 B-2', 'WEST 100 B-2'],
    ],
    ['an unknown outcome is not certain', ['EAST 100?'], ['EAST 100? B-1']],
    ['a larger uncertain amount counts', ['EAST 100', 'EAST 120?'], ['EAST 120? B-2']],
    ['a smaller uncertain amount changes nothing', ['EAST 100', 'EAST 0?'], ['EAST 100? B-2']],
    ['the largest of several unknown ones counts', ['EAST 5', 'EAST 90?', 'EAST 7?'], ['EAST 90? B-3']],
    ['an accepted one is certain again', ['EAST 100?', 'EAST 70'], ['EAST 70 B-2']],
    [
      'an accepted amount does not make other merchants certain',
      ['EAST 100?, WEST 5?', 'EAST 70'],
      ['EAST 70 B-2', 'WEST 5? B-1'],
    ],
  ])('%s', (_, attempts, held) => {
    expect(written(foldHeld(sent(...attempts)))).toEqual(held)
  })

  test.each([
    [[], { amountMinor: 0, isCertain: true }],
    [['EAST 100, WEST 20'], { amountMinor: 120, isCertain: true }],
    [['EAST 100', 'WEST 20?'], { amountMinor: 120, isCertain: false }],
  ])('the sum of %j', (attempts, sum) => {
    expect(sumHeld(foldHeld(sent(...attempts)))).toEqual(sum)
  })
})
