import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { centsOf, lines } from '@/lib/testing/money'
import { transactionsOf } from './check-batch'
import type { LineProblem } from './line-problem'
import { joinRiskRows, newRisks, riskRows, warningGroups, warningPart } from './warning-groups'

const risk = (row: number, code: LineProblem['code'] = 'other-payee'): LineProblem => ({
  row,
  field: null,
  code,
  severity: 'warning',
})

describe('risks that approvers were not shown', () => {
  const shown = [risk(1), risk(2), risk(7), risk(3, 'already-funded')]

  it('include a row that had none, even if the count of its kind is the same', () => {
    expect(newRisks({ riskRows: riskRows(shown) }, [risk(2), risk(9)])).toEqual([risk(9)])
  })

  it('include another kind in a row that was shown', () => {
    expect(newRisks({ riskRows: riskRows(shown) }, [risk(3)])).toEqual([risk(3)])
  })

  it('exclude what they saw, and parts of it', () => {
    expect(newRisks({ riskRows: riskRows(shown) }, shown)).toEqual([])
    expect(newRisks({ riskRows: riskRows(shown) }, [risk(7)])).toEqual([])
  })

  it('exclude errors and warnings that move no money', () => {
    const others: LineProblem[] = [{ ...risk(9), severity: 'error' }, risk(9, 'merchant-first')]
    expect(newRisks({ riskRows: {} }, others)).toEqual([])
  })

  it('include every risk if the batch was frozen before rows were stored', () => {
    expect(newRisks({}, [risk(8), risk(9), risk(4, 'merchant-first')])).toEqual([risk(8), risk(9)])
  })

  it('exclude rows shown in either of two approvals', () => {
    const rows = fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 30 })
    fc.assert(
      fc.property(rows, rows, rows, (first, second, now) => {
        const at = (all: readonly number[]) => all.map((row) => risk(row))
        const seen = { riskRows: joinRiskRows(riskRows(at(first)), riskRows(at(second))) }
        expect(newRisks(seen, at(now))).toEqual(
          at(now.filter((row) => !first.includes(row) && !second.includes(row))),
        )
      }),
    )
  })
})

const warning = (code: LineProblem['code'], row: number | null, more: Partial<LineProblem> = {}) =>
  ({ row, field: null, code, severity: 'warning', ...more }) satisfies LineProblem

const warned = (...texts: string[]) => {
  const given = lines(...texts)
  return { lines: given, transactions: transactionsOf(given), centsOf }
}

describe('warnings of a kind', () => {
  const batch = warned('T-1 A 10.00', 'T-1 B 5.00', 'T-2 A 20.00', 'T-3 C 400.00', 'T-4 D 0.00')

  it('concern all that a merchant gets, for a first payment', () => {
    const [group] = warningGroups([warning('merchant-first', 2), warning('merchant-first', 5)], batch, 3)
    expect(group).toMatchObject({ count: 2, amountMinor: '43000' })
    // The largest first, although its row comes last.
    expect(group?.texts.map((text) => text.split(':')[0])).toEqual([
      'Row 5, $400.00',
      'Row 2, $30.00 in 2 rows',
    ])
  })

  it('concern their transaction, counted once', () => {
    const twice = [warning('sale-same-letters', 2), warning('sale-same-letters', 2, { batch: 'B-1007' })]
    expect(warningGroups([...twice, warning('sale-same-letters', 4)], batch, 1)).toMatchObject([
      { count: 3, amountMinor: '3500', texts: [expect.stringMatching(/^Row 4, \$20\.00: /)] },
    ])
  })

  it('concern their row for kinds about single rows', () => {
    expect(warningGroups([warning('amount-one-decimal', 3)], batch, 3)).toMatchObject([
      { amountMinor: '500', texts: [expect.stringMatching(/^Row 3, T-1, \$5\.00: /)] },
    ])
  })

  it('concern what the partner holds, for a line that sets it to $0.00', () => {
    const takenOut = warning('taken-out', 6, { amounts: { heldMinor: 1_234 } })
    expect(warningGroups([takenOut], batch, 3)).toMatchObject([{ amountMinor: '1234' }])
  })

  it('concern no amount if they have none or state it themselves', () => {
    const said = [
      warning('amount-zero', 6),
      warning('below-sale', 2, { count: 2, amounts: { missingMinor: 300 } }),
      warning('totals-differ', null),
    ]
    for (const group of warningGroups(said, batch, 3)) {
      expect(group).not.toHaveProperty('amountMinor')
      expect(group.texts[0]).not.toMatch(/^Row \d+,.* \$/)
    }
  })

  it('are listed page by page, each once, largest first', () => {
    const amounts = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 40 })
    fc.assert(
      fc.property(amounts, fc.integer({ min: 1, max: 9 }), (cents, most) => {
        const given = warned(...cents.map((minor, at) => `T-${at} A ${(minor / 100).toFixed(2)}`))
        const all = [
          ...cents.map((_, at) => warning('unlogged', at + 2)),
          ...cents.map((_, at) => warning('whole-number', at + 2)),
        ]
        const told: string[] = []
        for (let after = 0; after <= cents.length; after += most)
          told.push(...warningPart(all, given, 'unlogged', { after, most }))
        const rows = told.map((text) => Number(/^Row (\d+)/.exec(text)?.[1]))
        expect([...rows].sort((one, other) => one - other)).toEqual(cents.map((_, at) => at + 2))
        const inOrder = rows.map((row) => cents[row - 2] ?? 0)
        expect(inOrder).toEqual([...inOrder].sort((one, other) => other - one))
        const group = warningGroups(all, given, 3).find(({ code }) => code === 'unlogged')
        expect(group?.texts ?? []).toEqual(told.slice(0, 3))
      }),
    )
  })
})

it('differing splits are sorted by deviation, not by sale', () => {
  const given = warned('T-1 A 900.00', 'T-2 A 20.00', 'T-3 A 500.00')
  const differs = (row: number, isMinor: number, defaultMinor: number) =>
    warning('split-differs', row, { merchant: 'A', shares: [{ merchantId: 'A', isMinor, defaultMinor }] })
  const all = [differs(2, 90_000, 90_001), differs(3, 2_000, 13_639), differs(4, 50_002, 50_000)]
  const rows = (texts: readonly string[]) => texts.map((text) => text.match(/^Row \d/)?.[0])
  expect(rows(warningGroups(all, given, 2)[0]?.texts ?? [])).toEqual(['Row 3', 'Row 4'])
  expect(rows(warningPart(all, given, 'split-differs', { after: 0, most: 9 }))).toEqual([
    'Row 3',
    'Row 4',
    'Row 2',
  ])
})

it('a sale that arrives later does not change the texts for approvers, which contain no suggestions', () => {
  const given = warned('T-1 A 1.00')
  const groupsWith = (more: Partial<LineProblem>) =>
    warningGroups([warning('unlogged', 2, { field: 'transactionId', ...more })], given, 3)
  expect(groupsWith({ suggestion: 'T-11' })).toEqual(groupsWith({}))
})
