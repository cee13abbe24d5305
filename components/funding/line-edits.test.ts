import { describe, expect, it } from 'vitest'
import {
  addLines,
  type Cells,
  changeCells,
  editsOn,
  editsSince,
  editsTo,
  hasEdits,
  type LineEdits,
  NO_EDITS,
  removeLine,
  withEdits,
  withRowsOf,
} from './line-edits'

const changeCell = (edits: LineEdits, row: number, cells: Partial<Cells>) =>
  changeCells(edits, new Map([[row, cells]]))

const line = (row: number, amount = '100') => ({
  row,
  transactionId: `T-${row}`,
  retrievalReferenceNumber: '',
  merchantId: 'M-1',
  amount,
})
const { row: _, ...blank } = { ...line(0), transactionId: '' }
const stored = [line(2), line(3), line(5)]
const rows = (edits: LineEdits) => withEdits(stored, edits).map(({ row, amount }) => `${row}:${amount}`)

describe('edits of lines', () => {
  it('change cells, take lines out and put new ones at the end', () => {
    let edits = changeCell(NO_EDITS, 3, { amount: '7' })
    edits = removeLine(edits, 2)
    edits = addLines(edits, 5, [blank, blank])
    expect(rows(edits)).toEqual(['3:7', '5:100', '6:100', '7:100'])
  })

  it('of one line come together, the last one of a cell counting', () => {
    let edits = changeCell(NO_EDITS, 3, { amount: '7' })
    edits = changeCell(edits, 3, { merchantId: 'M-2' })
    edits = changeCell(edits, 3, { amount: '8' })
    expect(edits.changed.get(3)).toEqual({ amount: '8', merchantId: 'M-2' })
  })

  it('of a line that goes are forgotten', () => {
    const edits = removeLine(changeCell(NO_EDITS, 3, { amount: '7' }), 3)
    expect(edits.changed.size).toBe(0)
    expect([...edits.removed]).toEqual([3])
  })

  it('of a new line stay in it, and a new line that goes leaves nothing', () => {
    let edits = addLines(NO_EDITS, 5, [blank])
    edits = changeCell(edits, 6, { amount: '9' })
    expect(rows(edits).at(-1)).toBe('6:9')
    expect(edits.changed.size).toBe(0)
    expect(hasEdits(removeLine(edits, 6))).toBe(false)
  })

  it('put new lines behind the row that they belong to', () => {
    let edits = addLines(NO_EDITS, 5, [blank], 2)
    edits = addLines(edits, 5, [{ ...blank, amount: '9' }], 2)
    expect(rows(edits)).toEqual(['2:100', '6:100', '7:9', '3:100', '5:100'])
    expect(rows(removeLine(edits, 2))).toEqual(['6:100', '7:9', '3:100', '5:100'])
  })

  it('number new lines on from those that are not saved yet', () => {
    const edits = addLines(addLines(NO_EDITS, 5, [blank, blank]), 5, [blank])
    expect(edits.added.map(({ row }) => row)).toEqual([6, 7, 8])
  })
})

describe('what was edited after a save was sent', () => {
  const saved = addLines(removeLine(changeCell(NO_EDITS, 3, { amount: '7' }), 2), 5, [blank])

  it('is nothing where nothing was', () => {
    expect(hasEdits(editsSince(saved, saved))).toBe(false)
  })

  it('has a cell that was changed once more, and no other', () => {
    const since = editsSince(saved, changeCell(changeCell(saved, 3, { amount: '8' }), 5, { amount: '1' }))
    expect([...since.changed.keys()]).toEqual([3, 5])
    expect(since.changed.get(3)?.amount).toBe('8')
  })

  it('has what was done to a line that the save has added as a change of it', () => {
    const since = editsSince(saved, changeCell(saved, 6, { amount: '8' }))
    expect(since.added).toEqual([])
    expect(since.changed.get(6)?.amount).toBe('8')
  })

  it('has a line that the save has added and that went meanwhile as one to take out', () => {
    const since = editsSince(saved, removeLine(saved, 6))
    expect([...since.removed]).toEqual([6])
  })

  it('has lines that were added since', () => {
    expect(editsSince(saved, addLines(saved, 5, [blank])).added.map(({ row }) => row)).toEqual([7])
  })
})

describe('the way back to lines as they were', () => {
  const contentOf = (lines: readonly { amount: string; transactionId: string }[]) =>
    lines.map(({ transactionId, amount }) => `${transactionId} ${amount}`)
  const target = [line(2), line(3, '7'), line(5), line(8)]

  it.each([
    ['a changed cell', [line(2), line(3), line(5), line(8)]],
    ['a line that was taken out', [line(2), line(5), line(8)]],
    ['several lines one below the other', [line(2), line(8)]],
    ['the last line', [line(2), line(3, '7'), line(5)]],
    ['the first line, before which nothing can be put', [line(3, '7'), line(5), line(8)]],
    ['the first lines', [line(5), line(8)]],
    ['all lines', []],
    ['a line that was put in', [line(2), line(3, '7'), line(9), line(5), line(8)]],
  ])('undoes %s', (_what, from) => {
    expect(contentOf(withEdits(from, editsTo(from, target)))).toEqual(contentOf(target))
  })

  it('names only stored lines as places of new ones, as a save has to', () => {
    const from = [line(2), line(8)]
    const stored = new Set(from.map(({ row }) => row))
    for (const { after } of editsTo(from, target).added)
      expect(after === null || stored.has(after)).toBe(true)
  })

  it('is no edit where nothing differs', () => {
    expect(hasEdits(editsTo(target, [...target]))).toBe(false)
  })
})

it('edits of new lines follow the rows that the server gave them', () => {
  const edits = addLines(removeLine(changeCell(NO_EDITS, 7, { amount: '1' }), 8), 9, [blank], 7)
  const moved = withRowsOf(
    edits,
    new Map([
      [7, 6],
      [8, 7],
    ]),
  )
  expect([...moved.changed.keys(), ...moved.removed, moved.added[0]?.after]).toEqual([6, 7, 6])
})

it('edits on top of what somebody else saved leave out lines that are gone', () => {
  let edits = changeCell(NO_EDITS, 3, { amount: '7' })
  edits = changeCell(edits, 5, { amount: '8' })
  edits = addLines(removeLine(edits, 2), 5, [blank], 3)
  const theirs = [line(5), line(6)]
  const kept = editsOn(theirs, edits)
  expect([...kept.changed.keys()]).toEqual([5])
  expect([...kept.removed]).toEqual([])
  expect(kept.added).toEqual([{ ...blank, row: 7, after: null }])
})
