/** A cell of a grid. `line` and `column` count from 0, `column` over the editable ones. */
export type Cell = { line: number; column: number }

export type GridSize = { lines: number; columns: number; pageLines: number }

/** Where a key moves from a cell, as in spreadsheets; null if it moves nothing. */
export function moveFrom(cell: Cell, key: string, withControl: boolean, size: GridSize): Cell | null {
  const lastLine = size.lines - 1
  const lastColumn = size.columns - 1
  const to = (line: number, column: number): Cell => ({
    line: Math.min(Math.max(line, 0), Math.max(lastLine, 0)),
    column: Math.min(Math.max(column, 0), lastColumn),
  })
  switch (key) {
    case 'ArrowUp':
      return to(withControl ? 0 : cell.line - 1, cell.column)
    case 'ArrowDown':
      return to(withControl ? lastLine : cell.line + 1, cell.column)
    case 'ArrowLeft':
      return to(cell.line, withControl ? 0 : cell.column - 1)
    case 'ArrowRight':
      return to(cell.line, withControl ? lastColumn : cell.column + 1)
    case 'Home':
      return to(withControl ? 0 : cell.line, 0)
    case 'End':
      return to(withControl ? lastLine : cell.line, lastColumn)
    case 'PageUp':
      return to(cell.line - size.pageLines, cell.column)
    case 'PageDown':
      return to(cell.line + size.pageLines, cell.column)
    default:
      return null
  }
}

/** Whether a key types a character, which replaces a cell's content. */
export const typesLetter = (event: { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean }) =>
  event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey

/** Where Tab moves: to the next cell, across lines; `end` past the last cell or before the first. */
export function tabFrom({ line, column }: Cell, step: 1 | -1, { lines, columns }: GridSize): Cell | 'end' {
  const place = line * columns + column + step
  if (place < 0 || place >= lines * columns) return 'end'
  return { line: Math.floor(place / columns), column: place % columns }
}

/** A marked cell. Errors come before warnings, each in reading order. */
export type Stop = Cell & { isError: boolean }

/**
 * The next marked cell after `from`, wrapping around at the end. `stops` are in visiting order. `amongErrors`:
 * whether `from` is one of the errors or one of the warnings. Null if nothing is marked.
 */
export function nextStop(
  stops: readonly Stop[],
  from: Cell,
  amongErrors: boolean,
  step: 1 | -1,
): { stop: Stop; number: number } | null {
  const place = { ...from, isError: amongErrors }
  const at =
    step === 1
      ? stops.findIndex((stop) => compareStops(stop, place) > 0)
      : stops.findLastIndex((stop) => compareStops(stop, place) < 0)
  const index = at !== -1 ? at : step === 1 ? 0 : stops.length - 1
  const stop = stops[index]
  return stop ? { stop, number: index + 1 } : null
}

export const compareStops = (one: Stop, other: Stop): number =>
  Number(other.isError) - Number(one.isError) || one.line - other.line || one.column - other.column

/** Ctrl+Z, and Ctrl+Y or Ctrl+Shift+Z; the command key on a Mac. */
export function undoKey(event: {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
  altKey: boolean
}): 'undo' | 'redo' | null {
  if (event.altKey || !(event.ctrlKey || event.metaKey)) return null
  const key = event.key.toLowerCase()
  if (key === 'y' || (key === 'z' && event.shiftKey)) return 'redo'
  return key === 'z' ? 'undo' : null
}
