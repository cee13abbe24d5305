import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { checkBatch } from '@/lib/domain/funding/check-batch'
import type { FundingLine } from '@/lib/domain/funding/line'
import type { LineProblem } from '@/lib/domain/funding/line-problem'
import type { BatchLines, CompactLine, SaveLinesResult } from '@/lib/server/funding/views'
import { type Failure, fetchLines, saveLines } from './batch-requests'
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

/** A pause in typing that is long enough to save what was typed. */
const SAVE_AFTER_MS = 600

export type Stale = Extract<SaveLinesResult, { reason: 'stale' }>

type Stored = Omit<BatchLines, 'lines'> & {
  lines: readonly FundingLine[]
  transactionNos: ReadonlyMap<number, number>
}

/** How far back a person can go. Lines that did not change are shared, so that each step is a list of places. */
const MAX_STEPS = 30
/** More cells at once are judged by the server alone, a moment later. */
const JUDGED_AT_ONCE = 200

type Steps = { past: readonly (readonly FundingLine[])[]; future: readonly (readonly FundingLine[])[] }
const NO_STEPS: Steps = { past: [], future: [] }

/**
 * The lines of a batch, with what is typed here saved soon after: one save at a time, each from the version that
 * the last one made. What could not be saved stays here and is said.
 */
