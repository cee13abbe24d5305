import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AmountUnit, readAmount } from '@/lib/domain/funding/amount'
import { checkBatch } from '@/lib/domain/funding/check-batch'
import type { FrozenLine, FundingLine } from '@/lib/domain/funding/line'
import { checkRequest } from '@/lib/domain/funding/request-rules'
import { wireFundingRequestSchema } from '@/lib/partner/wire/funding'
import { fundingRequestText } from './funding-request'

const line = (transactionNo: number, more: Partial<FrozenLine> = {}): FrozenLine => ({
  transactionNo,
  transactionId: `A-${transactionNo}`,
  retrievalReferenceNumber: '',
  merchantId: 'M-1',
  amountMinor: 1250n,
  ...more,
})
const bodyOf = (lines: FrozenLine[], unit: AmountUnit = 'minor') =>
  JSON.parse(fundingRequestText(lines, unit))

describe('a request', () => {
  it('has one item a transaction, with its amounts in their order', () =>
    expect(bodyOf([line(0), line(0, { merchantId: 'M-2', amountMinor: 50n }), line(1)])).toEqual({
      transactions: [
        {
          id: 'A-0',
          merchantFundingAmounts: [
            { merchantId: 'M-1', amount: '1250' },
            { merchantId: 'M-2', amount: '50' },
          ],
        },
        { id: 'A-1', merchantFundingAmounts: [{ merchantId: 'M-1', amount: '1250' }] },
      ],
    }))

  it.each([0, 1, 2, 10_001])('loses nothing where its first transaction is number %d of the batch', (n) =>
    expect(bodyOf([line(n)]).transactions).toEqual([
      { id: `A-${n}`, merchantFundingAmounts: [{ merchantId: 'M-1', amount: '1250' }] },
    ]),
  )

  it('names a transaction by what it has, and leaves out the other', () =>
    expect(
      bodyOf([line(7, { transactionId: '', retrievalReferenceNumber: '000000000012' })]).transactions[0],
    ).toEqual({
      retrievalReferenceNumber: '000000000012',
      merchantFundingAmounts: [{ merchantId: 'M-1', amount: '1250' }],
    }))

  it('keeps identifiers as they are, whatever they are', () => {
    const id = '00\u0027İ"\\ ✓'
    expect(bodyOf([line(0, { transactionId: id })]).transactions[0].id).toBe(id)
  })

  it('has amounts in the profile’s unit', () =>
    expect(bodyOf([line(0, { amountMinor: 1200n })], 'major').transactions[0].merchantFundingAmounts).toEqual(
      [{ merchantId: 'M-1', amount: '12' }],
    ))
})

describe('lines of a batch without errors', () => {
  const lines = fc.array(
    fc.record({
      name: fc.constantFrom('A', 'B', 'C', 'D', '000000000012', '900000000001'),
      merchantId: fc.constantFrom('M', 'N', 'ö', '0'.repeat(40)),
      amount: fc.constantFrom('0', '00', '1', '250', '999999999999'),
    }),
    { minLength: 1, maxLength: 4 },
  )

  it('make the same text again and again, which the partner reads and whose identifiers it takes', () => {
    let passed = 0
    fc.assert(
      fc.property(lines, fc.constantFrom<AmountUnit>('minor', 'major'), (given, amountUnit) => {
        const typed = given.map(({ name, merchantId, amount }, index): FundingLine => {
          const isReference = /^\d/.test(name)
          return {
            row: index + 1,
            transactionId: isReference ? '' : name,
            retrievalReferenceNumber: isReference ? name : '',
            merchantId,
            amount,
          }
        })
        const { transactions, totals } = checkBatch(typed, { amountUnit })
        if (totals.errors > 0) return
        passed += 1
        const frozen = typed.map(({ row, amount, ...names }, index) => {
          const reading = readAmount(amount, amountUnit)
          return {
            ...names,
            transactionNo: transactions.findIndex(({ first, last }) => first <= index && index <= last),
            amountMinor: reading.ok ? reading.minor : -1n,
          }
        })
        const text = fundingRequestText(frozen, amountUnit)
        expect(fundingRequestText(structuredClone(frozen), amountUnit)).toBe(text)
        const body = wireFundingRequestSchema.parse(JSON.parse(text))
        expect(body.transactions).toHaveLength(totals.transactions)
        expect(checkRequest(body.transactions, () => null)).toEqual([])
      }),
      { numRuns: 500 },
    )
    expect(passed).toBeGreaterThan(50)
  })
})
