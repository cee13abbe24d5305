import { canEditBatch, nextBatchStatus } from '@/lib/domain/funding/batch'
import type { BatchTerms } from '@/lib/domain/funding/check-batch'
import { type FundingLine, isEmptyLine } from '@/lib/domain/funding/line'
import type { LineProblem } from '@/lib/domain/funding/line-problem'
import type { ReadAs } from '@/lib/domain/funding/names-read'
import type { BatchLines, CompactLine, SaveLinesResult } from '@/lib/server/funding/views'
import type { Failure } from './batch-requests'
import {
  addLines,
  type Cells,
  type Conflict,
  changeCells,
  editsSince,
  editsTo,
  hasEdits,
  type LineEdits,
  lastRowOf,
  NO_EDITS,
  rebase,
  removeLines,
  resolveConflict,
  rowsChanged,
  savable,
  withEdits,
  withRowsOf,
} from './line-edits'

/** How many steps can be undone. Unchanged lines are shared, so each step is a list of references. */
const MAX_STEPS = 30
/** Larger changes are only checked by the server, a moment later. */
const JUDGED_AT_ONCE = 200

export type Stored = Omit<BatchLines, 'lines'> & {
  lines: readonly FundingLine[]
  transactionNos: ReadonlyMap<number, number>
}

/** Another person's change that was loaded, and its rows. */
export type Reloaded = { by: string | null; at: string | null; rows: readonly number[] }

/** The problems that the cells of a line have by themselves. */
export type JudgeLine = (line: FundingLine, terms: BatchTerms) => readonly LineProblem[]

/** Input that is not in the batch because it was frozen first; `moved`: who did that. */
export type Left = { moved: string; edits: LineEdits }

type Steps = readonly (readonly FundingLine[])[]

export type LinesState = {
  /** The lines as the desk stores them; null before they are loaded. */
  stored: Stored | null
  /** The changes since. */
  edits: LineEdits
  /** Both combined: the lines that are shown. */
  lines: readonly FundingLine[]
  problems: readonly LineProblem[]
  /** Loaded with the first change: people who only read do not need the rules. */
  judge: JudgeLine | null
  past: Steps
  future: Steps
  /** The edits that are being saved. */
  sent: LineEdits | null
  failure: Failure | null
  /** Changes that conflict with another person's: nothing is saved until they are decided. */
  conflicts: readonly Conflict[]
  reloaded: Reloaded | null
  left: readonly Left[]
  /** Names that the last save read as merchant IDs. */
  readAs: readonly ReadAs[]
  /** New lines that got another row, and how often that happened. */
  renamed: { turn: number; rows: ReadonlyMap<number, number> }
}

export const NO_LINES: LinesState = {
  stored: null,
  edits: NO_EDITS,
  lines: [],
  problems: [],
  judge: null,
  past: [],
  future: [],
  sent: null,
  failure: null,
  conflicts: [],
  reloaded: null,
  left: [],
  readAs: [],
  renamed: { turn: 0, rows: new Map() },
}

export type LinesEvent =
  | { type: 'changed'; changed: ReadonlyMap<number, Partial<Cells>>; added: readonly Cells[] }
  | { type: 'removed'; rows: readonly number[] }
  /** Replaces a transaction's lines with shares; the first line takes the first share. */
  | { type: 'replaced'; rows: readonly number[]; shares: readonly Cells[] }
  | { type: 'stepped'; way: 'undo' | 'redo' }
  | { type: 'can-judge'; judge: JudgeLine }
  | { type: 'sent' }
  | { type: 'saved'; answer: Extract<SaveLinesResult, { ok: true }> }
  | { type: 'failed'; failure: Failure | null }
  /** The stored lines, with local changes kept on top. */
  | { type: 'read'; lines: BatchLines; by?: Omit<Reloaded, 'rows'> }
  | { type: 'decided'; conflict: Conflict | null; keep: 'mine' | 'theirs' }
  | { type: 'noted' }
  | { type: 'left-noted' }
  | { type: 'read-as-noted' }
  /** Local changes are dropped. */
  | { type: 'dropped' }

/** Whether there is something to save. */
export const isUnsaved = ({ edits }: LinesState): boolean => hasEdits(savable(edits))

export const maySave = (state: LinesState): boolean =>
  state.stored !== null && state.sent === null && state.conflicts.length === 0 && isUnsaved(state)

export const nextLines = (state: LinesState, event: LinesEvent): LinesState => asFrozen(after(state, event))

