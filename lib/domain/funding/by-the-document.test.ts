import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupedCents } from '@/lib/domain/values/money'
import { batchAmountText, readAmount, toWireAmount } from './amount'
import { approvalsNeeded } from './approval'
import { checkBatch } from './check-batch'
import type { FundingLine } from './line'
import { matchAnswer } from './match-answer'
import { matchColumns } from './match-columns'
import { splitAmount } from './split'
import { readDelimited, toLines } from './table'

const MINOR = { amountUnit: 'minor' } as const
const line = (row: number, fields: Partial<FundingLine>): FundingLine => ({
  row,
  transactionId: 'T',
  retrievalReferenceNumber: '',
  merchantId: 'M',
  amount: '1',
  ...fields,
})
const codesOf = (lines: FundingLine[], terms = MINOR) =>
  checkBatch(lines, terms).problems.map(({ row, code }) => `${row} ${code}`)

describe('an identifier with an invisible or lost character', () => {
  it.each(['A\u0000', 'A\uFFFD', 'A\uD800', 'A\u200B', 'A\u202E', 'A\u2028'])(
    '%j is an error',
    (transactionId) => expect(codesOf([line(2, { transactionId })])).toEqual(['2 characters']),
  )

  it.each(['İ', 'ß', '٣', '𝟛', 'naïve', '你好'])('%s is valid', (transactionId) =>
    expect(codesOf([line(2, { transactionId })])).toEqual([]),
  )
})

describe('digits of other scripts are not an amount', () => {
  it.each(['١٢', '１２', '𝟛', '²', '1e3', '0x10', '1_000', ' ', '+5', '−5', '1\u00A000', 'Infinity'])(
    '%j',
    (amount) => {
      for (const unit of ['minor', 'major'] as const) expect(readAmount(amount, unit).ok).toBe(false)
      for (const style of ['dollars', 'cents'] as const) expect(batchAmountText(amount, style)).toBe(amount)
    },
  )
})

it('an amount reads the same with and without decimals, in both units, up to the largest that can be sent', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 9_999_999_999n }), (dollars) => {
      const minor = readAmount(`${dollars}.00`, 'minor')
      const major = readAmount(`${dollars}`, 'major')
      expect(minor).toEqual({ ok: true, minor: dollars * 100n })
      expect(major).toEqual(minor)
      expect(batchAmountText(`${dollars}00`, 'cents')).toBe(`${dollars}.00`)
      expect(toWireAmount(dollars * 100n, 'major')).toBe(`${dollars}`)
      expect(toWireAmount(dollars * 100n, 'minor')).toBe(dollars === 0n ? '0' : `${dollars}00`)
      expect(groupedCents(dollars * 100n).replaceAll(',', '')).toBe(`${dollars}.00`)
    }),
  )
  for (const [text, unit, ok] of [
    ['9999999999.99', 'minor', true],
    ['10000000000.00', 'minor', false],
    ['999999999999', 'major', true],
    ['1000000000000', 'major', false],
    ['999999999999.01', 'major', false],
  ] as const)
    expect(readAmount(text, unit).ok, `${text} ${unit}`).toBe(ok)
})

it('a second approver is needed from one cent above the limit, but not at it', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 16n }),
      fc.integer({ min: 0, max: 1_000_000 }),
      (cents, count) => {
        const rules = {
          secondAboveAmount: groupedCents(cents).replaceAll(',', ''),
          secondAboveTransactions: count,
          secondAboveMakerDay: null,
          secondAboveMerchantDay: null,
        }
        const needed = (transactions: number, amountMinor: bigint) =>
          approvalsNeeded(
            {
              transactions,
              amountMinor,
              maker: { name: 'Fay', batches: 1, amountMinor },
              merchant: null,
            },
            rules,
          ).needed
        expect(needed(count, cents)).toBe(1)
        expect(needed(count, cents + 1n)).toBe(2)
        expect(needed(count + 1, cents)).toBe(2)
      },
    ),
  )
})

it('a transaction fails at most once, even if the answer names it twice or under both identifiers', () => {
  const sent = [
    { transactionNo: 0, id: 'A', retrievalReferenceNumber: undefined },
    { transactionNo: 1, id: undefined, retrievalReferenceNumber: '000000000001' },
    { transactionNo: 2, id: 'B', retrievalReferenceNumber: undefined },
  ]
  const error = (transactionId: string | null, retrievalReferenceNumber: string | null) => ({
    transactionId,
    retrievalReferenceNumber,
    errorCode: '100',
    errorMessage: '',
  })
  const { failures, unmatchedErrors } = matchAnswer(
    { transactions: 3, amounts: 3, amountsSum: '3' },
    {
      transactionCount: 3,
      successfulTransactionCount: 1,
      merchantFundingAmountCount: 3,
      amountsSum: '3',
      errorCode: null,
      transactionErrors: [
        error('A', ''),
        error('A', null),
        error('', '000000000001'),
        error('Z', '000000000001'),
        error('', ''),
        error('__proto__', null),
        error('a', null),
        error(' B', null),
      ],
    },
    sent,
  )
  expect(failures.map(({ transactionNo }) => transactionNo)).toEqual([0, 1])
  expect(unmatchedErrors.length).toBeGreaterThanOrEqual(4)
})

it('the parts of a split add up to the total for any shares, even above 2^53, and the last gets the remainder', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 17n }),
      fc.integer({ min: 1, max: 99 }),
      (total, percent) => {
        const split = splitAmount(total, [
          { merchantId: 'A', percent: String(percent) },
          { merchantId: 'B', percent: String(100 - percent) },
        ])
        if (!split.ok) throw new Error(split.problems[0]?.message)
        const parts = split.amounts.map(({ amountMinor }) => amountMinor)
        expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(total)
        expect(parts[0], 'to the nearest cent').toBe((total * BigInt(percent) + 50n) / 100n)
      },
    ),
  )
})

it('any quoted CSV cell is read unchanged, except that it is trimmed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), (text) => {
      const id = text.trim().replace(/\r\n?/g, '\n')
      // Except the apostrophe by which spreadsheets mark a text.
      fc.pre(id !== '' && !/^['=]/.test(id) && !id.includes('\u0000'))
      const reading = readDelimited(`id,mid,amount\r\n"${id.replaceAll('"', '""')}",M,1\r\n`)
      if (!reading.ok) throw new Error(reading.message)
      expect(
        toLines(reading.table, matchColumns(reading.table.columns)).map((one) => one.transactionId),
      ).toEqual([id])
    }),
  )
})
