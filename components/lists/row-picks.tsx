/** Which rows are selected, and how to change that. */
export type RowPicks<Row> = {
  isOn: (row: Row) => boolean
  /** The label of a row's checkbox; null if the row cannot be selected. */
  labelOf: (row: Row) => string | null
  /** With `isRange`, also selects every row between this one and the one clicked before it. */
  toggle: (row: Row, isRange: boolean) => void
  /** Selects exactly these rows. */
  choose: (rows: readonly Row[]) => void
  /**
   * The checkbox above the rows: `label` in a table, `words` beside it on cards. `takes` limits which rows it selects;
   * without it, all.
   */
  all: { label: string; words: string; takes?: (row: Row) => boolean }
}

/** Selects every row of the page that can be selected, or clears them. */
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
