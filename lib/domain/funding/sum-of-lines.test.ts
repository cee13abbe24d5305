import { describe, expect, it } from 'vitest'
import type { FundingLine } from './line'
import { amountsWords, sumOfLines } from './sum-of-lines'

const line = (amount: string, merchantId = 'M-1'): FundingLine => ({
  row: 2,
  transactionId: '',
  retrievalReferenceNumber: '',
  merchantId,
  amount,
})
const terms = { amountUnit: 'minor' } as const

describe('the sum of lines', () => {
  it('counts the amounts that it leaves out, including missing ones', () => {
    const lines = [line('12.50'), line('about ten'), line(''), line('0.01')]
    expect(sumOfLines(lines, terms)).toEqual({ lines: 4, unread: 2, amountMinor: 1_251n })
    expect(amountsWords(sumOfLines(lines, terms))).toBe('2 of 4 amounts (2 missing or unreadable)')
  })

  it('ignores an empty row', () => {
    expect(sumOfLines([line('1'), line('', '')], terms)).toEqual({ lines: 1, unread: 0, amountMinor: 100n })
    expect(amountsWords({ lines: 1, unread: 0 })).toBe('1 amount')
  })

  it('is exact beyond 2^53', () => {
    const lines = Array.from({ length: 10_000 }, () => line('9999999999.99'))
    expect(sumOfLines(lines, terms).amountMinor).toBe(10_000n * 999_999_999_999n)
  })
})
