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
  editsSince,
  hasEdits,
  type LineEdits,
  NO_EDITS,
  removeLine,
  withEdits,
} from './line-edits'

/** A pause in typing that is long enough to save what was typed. */
const SAVE_AFTER_MS = 600

export type Stale = Extract<SaveLinesResult, { reason: 'stale' }>

type Stored = Omit<BatchLines, 'lines'> & {
  lines: readonly FundingLine[]
  transactionNos: ReadonlyMap<number, number>
}

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
  const saved = useEffectEvent(onSaved)
  const isUnsaved = hasEdits(edits)

  const load = useCallback(async () => {
    const { data, failure: found } = await fetchLines(batchId)
    setFailure(found)
    if (!data) return
    setStored(readStored(data))
    setProblems(data.problems)
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
    setStored({ ...stored, version: data.version, lines: withEdits(stored.lines, sent) })
    setProblems(data.problems)
    setEdits((now) => editsSince(sent, now))
    saved()
  })

  // After a failure nothing is tried by itself: the next change, or a press, tries again.
  useEffect(() => {
    if (!hasEdits(edits) || saving || failure) return
    const timer = setTimeout(() => void save(), SAVE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [edits, saving, failure])

  useEffect(() => {
    if (!isUnsaved) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isUnsaved])

  const lines = useMemo(() => withEdits(stored?.lines ?? [], edits), [stored, edits])
  const lastRow = useRef(0)
  lastRow.current = stored?.lines.reduce((highest, { row }) => Math.max(highest, row), 0) ?? 0

  /** What the cells of these lines say by themselves, until the server has looked at all of them. */
  function judgeAtOnce(changed: ReadonlyMap<number, Partial<Cells>>) {
    if (!stored) return
    const own = lines
      .filter(({ row }) => changed.has(row))
      .flatMap((line) => checkBatch([{ ...line, ...changed.get(line.row) }], stored).problems)
      .filter(({ row }) => row !== null)
    setProblems((before) => [...before.filter(({ row }) => row === null || !changed.has(row)), ...own])
  }
  function edit(change: (before: LineEdits) => LineEdits) {
    setFailure(null)
    setEdits(change)
  }

  return {
    stored,
    lines,
    problems,
    failure,
    stale,
    state: saving ? ('saving' as const) : isUnsaved ? ('unsaved' as const) : ('saved' as const),
    reload: load,
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
    /** After somebody else's change: theirs as it stands, with mine in it once more, or without. */
    async takeTheirs(keepMine: boolean) {
      if (!keepMine) setEdits(NO_EDITS)
      await load()
      setStale(null)
      if (keepMine) setEdits((before) => ({ ...before }))
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
