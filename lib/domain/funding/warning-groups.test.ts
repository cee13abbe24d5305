import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LineProblem } from './line-problem'
import { joinRiskRows, newRisks, riskRows } from './warning-groups'

const risk = (row: number, code: LineProblem['code'] = 'other-payee'): LineProblem => ({
  row,
  field: null,
  code,
  severity: 'warning',
})

describe('what approvers were not shown', () => {
  const shown = [risk(1), risk(2), risk(7), risk(3, 'already-funded')]

  it('is in a row that had none, though there are no more of its kind than before', () => {
    expect(newRisks({ riskRows: riskRows(shown) }, [risk(2), risk(9)])).toEqual([risk(9)])
  })

  it('is of another kind in a row that was shown', () => {
    expect(newRisks({ riskRows: riskRows(shown) }, [risk(3)])).toEqual([risk(3)])
  })

  it('is not what they saw, nor a part of it', () => {
    expect(newRisks({ riskRows: riskRows(shown) }, shown)).toEqual([])
    expect(newRisks({ riskRows: riskRows(shown) }, [risk(7)])).toEqual([])
  })

  it('is no error, and no warning that moves no money', () => {
    const others: LineProblem[] = [{ ...risk(9), severity: 'error' }, risk(9, 'merchant-first')]
    expect(newRisks({ riskRows: {} }, others)).toEqual([])
  })

  it('is every risk where a batch was frozen before its rows were kept', () => {
    expect(newRisks({}, [risk(8), risk(9), risk(4, 'merchant-first')])).toEqual([risk(8), risk(9)])
  })

  it('is every row that is in neither of two that were shown one after the other', () => {
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
