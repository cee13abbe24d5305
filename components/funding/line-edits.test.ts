import { describe, expect, it, test } from 'vitest'
import {
  addLines,
  type Cells,
  changeCells,
  editsSince,
  editsTo,
  hasEdits,
  type LineEdits,
  NO_EDITS,
  rebase,
  removeLines,
  resolveConflict,
  rowsChanged,
  savable,
  withEdits,
  withRowsOf,
} from './line-edits'

const changeCell = (edits: LineEdits, row: number, cells: Partial<Cells>) =>
  changeCells(edits, new Map([[row, cells]]))

const removeLine = (edits: LineEdits, row: number) => removeLines(edits, [row])

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
  it('change cells, remove lines and add new ones at the end', () => {
    let edits = changeCell(NO_EDITS, 3, { amount: '7' })
    edits = removeLine(edits, 2)
    edits = addLines(edits, 5, [blank, blank])
    expect(rows(edits)).toEqual(['3:7', '5:100', '6:100', '7:100'])
  })

  it('of one line are combined, and the last value of a cell counts', () => {
    let edits = changeCell(NO_EDITS, 3, { amount: '7' })
    edits = changeCell(edits, 3, { merchantId: 'M-2' })
    edits = changeCell(edits, 3, { amount: '8' })
    expect(edits.changed.get(3)).toEqual({ amount: '8', merchantId: 'M-2' })
  })

  it('of a removed line are dropped', () => {
    const edits = removeLine(changeCell(NO_EDITS, 3, { amount: '7' }), 3)
    expect(edits.changed.size).toBe(0)
    expect([...edits.removed]).toEqual([3])
  })

  it('of a new line are part of it, and a removed new line leaves no trace', () => {
    let edits = addLines(NO_EDITS, 5, [blank])
    edits = changeCell(edits, 6, { amount: '9' })
    expect(rows(edits).at(-1)).toBe('6:9')
    expect(edits.changed.size).toBe(0)
    expect(hasEdits(removeLine(edits, 6))).toBe(false)
  })

  it('put new lines after the row that they belong to', () => {
    let edits = addLines(NO_EDITS, 5, [blank], 2)
    edits = addLines(edits, 5, [{ ...blank, amount: '9' }], 2)
    expect(rows(edits)).toEqual(['2:100', '6:100', '7:9', '3:100', '5:100'])
    expect(rows(removeLine(edits, 2))).toEqual(['6:100', '7:9', '3:100', '5:100'])
  })

  it('number new lines after those that are not saved yet', () => {
    const edits = addLines(addLines(NO_EDITS, 5, [blank, blank]), 5, [blank])
    expect(edits.added.map(({ row }) => row)).toEqual([6, 7, 8])
  })
})

describe('edits made after a save was sent', () => {
  const saved = addLines(removeLine(changeCell(NO_EDITS, 3, { amount: '7' }), 2), 5, [blank])

  it('are none if there were none', () => {
    expect(hasEdits(editsSince(saved, saved))).toBe(false)
  })

  it('include a cell that was changed again, and no other', () => {
    const since = editsSince(saved, changeCell(changeCell(saved, 3, { amount: '8' }), 5, { amount: '1' }))
    expect([...since.changed.keys()]).toEqual([3, 5])
    expect(since.changed.get(3)?.amount).toBe('8')
  })

  it('change a line that the save added', () => {
    const since = editsSince(saved, changeCell(saved, 6, { amount: '8' }))
    expect(since.added).toEqual([])
    expect(since.changed.get(6)?.amount).toBe('8')
  })

  it('remove a line that the save added and that was removed meanwhile', () => {
    const since = editsSince(saved, removeLine(saved, 6))
    expect([...since.removed]).toEqual([6])
  })

  it('include lines that were added since', () => {
    expect(editsSince(saved, addLines(saved, 5, [blank])).added.map(({ row }) => row)).toEqual([7])
  })
})

describe('the edits that restore earlier lines', () => {
  const contentOf = (lines: readonly { amount: string; transactionId: string }[]) =>
    lines.map(({ transactionId, amount }) => `${transactionId} ${amount}`)
  const target = [line(2), line(3, '7'), line(5), line(8)]

  it.each([
    ['a changed cell', [line(2), line(3), line(5), line(8)]],
    ['a line that was taken out', [line(2), line(5), line(8)]],
    ['several lines one below the other', [line(2), line(8)]],
    ['the last line', [line(2), line(3, '7'), line(5)]],
    ['the first line', [line(3, '7'), line(5), line(8)]],
    ['the first lines', [line(5), line(8)]],
    ['all lines', []],
    ['a line that was put in', [line(2), line(3, '7'), line(9), line(5), line(8)]],
  ])('undoes %s', (_what, from) => {
    const edits = editsTo(from, target)
    const back = withEdits(from, edits)
    expect(contentOf(back)).toEqual(contentOf(target))
    expect(back.map(({ row }) => row)).toEqual(target.map(({ row }) => row))
    // Also on top of what was saved meanwhile.
    const { edits: later, renamed } = rebase(from, from, edits)
    expect(withEdits(from, later)).toEqual(back)
    expect([...renamed]).toEqual([])
  })

  it('give a line another row if somebody else has used its row', () => {
    const from = [line(2), line(5)]
    const { edits, renamed } = rebase(
      from,
      [line(2), line(3, '1'), line(5)],
      editsTo(from, [line(2), line(3, '7'), line(5)]),
    )
    expect(edits.added.map(({ row, after }) => [row, after])).toEqual([[6, 2]])
    expect([...renamed]).toEqual([[3, 6]])
  })

  it('place new lines only after stored ones, as a save requires', () => {
    const from = [line(2), line(8)]
    const stored = new Set(from.map(({ row }) => row))
    for (const { after } of editsTo(from, target).added)
      expect(after === 0 || stored.has(after ?? 0)).toBe(true)
  })

  it('are none if nothing differs', () => {
    expect(hasEdits(editsTo(target, [...target]))).toBe(false)
  })
})

