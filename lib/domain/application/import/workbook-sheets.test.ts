import { describe, expect, it } from 'vitest'
import { readSheet } from './sheet'
import { textOfWorkbook } from './workbook-sheets'

const cover = { sheet: 'Cover', data: [['Our merchants'], ['for May']] }
const merchants = {
  sheet: 'Merchants',
  data: [
    ['DBA', 'EIN', 'Billing ZIP code', 'Date established', 'Business description'],
    [null, null, null, null, null],
    ['Quay "One", Ltd', '012345678', '04101', new Date(Date.UTC(2019, 3, 30)), '[a]; b\n=c'],
    ['Two', 123456789, 43215, null, 'sep=;'],
  ],
}

const sheetOf = (name: string | null) => {
  const found = textOfWorkbook([{ sheet: 'Empty', data: [[null]] }, cover, merchants], 'payfac', name)
  const reading = found.ok ? readSheet(found.text) : null
  return { found, sheet: reading?.ok ? reading.sheet : null }
}

describe('a workbook of applications', () => {
  it('reads the sheet whose columns are those of applications, each cell as shown', () => {
    const { found, sheet } = sheetOf(null)
    expect(found).toMatchObject({
      sheet: 'Merchants',
      sheets: [
        { name: 'Cover', rows: 2 },
        { name: 'Merchants', rows: 3 },
      ],
    })
    expect(sheet?.rows).toEqual([
      {
        row: 3,
        cells: ['Quay "One", Ltd', '012345678', '04101', '2019-04-30', '[a]; b\n=c'],
        problem: null,
      },
      { row: 4, cells: ['Two', '123456789', '43215', '', 'sep=;'], problem: null },
    ])
  })

  it('reads percentages as shown, with the decimals that are not shown', () => {
    const cells = ['1', '0.25', '0.333333', '0.07', '1.5', '-0.1'].map(
      (held) => `${held} (shown as a percentage)`,
    )
    const data = [cells.map((_, index) => `Owner ${index + 1} percentage owned`), cells]
    const found = textOfWorkbook([{ sheet: 'Owners', data }], 'payfac', null)
    const reading = found.ok ? readSheet(found.text) : null
    expect(reading?.ok && reading.sheet.rows[0]?.cells).toEqual([
      '100%',
      '25%',
      '33.3333%',
      '7%',
      '150%',
      '-10%',
    ])
  })

  it.each([
    ['hidden', { row: 2, why: 'hidden' as const }, 'In sheet “Merchants” row 3 is hidden.'],
    ['struck through', { row: 3, why: 'struck' as const }, 'In sheet “Merchants” row 4 is struck through.'],
  ])('with a row that is %s is not read past it, and another sheet can be chosen', (_, unseen, words) => {
    const found = textOfWorkbook([cover, { ...merchants, unseen: [unseen] }], 'payfac', null)
    expect(found).toMatchObject({
      ok: false,
      problem: expect.stringContaining(words),
      sheet: 'Merchants',
      sheets: [{ name: 'Cover' }, { name: 'Merchants' }],
    })
    const other = textOfWorkbook([cover, { ...merchants, unseen: [unseen] }], 'payfac', 'Cover')
    expect(other).toMatchObject({ ok: true, sheet: 'Cover' })
    // A hidden row that is empty blocks nothing.
    const empty = { ...merchants, unseen: [{ row: 1, why: unseen.why }] }
    expect(textOfWorkbook([empty], 'payfac', null)).toMatchObject({ ok: true })
  })

  it('reads the chosen sheet, and reports a name that does not exist', () => {
    expect(sheetOf('Cover')).toMatchObject({
      found: { sheet: 'Cover' },
      sheet: { columns: ['Our merchants'] },
    })
    expect(sheetOf('June').found).toMatchObject({
      ok: false,
      problem: expect.stringMatching(/no sheet “June”/),
    })
    expect(textOfWorkbook([{ sheet: 'Empty', data: [['', null]] }], 'payfac', null)).toMatchObject({
      ok: false,
      problem: expect.stringMatching(/workbook is empty/),
    })
  })
})
