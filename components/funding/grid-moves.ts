/** A cell of a grid: `line` counts from 0, `column` from 0 over those that can be edited. */
export type Cell = { line: number; column: number }

export type GridSize = { lines: number; columns: number; pageLines: number }

/** Where a key leads from a cell, within the grid; null where the key moves nothing. As spreadsheets have it. */
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

/** A key that types a letter, and so begins to replace what a cell has. */
export const typesLetter = (event: { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean }) =>
  event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey

/**
 * The next cell that something is said of, around the end to the beginning; null where nothing is said of any.
 * `columnsOf`: the columns of a line's marks, in any order.
 */
export function nextMarked(
  from: Cell,
  step: 1 | -1,
  lineCount: number,
  columnsOf: (line: number) => readonly number[],
): Cell | null {
  for (let away = 0; lineCount > 0 && away <= lineCount; away += 1) {
    const line = (((from.line + step * away) % lineCount) + lineCount) % lineCount
    const columns = columnsOf(line)
      .filter((column) => away > 0 || (column - from.column) * step > 0)
      .sort((one, other) => (one - other) * step)
    if (columns[0] !== undefined) return { line, column: columns[0] }
  }
  return null
}

/** Ctrl+Z, and Ctrl+Y or Ctrl+Shift+Z; on a Mac with the command key. */
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
