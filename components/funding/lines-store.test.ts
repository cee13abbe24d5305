import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type BatchTerms, checkBatch } from '@/lib/domain/funding/check-batch'
import type { FundingLine } from '@/lib/domain/funding/line'
import type { LineProblem } from '@/lib/domain/funding/line-problem'
import type { BatchLines, CompactLine, SaveLinesResult } from '@/lib/server/funding/views'
import type { Failure } from './batch-requests'
import type { LineEdits } from './line-edits'
import { isUnsaved } from './lines-state'
import { LinesStore } from './lines-store'

/** A desk that stores lines: versions, rows for new lines, and answers that can be held back. */
class Desk {
  version = 1
  failure: Failure | null = null
  held: Promise<void> | null = null
  /** What the next save reports. */
  problems: LineProblem[] = []
  /** Lines that the desk adds with the next save. */
  ownLines: CompactLine[] = []
  readonly saves: LineEdits[] = []
  lines: CompactLine[]

  constructor(lines: CompactLine[]) {
    this.lines = lines
  }

  readonly read = async () => ({ data: this.view(), failure: null })

  readonly save = async (version: number, edits: LineEdits) => {
    this.saves.push(edits)
    await this.held
    if (this.failure) return { data: null, failure: this.failure }
    return { data: this.store(version, edits), failure: null }
  }

  /** A change by someone else from another page. */
  change(...lines: CompactLine[]) {
    this.lines = lines
    this.version += 1
  }

  judgesAsked = 0
  /** Null: the rules cannot be loaded. */
  rules: Promise<void> | null = Promise.resolve()

  readonly loadJudge = async () => {
    this.judgesAsked += 1
    if (!this.rules) throw new Error('Not there.')
    await this.rules
    return judge
  }

  status: BatchLines['status'] = 'draft'

  private store(version: number, { changed, removed, added }: LineEdits): SaveLinesResult {
    if (this.status !== 'draft') return { ok: false, reason: 'wrong-state', message: 'Only a draft.' }
    if (version !== this.version) {
      const said = { message: '', changedBy: 'Frida Cole', changedAt: '2026-01-02T03:04:05Z' }
      return { ok: false, reason: 'stale', version: this.version, theirs: [], ...said }
    }
    let last = Math.max(0, ...this.lines.map(([row]) => row))
    const kept = this.lines
      .filter(([row]) => !removed.has(row))
      .map(([row, no, ...cells]): CompactLine => {
        const [id, reference, merchant, amount] = cells
        const mine = changed.get(row)
        return [
          row,
          no,
          mine?.transactionId ?? id,
          mine?.retrievalReferenceNumber ?? reference,
          mine?.merchantId ?? merchant,
          mine?.amount ?? amount,
        ]
      })
    const created = added.map((line): CompactLine => {
      last += 1
      return [last, 9, line.transactionId, line.retrievalReferenceNumber, line.merchantId, line.amount]
    })
    const own = this.ownLines.map(([, ...rest]): CompactLine => {
      last += 1
      return [last, ...rest]
    })
    this.ownLines = []
    this.lines = [...kept, ...created, ...own]
    this.version += 1
    const totals = { lines: 0, transactions: 0, amountMinor: '0', errors: 0, warnings: 0 }
    const answer = {
      ok: true as const,
      version: this.version,
      totals,
      problems: this.problems,
      addedRows: created.map(([row]) => row),
      held: [],
      unowned: [],
      allUnlogged: false,
      mayBeCents: false,
      names: [],
      readAs: [],
    }
    return own.length > 0 ? { ...answer, lines: this.lines } : answer
  }

  private view(): BatchLines {
    return {
      version: this.version,
      status: this.status,
      moved: this.status === 'draft' ? '' : 'Frida Cole submitted it for approval.',
      amountUnit: 'minor',
      lines: this.lines,
      problems: [],
      held: [],
      unowned: [],
      allUnlogged: false,
      mayBeCents: false,
      names: [],
      failures: [],
      failedBefore: [],
      corrected: [],
    }
  }
}

const judge = (line: FundingLine, terms: BatchTerms) => checkBatch([line], terms).problems

const line = (row: number, amount: string, id = `T-${row}`): CompactLine => [row, row, id, '', 'M-1', amount]
const cells = (id: string, amount: string) => ({
  transactionId: id,
  retrievalReferenceNumber: '',
  merchantId: 'M-1',
  amount,
})