function after(state: LinesState, event: LinesEvent): LinesState {
  const { stored, edits } = state
  if (!stored && event.type !== 'read' && event.type !== 'failed') return state
  switch (event.type) {
    case 'changed': {
      const { changed, added } = event
      if (changed.size === 0 && added.length === 0) return state
      const after = changeCells(edits, changed)
      return edited(state, added.length === 0 ? after : addLines(after, lastStored(state), added), [
        ...changed.keys(),
      ])
    }
    case 'removed':
      return event.rows.length === 0 ? state : edited(state, removeLines(edits, event.rows), event.rows)
    case 'replaced': {
      const [first, ...others] = event.rows
      const [share, ...rest] = event.shares
      if (first === undefined || !share) return state
      const cleared = removeLines(changeCells(edits, new Map([[first, share]])), others)
      return edited(state, addLines(cleared, lastStored(state), rest, first), event.rows)
    }
    case 'stepped':
      return stepped(state, event.way)
    case 'can-judge': {
      const next = { ...state, judge: event.judge }
      return { ...next, problems: judged(next, new Set(rowsOf(edits))) }
    }
    case 'sent':
      return { ...state, sent: savable(edits), failure: null }
    case 'saved':
      return saved(state, event.answer)
    case 'failed':
      return { ...state, sent: null, failure: event.failure }
    case 'read':
      return read(state, readStored(event.lines), event.by)
    case 'decided':
      return decided(state, event.conflict, event.keep)
    case 'read-as-noted':
      return { ...state, readAs: [] }
    case 'left-noted':
      return { ...state, left: [] }
    case 'noted':
      return { ...state, reloaded: null }
    case 'dropped':
      return shown({ ...state, edits: NO_EDITS, conflicts: [], failure: null, past: [], future: [] })
  }
}

/** A frozen batch shows its stored lines. Input that can no longer be saved is kept in `left`. */
function asFrozen(state: LinesState): LinesState {
  const { stored, sent, conflicts, left } = state
  const isFrozen = stored !== null && !canEditBatch(stored.status)
  if (!isFrozen || sent !== null || (!isUnsaved(state) && conflicts.length === 0)) return state
  const edits = conflicts.reduce(
    (before, each) => resolveConflict(before, each, 'mine', lastStored(state)),
    savable(state.edits),
  )
  return shown({
    ...state,
    edits: NO_EDITS,
    problems: stored.problems,
    conflicts: [],
    past: [],
    future: [],
    left: [...left, { moved: stored.moved, edits }],
  })
}

const shown = (state: LinesState): LinesState => ({
  ...state,
  lines: withEdits(state.stored?.lines ?? [], state.edits),
})

const lastStored = ({ stored }: LinesState): number => lastRowOf(stored?.lines ?? [])

function edited(state: LinesState, edits: LineEdits, rows: readonly number[]): LinesState {
  const next = shown({
    ...state,
    edits,
    failure: null,
    past: [...state.past, state.lines].slice(-MAX_STEPS),
    future: [],
  })
  return { ...next, problems: judged(next, new Set(rows)) }
}

/** The problems that these lines' cells have by themselves, until the server has checked everything. */
function judged(
  { stored, lines, problems, judge }: LinesState,
  rows: ReadonlySet<number>,
): readonly LineProblem[] {
  if (!stored || rows.size === 0) return problems
  const own =
    rows.size > JUDGED_AT_ONCE || judge === null
      ? []
      : lines
          .filter((line) => rows.has(line.row) && !isEmptyLine(line))
          .flatMap((line) => judge(line, stored))
          .filter(({ row }) => row !== null)
  return [...problems.flatMap((problem) => unlessChanged(problem, rows)), ...own]
}

/** Removes rows that have changed from a problem. */
function unlessChanged(problem: LineProblem, rows: ReadonlySet<number>): LineProblem[] {
  const { row, alsoRows } = problem
  if (row !== null && rows.has(row)) return []
  return alsoRows?.some((each) => rows.has(each))
    ? [{ ...problem, alsoRows: alsoRows.filter((each) => !rows.has(each)) }]
    : [problem]
}

function stepped(state: LinesState, way: 'undo' | 'redo'): LinesState {
  const [from, onto] = way === 'undo' ? [state.past, state.future] : [state.future, state.past]
  const target = from.at(-1)
  if (!state.stored || !target) return state
  const [rest, taken] = [from.slice(0, -1), [...onto, state.lines]]
  const edits = editsTo(state.stored.lines, target)
  const next = shown({
    ...state,
    edits,
    // Undoing back to the stored lines saves nothing, so their problems are restored here.
    problems: state.stored.problems,
    failure: null,
    ...(way === 'undo' ? { past: rest, future: taken } : { past: taken, future: rest }),
  })
  return { ...next, problems: judged(next, new Set([...rowsOf(edits), ...edits.removed])) }
}