export function useBatchLines(batchId: string, onSaved: () => void) {
  const [stored, setStored] = useState<Stored | null>(null)
  const [edits, setEdits] = useState<LineEdits>(NO_EDITS)
  const [problems, setProblems] = useState<readonly LineProblem[]>([])
  const [failure, setFailure] = useState<Failure | null>(null)
  const [stale, setStale] = useState<Stale | null>(null)
  const [saving, setSaving] = useState(false)
  const [steps, setSteps] = useState(NO_STEPS)
  /** A step back or on that waits for the save under way. */
  const [wanted, setWanted] = useState<'undo' | 'redo' | null>(null)
  /** Who waits until all is saved. */
  const [waiting, setWaiting] = useState<((version: number | null) => void) | null>(null)
  const saved = useEffectEvent(onSaved)
  const isUnsaved = hasEdits(edits)

  const load = useCallback(async () => {
    const { data, failure: found } = await fetchLines(batchId)
    setFailure(found)
    if (!data) return null
    const read = readStored(data)
    setStored(read)
    setProblems(data.problems)
    return read
  }, [batchId])
  useEffect(() => {
    void load()
  }, [load])

  const save = useEffectEvent(async () => {
    if (!stored || saving || stale) return
    const sent = edits
    setSaving(true)
    const { data, failure: found } = await saveLines(batchId, stored.version, sent)
    setSaving(false)
    setFailure(found)
    if (!data) return
    if (!data.ok) {
      if (data.reason === 'stale') setStale(data)
      else setFailure({ message: data.message, signedOut: false })
      return
    }
    const given = new Map(sent.added.map(({ row }, at) => [row, data.addedRows[at] ?? row]))
    const lines = withEdits(stored.lines, sent).map((line) => {
      const row = given.get(line.row)
      return row === undefined || row === line.row ? line : { ...line, row }
    })
    setStored({ ...stored, version: data.version, lines })
    setProblems(data.problems)
    setEdits((now) => withRowsOf(editsSince(sent, now), given))
    saved()
  })

  // After a failure nothing is tried by itself: the next change, or a press, tries again.
  useEffect(() => {
    if (!hasEdits(edits) || saving || failure) return
    const timer = setTimeout(() => void save(), SAVE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [edits, saving, failure])

  const isStopped = failure !== null || stale !== null
  const version = stored?.version ?? null
  useEffect(() => {
    if (!waiting || saving) return
    if (isUnsaved && !isStopped) return void save()
    setWaiting(null)
    waiting(isUnsaved ? null : version)
  }, [waiting, saving, isUnsaved, isStopped, version])

  useEffect(() => {
    if (!isUnsaved) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isUnsaved])

  const lines = useMemo(() => withEdits(stored?.lines ?? [], edits), [stored, edits])
  const lastRow = useRef(0)
  lastRow.current = stored?.lines.reduce((highest, { row }) => Math.max(highest, row), 0) ?? 0

  const step = useEffectEvent((way: 'undo' | 'redo') => {
    const [from, onto] = way === 'undo' ? [steps.past, steps.future] : [steps.future, steps.past]
    const target = from.at(-1)
    if (!stored || !target) return
    const [rest, taken] = [from.slice(0, -1), [...onto, lines]]
    setSteps(way === 'undo' ? { past: rest, future: taken } : { past: taken, future: rest })
    setFailure(null)
    const back = editsTo(stored.lines, target)
    const was = new Map(lines.map((line) => [line.row, line]))
    const moved = new Set(target.filter((line) => was.get(line.row) !== line).map(({ row }) => row))
    setProblems((before) => before.filter(({ row }) => row === null || !moved.has(row)))
    setEdits(back)
  })
  useEffect(() => {
    if (!wanted || saving) return
    setWanted(null)
    step(wanted)
  }, [wanted, saving])

  /** What the cells of these lines say by themselves, until the server has looked at all of them. */
  function judgeAtOnce(changed: ReadonlyMap<number, Partial<Cells>>) {
    if (!stored || changed.size === 0) return
    const own =
      changed.size > JUDGED_AT_ONCE
        ? []
        : lines
            .filter(({ row }) => changed.has(row))
            .flatMap((line) => checkBatch([{ ...line, ...changed.get(line.row) }], stored).problems)
            .filter(({ row }) => row !== null)
    setProblems((before) => [...before.filter(({ row }) => row === null || !changed.has(row)), ...own])
  }
  function edit(change: (before: LineEdits) => LineEdits) {
    setFailure(null)
    setSteps(({ past }) => ({ past: [...past, lines].slice(-MAX_STEPS), future: [] }))
    setEdits(change)
  }

  return {
    stored,
    lines,
    problems,
    failure,
    stale,
    state: saving ? ('saving' as const) : isUnsaved ? ('unsaved' as const) : ('saved' as const),
    canUndo: steps.past.length > 0,
    reload: load,
    undo: () => setWanted('undo'),
    redo: () => setWanted('redo'),
    /** Cells of lines by row, and new lines at the end. */
    change(changed: ReadonlyMap<number, Partial<Cells>>, added: readonly Cells[] = []) {
      judgeAtOnce(changed)
      edit((before) => {
        const after = changeCells(before, changed)
        return added.length === 0 ? after : addLines(after, lastRow.current, added)
      })
    },
    remove(row: number) {
      setProblems((before) => before.filter((problem) => problem.row !== row))
      edit((before) => removeLine(before, row))
    },
    /** Shares in the place of a transaction's lines: the first line takes the first of them. */
    replace(rows: readonly number[], shares: readonly Cells[]) {
      const [first, ...others] = rows
      const [share, ...rest] = shares
      if (first === undefined || !share) return
      setProblems((before) => before.filter(({ row }) => row === null || !rows.includes(row)))
      edit((before) => {
        const cleared = others.reduce(removeLine, changeCells(before, new Map([[first, share]])))
        return addLines(cleared, lastRow.current, rest, first)
      })
    },
    saveNow: () => void save(),
    /** Saves what is not saved yet. Gives the version that all of it is in; null where it could not be saved. */
    settle: (): Promise<number | null> =>
      new Promise((resolve) => {
        setFailure(null)
        setWaiting(() => resolve)
      }),
    /** After somebody else's change: theirs as it stands, with mine in it once more, or without. */
    async takeTheirs(keepMine: boolean) {
      const theirs = await load()
      if (!theirs) return
      setSteps(NO_STEPS)
      setEdits((mine) => (keepMine ? editsOn(theirs.lines, mine) : NO_EDITS))
      setStale(null)
    },
  }
}

function readStored({ lines, ...rest }: BatchLines): Stored {
  const read: FundingLine[] = []
  const transactionNos = new Map<number, number>()
  for (const compact of lines) {
    read.push(readLine(compact))
    transactionNos.set(compact[0], compact[1])
  }
  return { ...rest, lines: read, transactionNos }
}

const readLine = ([
  row,
  ,
  transactionId,
  retrievalReferenceNumber,
  merchantId,
  amount,
]: CompactLine): FundingLine => ({
  row,
  transactionId,
  retrievalReferenceNumber,
  merchantId,
  amount,
})
