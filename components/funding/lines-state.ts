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

/** How far back a person can go. Lines that did not change are shared, so that each step is a list of places. */
const MAX_STEPS = 30
/** More cells at once are judged by the server alone, a moment later. */
const JUDGED_AT_ONCE = 200

export type Stored = Omit<BatchLines, 'lines'> & {
  lines: readonly FundingLine[]
  transactionNos: ReadonlyMap<number, number>
}

/** That somebody else's change came in, and which rows it was. */
export type Reloaded = { by: string | null; at: string | null; rows: readonly number[] }

/** What the cells of one line say by themselves. */
export type JudgeLine = (line: FundingLine, terms: BatchTerms) => readonly LineProblem[]

/** What was typed and is not in the batch, since it was frozen first; `moved`: who did that. */
export type Left = { moved: string; edits: LineEdits }

type Steps = readonly (readonly FundingLine[])[]

export type LinesState = {
  /** As the desk has them; null before they were read. */
  stored: Stored | null
  /** What was changed since. */
  edits: LineEdits
  /** Both together: what is shown. */
  lines: readonly FundingLine[]
  problems: readonly LineProblem[]
  /** Comes with the first change: whoever only reads does without the rules. */
  judge: JudgeLine | null
  past: Steps
  future: Steps
  /** What is being saved. */
  sent: LineEdits | null
  failure: Failure | null
  /** Where somebody else changed what was changed here, too: nothing is saved until it is decided. */
  conflicts: readonly Conflict[]
  reloaded: Reloaded | null
  left: readonly Left[]
  /** Names that the last save read as the ids of their merchants. */
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
  /** Shares in the place of a transaction's lines: the first line takes the first of them. */
  | { type: 'replaced'; rows: readonly number[]; shares: readonly Cells[] }
  | { type: 'stepped'; way: 'undo' | 'redo' }
  | { type: 'can-judge'; judge: JudgeLine }
  | { type: 'sent' }
  | { type: 'saved'; answer: Extract<SaveLinesResult, { ok: true }> }
  | { type: 'failed'; failure: Failure | null }
  /** The lines as they are stored now, with what was changed here kept on top. */
  | { type: 'read'; lines: BatchLines; by?: Omit<Reloaded, 'rows'> }
  | { type: 'decided'; conflict: Conflict | null; keep: 'mine' | 'theirs' }
  | { type: 'noted' }
  | { type: 'left-noted' }
  | { type: 'read-as-noted' }
  /** What was changed here is given up. */
  | { type: 'dropped' }

/** What is to be saved, and can be. */
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

/** What is frozen is shown as it is stored. What was typed meanwhile can never be saved, and is kept beside it. */
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

/** What the cells of these lines say by themselves, until the server has looked at all of them. */
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

/** What was said of rows that have changed is not said of them any more. */
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
    // What leads back to the stored lines is not saved, and so nothing else brings back what was said of them.
    problems: state.stored.problems,
    failure: null,
    ...(way === 'undo' ? { past: rest, future: taken } : { past: taken, future: rest }),
  })
  return { ...next, problems: judged(next, new Set([...rowsOf(edits), ...edits.removed])) }
}

/** What was sent is stored now; what was changed meanwhile stays on top of it. */
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
  // The desk may have put in lines of its own: new ones of mine are numbered behind them.
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
  // The answer is about what was sent. What was changed since says otherwise.
  return { ...next, problems: judged(next, new Set(rowsOf(pending))) }
}

const rowsOf = ({ changed, added }: LineEdits): number[] => [
  ...changed.keys(),
  ...added.map(({ row }) => row),
]

function read(state: LinesState, fresh: Stored, by?: Omit<Reloaded, 'rows'>): LinesState {
  const { stored, edits } = state
  if (!stored) return shown({ ...state, stored: fresh, problems: fresh.problems, failure: null })
  // Empty new lines are for typing into, and nobody types into what is frozen.
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
    // What was there before somebody else's change is no place to go back to.
    ...(isSame ? renamedBy(state, moves) : { ...renamedBy(state, moves), past: [], future: [] }),
    reloaded: isSame ? told(state, fresh) : { by: by?.by ?? null, at: by?.at ?? null, rows },
  })
  const mine = new Set(rebased.edits.changed.keys())
  return { ...next, problems: judged(next, mine) }
}

/** What came in is news to whoever edits or approves it, and to nobody once it is sent or discarded. */
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

/** One conflict, or all of them. */
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
