import { type RefObject, useMemo, useRef, useState } from 'react'
import { LINE_FIELDS } from '@/lib/domain/funding/columns'
import type { FundingLine } from '@/lib/domain/funding/line'
import type { Cell } from './grid-moves'
import { type Range, rangeBetween, typedCell } from './grid-range'
import type { LinesState } from './lines-state'

/**
 * A cell by its line's row, which stays the same when lines are added or removed. `line`: its position, in case it
 * is gone.
 */
type Place = Cell & { row: number }

type Chosen = { turn: number; anchor: Place; head: Place; wholeLines: boolean }

/** How a cell's editor starts: with its text selected, with the cursor at the end, or with typed text. */
export type Begin = 'all' | 'end' | { typed: string }

export type Draft = { turn: number; place: Place; before: string; text: string; begin: Begin }

/**
 * `extend`: the selection reaches from its start, or from `from`, to here. `keepOrigin`: the search for marked
 * cells continues from where it was. `row`: of a line that is about to be added.
 */
type How = { extend?: boolean; from?: Cell; wholeLines?: boolean; keepOrigin?: boolean; row?: number }

export type GridCursor = {
  /** The active cell, which typing changes. */
  active: Cell
  /** The other end of the selection. */
  head: Cell
  range: Range
  wholeLines: boolean
  /** The open cell and its text, in a ref because it changes with each letter. */
  editing: Cell | null
  draft: RefObject<Draft | null>
  /** Where the search for marked cells continues. */
  origin: RefObject<{ cell: Cell; amongErrors: boolean }>
  /** The cell clicked last; a second click opens it. */
  armed: RefObject<{ row: number; column: number } | null>
  choose: (to: Cell, how?: How) => void
  /** Reduces the selection to the active cell, because a filter would change which lines it covers. */
  collapse: () => void
  /** The position of each row. */
  lineOf: ReadonlyMap<number, number>
  edit: (begin: Begin) => void
  /** Stores the open cell's text. */
  commit: () => void
  cancel: () => void
  hasDraft: () => boolean
}

/** The selection and the open cell of a grid, tied to rows and not to positions. */
export function useGridCursor(
  lines: readonly FundingLine[],
  renamed: LinesState['renamed'],
  onEdit: (row: number, field: (typeof LINE_FIELDS)[number], value: string) => void,
): GridCursor {
  const [chosen, setChosen] = useState<Chosen>(() => {
    const first: Place = { row: lines[0]?.row ?? 0, line: 0, column: 0 }
    return { turn: renamed.turn, anchor: first, head: first, wholeLines: false }
  })
  const [isEditing, setIsEditing] = useState(false)
  const draft = useRef<Draft | null>(null)
  const origin = useRef({ cell: { line: 0, column: -1 }, amongErrors: true })
  const armed = useRef<{ row: number; column: number } | null>(null)
  const lineOf = useMemo(() => new Map(lines.map(({ row }, at) => [row, at])), [lines])

  const rowNow = (row: number, turn: number) => (turn === renamed.turn ? row : (renamed.rows.get(row) ?? row))
  const cellOf = ({ row, line, column }: Place, turn: number): Cell => ({
    line: lineOf.get(rowNow(row, turn)) ?? Math.min(line, Math.max(0, lines.length - 1)),
    column,
  })
  if (chosen.turn !== renamed.turn) {
    const moved = (place: Place): Place => ({ ...place, row: rowNow(place.row, chosen.turn) })
    setChosen({ ...chosen, turn: renamed.turn, anchor: moved(chosen.anchor), head: moved(chosen.head) })
    const open = draft.current
    if (open) {
      draft.current = {
        ...open,
        turn: renamed.turn,
        place: { ...open.place, row: rowNow(open.place.row, open.turn) },
      }
    }
  }
  const active = cellOf(chosen.anchor, chosen.turn)
  const head = cellOf(chosen.head, chosen.turn)

  function choose(
    to: Cell,
    { extend = false, from = active, wholeLines = false, keepOrigin = false, row }: How = {},
  ) {
    const place = { ...to, row: row ?? lines[to.line]?.row ?? 0 }
    const anchor = extend ? { ...from, row: lines[from.line]?.row ?? 0 } : place
    setChosen({ turn: renamed.turn, anchor, head: place, wholeLines })
    armed.current = null
    if (!keepOrigin && !extend) origin.current = { ...origin.current, cell: to }
  }

  function close() {
    draft.current = null
    setIsEditing(false)
  }

  return {
    active,
    head,
    range: rangeBetween(active, head, chosen.wholeLines),
    wholeLines: chosen.wholeLines,
    editing: isEditing && draft.current ? cellOf(draft.current.place, draft.current.turn) : null,
    draft,
    origin,
    armed,
    choose,
    collapse: () => setChosen((now) => ({ ...now, head: now.anchor, wholeLines: false })),
    lineOf,
    edit(begin) {
      const line = lines[active.line]
      const field = LINE_FIELDS[active.column]
      if (!line || !field) return
      const before = line[field]
      draft.current = {
        turn: renamed.turn,
        place: { ...active, row: line.row },
        before,
        text: typeof begin === 'object' ? begin.typed : before,
        begin,
      }
      setChosen({
        turn: renamed.turn,
        anchor: draft.current.place,
        head: draft.current.place,
        wholeLines: false,
      })
      setIsEditing(true)
    },
    commit() {
      const open = draft.current
      if (!open) return
      close()
      const field = LINE_FIELDS[open.place.column]
      if (field && open.text !== open.before) {
        onEdit(rowNow(open.place.row, open.turn), field, typedCell(field, open.text))
      }
    },
    cancel: close,
    hasDraft: () => draft.current !== null && draft.current.text !== draft.current.before,
  }
}
