/** A cell of a workbook as text: what the spreadsheet shows, unless it is a plain number. */
export function sheetCellText(cell: unknown): string {
  if (typeof cell === 'string') return cell
  if (typeof cell === 'number') return numberText(cell)
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  return cell instanceof Date && !Number.isNaN(cell.getTime()) ? dateText(cell) : ''
}

/** A year of our time means a date; otherwise the cell holds a time of day. */
function dateText(date: Date): string {
  const isOurs = date.getUTCFullYear() >= 1900 && date.getUTCFullYear() < 2100
  return date.toISOString().slice(0, isOurs ? 10 : 16)
}

/**
 * A number as the spreadsheet shows it, with 15 digits. A longer number has lost the rest, and is written so that it
 * cannot pass for an identifier. One digit after the point means an amount that ends in 0.
 */
export function numberText(value: number): string {
  if (Math.abs(value) >= 1e15) return value.toExponential(5).replace('e', 'E')
  const text = String(Number(value.toPrecision(15)))
  return text.at(-2) === '.' ? `${text}0` : text
}