async function open(...lines: CompactLine[]) {
  const desk = new Desk(lines)
  const store = new LinesStore(desk)
  await store.reload()
  const type = (row: number, amount: string) =>
    store.dispatch({ type: 'changed', changed: new Map([[row, { amount }]]), added: [] })
  const add = (...added: ReturnType<typeof cells>[]) =>
    store.dispatch({ type: 'changed', changed: new Map(), added })
  const shown = () => store.getState().lines.map(({ row, amount }) => `${row}:${amount}`)
  const kept = () => desk.lines.map(([row, , , , , amount]) => `${row}:${amount}`)
  return { desk, store, type, add, shown, kept }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('input', () => {
  it('is saved once after a pause', async () => {
    const { desk, type, kept } = await open(line(2, '1.00'), line(3, '2.00'))
    type(2, '5.00')
    type(3, '6.00')
    expect(desk.saves).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(700)
    expect(desk.saves).toHaveLength(1)
    expect(kept()).toEqual(['2:5.00', '3:6.00'])
  })

  it('is saved at once when somebody waits for it, including input during another save', async () => {
    const { desk, store, type, kept } = await open(line(2, '1.00'), line(3, '2.00'))
    const held = Promise.withResolvers<void>()
    desk.held = held.promise
    type(2, '5.00')
    const flushed = store.flush()
    type(3, '6.00')
    held.resolve()
    expect(await flushed).toBe(3)
    expect(kept()).toEqual(['2:5.00', '3:6.00'])
  })

  it('during a save does not get the problems of the cell’s earlier value', async () => {
    const { desk, store, type } = await open(line(2, '1.00'), line(3, '2.00'))
    const unknown = (row: number) =>
      ({ row, field: 'merchantId', code: 'merchant-unknown', severity: 'error' }) as const
    const held = Promise.withResolvers<void>()
    desk.held = held.promise
    desk.problems = [unknown(2), unknown(3)]
    type(2, '5.00')
    await vi.advanceTimersByTimeAsync(700)
    type(2, '6.00')
    held.resolve()
    await vi.advanceTimersByTimeAsync(0)
    expect(desk.saves).toHaveLength(1)
    expect(store.getState().problems).toEqual([unknown(3)])
    await vi.advanceTimersByTimeAsync(700)
    expect(desk.saves).toHaveLength(2)
    expect(store.getState().problems).toEqual([unknown(2), unknown(3)])
  })

  it('is kept if it could not be saved, and sent with the next try', async () => {
    const { desk, store, type, kept, shown } = await open(line(2, '1.00'))
    desk.failure = { message: 'Signed out', signedOut: true }
    type(2, '5.00')
    expect(await store.flush()).toBeNull()
    expect(shown()).toEqual(['2:5.00'])
    expect(store.getState().failure?.signedOut).toBe(true)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(desk.saves).toHaveLength(1)
    desk.failure = null
    expect(await store.flush()).toBe(2)
    expect(kept()).toEqual(['2:5.00'])
  })

  it('in a new line is saved, and a blank new line is not', async () => {
    const { desk, store, add, type, shown, kept } = await open(line(2, '1.00'))
    add(cells('', ''))
    store.dispatch({ type: 'changed', changed: new Map([[3, { merchantId: '' }]]), added: [] })
    expect(isUnsaved(store.getState())).toBe(false)
    add(cells('T-9', '9.00'))
    expect(await store.flush()).toBe(2)
    expect(kept()).toEqual(['2:1.00', '3:9.00'])
    expect(desk.saves[0]?.added).toHaveLength(1)
    // The blank line is still there, after the saved one.
    expect(shown()).toEqual(['2:1.00', '3:9.00', '4:'])
    expect(store.getState().renamed.rows).toEqual(
      new Map([
        [4, 3],
        [3, 4],
      ]),
    )
    type(4, '4.00')
    await store.flush()
    expect(kept()).toEqual(['2:1.00', '3:9.00', '4:4.00'])
  })

  it('can be undone and redone even if it is saved or being saved', async () => {
    const { desk, store, type, shown, kept } = await open(line(2, '1.00'))
    type(2, '5.00')
    await store.flush()
    const held = Promise.withResolvers<void>()
    desk.held = held.promise
    type(2, '6.00')
    const flushed = store.flush()
    const undone = store.step('undo')
    held.resolve()
    await Promise.all([flushed, undone])
    expect(shown()).toEqual(['2:5.00'])
    await store.step('undo')
    await store.flush()
    expect(kept()).toEqual(['2:1.00'])
    await store.step('redo')
    await store.flush()
    expect(kept()).toEqual(['2:5.00'])
  })

  it('that is undone before it was saved gets back the problems of its row without a save', async () => {
    const { desk, store, type } = await open(line(2, '1.00'), line(3, '2.00'), line(4, '3.00', 'T-2'))
    desk.problems = [{ row: 4, field: null, code: 'duplicate', severity: 'error' }]
    type(3, '2.50')
    await store.flush()
    const found = () => store.getState().problems.map(({ row, code }) => `${row}:${code}`)
    expect(found()).toEqual(['4:duplicate'])
    store.dispatch({ type: 'removed', rows: [4] })
    expect(found()).toEqual([])
    await store.step('undo')
    expect(found()).toEqual(['4:duplicate'])
    expect(isUnsaved(store.getState())).toBe(false)
  })

  it('is checked once the rules are loaded, which happens with the first change', async () => {
    const { desk, store, type } = await open(line(2, '1.00'), line(3, '2.00'))
    expect(desk.judgesAsked).toBe(0)
    const coming = Promise.withResolvers<void>()
    desk.rules = coming.promise
    type(2, 'ten')
    type(3, '3.00')
    const found = () => store.getState().problems.map(({ row, field }) => `${row}:${field}`)
    expect(found()).toEqual([])
    coming.resolve()
    await vi.advanceTimersByTimeAsync(0)
    expect(found()).toEqual(['2:amount'])
    type(3, 'six')
    expect(found()).toEqual(['2:amount', '3:amount'])
    expect(desk.judgesAsked).toBe(1)
  })

  it('is removed from a problem of many rows once it changed', async () => {
    const { desk, store, type } = await open(line(2, '1.00'), line(3, '2.00'), line(4, '3.00'))
    desk.problems = [
      { row: 2, alsoRows: [3, 4], field: 'merchantId', code: 'split-not-applied', severity: 'warning' },
    ]
    type(4, '4.00')
    await store.flush()
    const marked = () => store.getState().problems.map(({ row, alsoRows }) => [row, ...(alsoRows ?? [])])
    expect(marked()).toEqual([[2, 3, 4]])
    type(3, '5.00')
    expect(marked()).toEqual([[2, 4]])
  })

  it('is saved without the rules if they cannot be loaded, and the next change loads them again', async () => {
    const { desk, store, type, kept } = await open(line(2, '1.00'))
    desk.rules = null
    type(2, '5.00')
    await vi.advanceTimersByTimeAsync(700)
    expect(kept()).toEqual(['2:5.00'])
    desk.rules = Promise.resolve()
    type(2, 'ten')
    await vi.advanceTimersByTimeAsync(0)
    expect(store.getState().problems).toHaveLength(1)
    expect(desk.judgesAsked).toBe(2)
  })

  it('in many rows is one step, and so is removing rows', async () => {
    const { store, shown } = await open(line(2, '1.00'), line(3, '2.00'), line(4, '3.00'))
    store.dispatch({ type: 'removed', rows: [2, 4] })
    expect(shown()).toEqual(['3:2.00'])
    await store.flush()
    await store.step('undo')
    expect(shown().map((each) => each.split(':')[1])).toEqual(['1.00', '2.00', '3.00'])
  })
})

describe('another person’s change', () => {
  it('is shown, and local input is saved on top of it', async () => {
    const { desk, store, type, shown, kept } = await open(line(2, '1.00'), line(3, '2.00'))
    desk.change(line(2, '222.22'), line(3, '2.00'))
    type(3, '6.00')
    expect(await store.flush()).toBe(3)
    expect(shown()).toEqual(['2:222.22', '3:6.00'])
    expect(kept()).toEqual(shown())
    expect(store.getState().reloaded).toMatchObject({ by: 'Frida Cole', rows: [2] })
  })

  it('of the same cell is decided by a person, and nothing is saved before', async () => {
    const { desk, store, type, shown, kept } = await open(line(2, '1.00'), line(3, '2.00'))
    desk.change(line(2, '222.22'), line(3, '2.00'))
    type(2, '5.00')
    type(3, '6.00')
    expect(await store.flush()).toBeNull()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(kept()).toEqual(['2:222.22', '3:2.00'])
    expect(shown()).toEqual(['2:5.00', '3:6.00'])
    store.dispatch({ type: 'decided', conflict: null, keep: 'theirs' })
    await store.flush()
    expect(kept()).toEqual(['2:222.22', '3:6.00'])
    expect(shown()).toEqual(kept())
  })

  it('is loaded by a reload, too', async () => {
    const { desk, store, shown } = await open(line(2, '1.00'))
    desk.change(line(2, '222.22'), line(3, '3.00'))
    await store.reload()
    expect(shown()).toEqual(['2:222.22', '3:3.00'])
    expect(store.getState().reloaded?.rows).toEqual([2, 3])
  })

  it('is shown until the batch is being sent', async () => {
    const { desk, store } = await open(line(2, '1.00'))
    desk.change(line(2, '222.22'))
    await store.reload()
    for (const status of ['waiting', 'approved'] as const) {
      desk.status = status
      await store.reload()
      expect(store.getState().reloaded?.rows).toEqual([2])
    }
    desk.status = 'sending'
    await store.reload()
    expect(store.getState().reloaded).toBeNull()
  })

  it('cannot be undone', async () => {
    const { desk, store, type, shown } = await open(line(2, '1.00'), line(3, '2.00'))
    type(2, '5.00')
    await store.flush()
    desk.change(line(2, '222.22'), line(3, '2.00'))
    await store.reload()
    await store.step('undo')
    expect(shown()).toEqual(['2:222.22', '3:2.00'])
  })
})

describe('after somebody else submitted it', () => {
  const left = (store: LinesStore) =>
    store
      .getState()
      .left.map(({ moved, edits }) => [
        moved,
        [...edits.changed].map(([row, { amount }]) => `${row}:${amount}`),
        [...edits.removed],
        edits.added.map(({ transactionId, amount }) => `${transactionId}:${amount}`),
      ])

  it('shows the stored lines, and keeps unsaved input separately', async () => {
    const { desk, store, type, add, shown } = await open(line(2, '1.00'), line(3, '2.00'), line(4, '3.00'))
    const told = vi.fn()
    store.onSaved = told
    desk.status = 'waiting'
    type(2, '5.00')
    store.dispatch({ type: 'removed', rows: [3] })
    add(cells('T-9', '9.00'), { ...cells('', ''), merchantId: '' })
    await vi.advanceTimersByTimeAsync(700)
    expect(shown()).toEqual(['2:1.00', '3:2.00', '4:3.00'])
    expect(left(store)).toEqual([['Frida Cole submitted it for approval.', ['2:5.00'], [3], ['T-9:9.00']]])
    expect(store.getState()).toMatchObject({ failure: null, past: [], conflicts: [] })
    expect(isUnsaved(store.getState())).toBe(false)
    // The surrounding page is told, too.
    expect(told).toHaveBeenCalledOnce()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(desk.saves).toHaveLength(1)
    store.dispatch({ type: 'left-noted' })
    expect(left(store)).toEqual([])
  })

  it('changes no rows any more: neither with the open cell nor with conflicts', async () => {
    const { desk, store, type, shown } = await open(line(2, '1.00'), line(3, '2.00'), line(4, '3.00'))
    desk.change(line(2, '222.22'), line(4, '3.00'))
    desk.status = 'waiting'
    type(2, '5.00')
    type(3, '6.00')
    await store.reload()
    expect(shown()).toEqual(['2:222.22', '4:3.00'])
    expect(store.getState().conflicts).toEqual([])
    type(4, '7.00')
    expect(shown()).toEqual(['2:222.22', '4:3.00'])
    const moved = 'Frida Cole submitted it for approval.'
    expect(left(store)).toEqual([
      [moved, ['2:5.00'], [], ['T-3:6.00']],
      [moved, ['4:7.00'], [], []],
    ])
    await vi.advanceTimersByTimeAsync(5_000)
    expect(desk.saves).toHaveLength(0)
  })

  it('neither leaving nor submitting counts unsaved input as saved', async () => {
    const { desk, store, type } = await open(line(2, '1.00'))
    desk.status = 'waiting'
    type(2, '5.00')
    expect(await store.flush()).toBeNull()
  })
})

describe('lines that the desk adds', () => {
  it('are shown after the save, and lines added meanwhile are numbered after them', async () => {
    const { desk, store, type, add, shown, kept } = await open(line(2, '1.00'))
    const held = Promise.withResolvers<void>()
    desk.held = held.promise
    desk.ownLines = [line(0, '0', 'T-2')]
    type(2, '5.00')
    const saving = store.flush()
    add(cells('T-9', '9.00'))
    expect(shown()).toEqual(['2:5.00', '3:9.00'])
    held.resolve()
    await saving
    expect(shown()).toEqual(['2:5.00', '3:0', '4:9.00'])
    expect(kept()).toEqual(shown())
    expect(store.getState().renamed).toEqual({ turn: 1, rows: new Map([[3, 4]]) })
  })
})
