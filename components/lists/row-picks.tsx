/** Which rows are chosen, and how it is changed. */
export type RowPicks<Row> = {
  isOn: (row: Row) => boolean
  /** What the box of a row is called; null where it cannot be chosen. */
  labelOf: (row: Row) => string | null
  /** With `isRange`, also all between this one and the one that was pressed before it. */
  toggle: (row: Row, isRange: boolean) => void
  /** Chooses these and no others. */
  choose: (rows: readonly Row[]) => void
  /** What the box above the rows is called: of a table, and beside it on cards. `takes`: left out, every row. */
  all: { label: string; words: string; takes?: (row: Row) => boolean }
}

/** Chooses every row of the page that can be chosen, or none. */
export function PickAll<Row>({ rows, picks }: { rows: readonly Row[]; picks: RowPicks<Row> }) {
  const { takes = () => true } = picks.all
  const open = rows.filter((row) => picks.labelOf(row) !== null && takes(row))
  const count = open.filter(picks.isOn).length
  return (
    <label>
      <input
        type="checkbox"
        aria-label={picks.all.label}
        disabled={open.length === 0}
        checked={count > 0 && count === open.length}
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && count < open.length
        }}
        onChange={() => picks.choose(count === open.length ? [] : open)}
      />
      <span className="pick-words">{picks.all.words}</span>
    </label>
  )
}

export function PickRow<Row>({ row, picks }: { row: Row; picks: RowPicks<Row> }) {
  const label = picks.labelOf(row)
  if (label === null) return null
  return (
    <label>
      <input
        type="checkbox"
        aria-label={label}
        checked={picks.isOn(row)}
        onChange={({ nativeEvent }) =>
          picks.toggle(row, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
    </label>
  )
}