/** The sent edits are stored now; later changes stay on top. */
function saved(state: LinesState, answer: Extract<SaveLinesResult, { ok: true }>): LinesState {
  const { stored, sent, edits } = state
  if (!stored || !sent) return state
  const given = new Map(sent.added.map(({ row }, at) => [row, answer.addedRows[at] ?? row]))
  const ours = withEdits(stored.lines, sent).map((line) => {
    const row = given.get(line.row)
    return row === undefined || row === line.row ? line : { ...line, row }
  })
  const since = withRowsOf(editsSince(sent, edits), given)
  const fresh = answer.lines ? readLines(answer.lines) : { lines: ours }
  // The desk may have added lines of its own; my new lines are numbered after them.
  const { edits: pending, renamed } = rebase(ours, fresh.lines, since)
  const moves = new Map([...given, ...renamed].filter(([from, to]) => from !== to))
  const next = shown({
    ...state,
    stored: {
      ...stored,
      version: answer.version,
      held: answer.held,
      unowned: answer.unowned,
      allUnlogged: answer.allUnlogged,
      mayBeCents: answer.mayBeCents,
      names: answer.names,
      problems: answer.problems,
      ...fresh,
    },
    readAs: answer.readAs.length > 0 ? answer.readAs : state.readAs,
    edits: pending,
    problems: answer.problems,
    sent: null,
    failure: null,
    ...renamedBy(state, moves),
  })
  // The answer is about what was sent, so lines changed since are checked again.
  return { ...next, problems: judged(next, new Set(rowsOf(pending))) }
}

const rowsOf = ({ changed, added }: LineEdits): number[] => [
  ...changed.keys(),
  ...added.map(({ row }) => row),
]

function read(state: LinesState, fresh: Stored, by?: Omit<Reloaded, 'rows'>): LinesState {
  const { stored, edits } = state
  if (!stored) return shown({ ...state, stored: fresh, problems: fresh.problems, failure: null })
  // Blank new lines are for typing, which a frozen batch does not allow.
  const mineNow = canEditBatch(fresh.status) ? edits : savable(edits)
  const rebased = rebase(stored.lines, fresh.lines, mineNow)
  const rows = rowsChanged(stored.lines, fresh.lines)
  const isSame = rows.length === 0
  const moves = new Map([...rebased.renamed].filter(([from, to]) => from !== to))
  const next = shown({
    ...state,
    stored: fresh,
    edits: rebased.edits,
    conflicts: rebased.conflicts,
    problems: fresh.problems,
    sent: null,
    failure: null,
    // The state before another person's change cannot be restored.
    ...(isSame ? renamedBy(state, moves) : { ...renamedBy(state, moves), past: [], future: [] }),
    reloaded: isSame ? told(state, fresh) : { by: by?.by ?? null, at: by?.at ?? null, rows },
  })
  const mine = new Set(rebased.edits.changed.keys())
  return { ...next, problems: judged(next, mine) }
}

/** A loaded change matters to people who edit or approve, and no longer once the batch was sent or discarded. */
const told = ({ reloaded }: LinesState, { status }: Stored): Reloaded | null =>
  canEditBatch(status) || nextBatchStatus(status, 'return') !== null ? reloaded : null

function renamedBy(
  { renamed, past, future }: LinesState,
  rows: ReadonlyMap<number, number>,
): Pick<LinesState, 'renamed' | 'past' | 'future'> {
  if (rows.size === 0) return { renamed, past, future }
  const moved = (steps: Steps): Steps =>
    steps.map((lines) =>
      lines.map((line) => {
        const row = rows.get(line.row)
        return row === undefined ? line : { ...line, row }
      }),
    )
  return { renamed: { turn: renamed.turn + 1, rows }, past: moved(past), future: moved(future) }
}

/** Decides one conflict, or all of them (null). */
function decided(state: LinesState, one: Conflict | null, keep: 'mine' | 'theirs'): LinesState {
  const resolved = state.conflicts.filter((each) => one === null || each === one)
  const edits = resolved.reduce(
    (before, each) => resolveConflict(before, each, keep, lastStored(state)),
    state.edits,
  )
  const next = shown({
    ...state,
    edits,
    conflicts: state.conflicts.filter((each) => !resolved.includes(each)),
  })
  return { ...next, problems: judged(next, new Set(resolved.map(({ row }) => row))) }
}

function readStored({ lines, ...rest }: BatchLines): Stored {
  return { ...rest, ...readLines(lines) }
}

function readLines(compacts: readonly CompactLine[]): Pick<Stored, 'lines' | 'transactionNos'> {
  const lines: FundingLine[] = []
  const transactionNos = new Map<number, number>()
  for (const [row, transactionNo, transactionId, retrievalReferenceNumber, merchantId, amount] of compacts) {
    lines.push({ row, transactionId, retrievalReferenceNumber, merchantId, amount })
    transactionNos.set(row, transactionNo)
  }
  return { lines, transactionNos }
}