it('edits of new lines follow the rows that the server assigned', () => {
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

it('several lines can be removed at once, including new ones', () => {
  const edits = removeLines(addLines(changeCell(NO_EDITS, 3, { amount: '7' }), 5, [blank, blank]), [3, 5, 6])
  expect(rows(edits)).toEqual(['2:100', '7:100'])
  expect(edits.changed.size).toBe(0)
})

it('blank new lines are not saved', () => {
  const none = { transactionId: '', retrievalReferenceNumber: '', merchantId: '', amount: '' }
  const edits = addLines(NO_EDITS, 5, [none, blank])
  expect(savable(edits).added.map(({ row }) => row)).toEqual([7])
  expect(hasEdits(savable(addLines(NO_EDITS, 5, [none])))).toBe(false)
})

describe('edits on top of another person’s save', () => {
  const theirs = (...lines: ReturnType<typeof line>[]) => lines
  const on = (now: ReturnType<typeof line>[], edits: LineEdits) => rebase(stored, now, edits)
  const shown = (now: ReturnType<typeof line>[], edits: LineEdits) =>
    withEdits(now, on(now, edits).edits).map(({ row, amount }) => `${row}:${amount}`)

  it('keep the stored values of what I did not change', () => {
    const now = theirs(line(2, '222.22'), line(3), line(5))
    const edits = changeCell(NO_EDITS, 3, { amount: '7' })
    expect(shown(now, edits)).toEqual(['2:222.22', '3:7', '5:100'])
    expect(on(now, edits).conflicts).toEqual([])
  })

  it('keep the stored values of a line’s other cells, even if an undo step named all of them', () => {
    const now = theirs({ ...line(2), merchantId: 'M-9' }, line(3), line(5))
    const { edits, conflicts } = on(now, changeCell(NO_EDITS, 2, { ...line(2), amount: '7' }))
    expect(withEdits(now, edits)[0]).toEqual({ ...line(2), merchantId: 'M-9', amount: '7' })
    expect(conflicts).toEqual([])
  })

  it('report a cell that both changed, and allow either value', () => {
    const now = theirs(line(2), line(3, '22'), line(5))
    const { edits, conflicts } = on(now, changeCell(NO_EDITS, 3, { amount: '7', merchantId: 'M-2' }))
    expect(conflicts).toEqual([{ kind: 'cell', row: 3, field: 'amount', mine: '7', theirs: '22' }])
    const resolved = (keep: 'mine' | 'theirs') =>
      conflicts.reduce((before, each) => resolveConflict(before, each, keep, 5), edits)
    expect(withEdits(now, resolved('mine'))[1]).toMatchObject({ amount: '7', merchantId: 'M-2' })
    expect(withEdits(now, resolved('theirs'))[1]).toMatchObject({ amount: '22', merchantId: 'M-2' })
  })

  it('are no conflict if both typed the same', () => {
    const now = theirs(line(2), line(3, '7'), line(5))
    const { edits, conflicts } = on(now, changeCell(NO_EDITS, 3, { amount: '7' }))
    expect([hasEdits(edits), conflicts]).toEqual([false, []])
  })

  it('report a line that one removed and the other changed, both ways', () => {
    const now = theirs(line(2), line(5, '55'))
    const { edits, conflicts } = on(now, removeLine(changeCell(NO_EDITS, 3, { amount: '7' }), 5))
    expect(conflicts.map(({ kind, row }) => `${kind} ${row}`)).toEqual(['they-removed 3', 'i-removed 5'])
    const resolved = (keep: 'mine' | 'theirs') =>
      withEdits(
        now,
        conflicts.reduce((before, each) => resolveConflict(before, each, keep, 5), edits),
      ).map(({ row, amount }) => `${row}:${amount}`)
    expect(resolved('mine')).toEqual(['2:100', '6:7'])
    expect(resolved('theirs')).toEqual(['2:100', '5:55'])
  })

  it('number my new lines after theirs, and add none twice after a lost answer', () => {
    const edits = addLines(NO_EDITS, 5, [
      { ...blank, amount: '1' },
      { ...blank, amount: '2' },
    ])
    const now = theirs(...stored, { ...blank, row: 6, amount: '2' })
    const rebased = on(now, edits)
    expect(shown(now, edits)).toEqual(['2:100', '3:100', '5:100', '6:2', '7:1'])
    expect([...rebased.renamed]).toEqual([
      [6, 7],
      [7, 6],
    ])
  })
})

test('changed rows are those with other cells, new rows and removed rows', () => {
  expect(rowsChanged(stored, [line(2), line(5, '7'), line(6)])).toEqual([3, 5, 6])
})
