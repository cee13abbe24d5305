import type { UnseenRow, Worksheet } from './open-file'

/** `In sheet “May” row 4 is hidden and 2 rows (6, 9) are struck through.` Null if every row is visible. */
export function unseenRowsWords({ sheet, data, unseen = [] }: Worksheet): string | null {
  const rowsOf = (why: UnseenRow['why']) =>
    unseen.filter((each) => each.why === why && hasContent(data[each.row] ?? [])).map(({ row }) => row + 1)
  const told = [
    [rowsOf('hidden'), 'hidden'],
    [rowsOf('struck'), 'struck through'],
  ] as const
  const parts = told.filter(([rows]) => rows.length > 0).map(([rows, how]) => `${rowsText(rows)} ${how}`)
  return parts.length === 0 ? null : `In sheet “${sheet}” ${parts.join(' and ')}.`
}

const NAMED_ROWS = 5

function rowsText(rows: readonly number[]): string {
  const named = rows.slice(0, NAMED_ROWS).join(', ')
  if (rows.length === 1) return `row ${named} is`
  return `${rows.length.toLocaleString('en-US')} rows (${named}${rows.length > NAMED_ROWS ? ', …' : ''}) are`
}

export const hasContent = (row: readonly unknown[]): boolean =>
  row.some((cell) => cell !== null && cell !== '')
