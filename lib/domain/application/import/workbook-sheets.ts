import { sheetCellText } from '@/lib/domain/tables/cell-text'
import type { Worksheet } from '@/lib/domain/tables/open-file'
import { hasContent, unseenRowsWords } from '@/lib/domain/tables/unseen-rows'
import type { ApplicationKind } from '../kind'
import { matchColumns } from './match-columns'
import { readSheet } from './sheet'

/** A worksheet that has content, as people choose among them. */
export type SheetChoice = { name: string; rows: number }

/** `text`: the sheet as CSV, which the server reads like any other. Rows keep their numbers. */
export type SheetText =
  | { ok: true; text: string; sheet: string; sheets: SheetChoice[] }
  | { ok: false; problem: string; sheet: string | null; sheets: SheetChoice[] }

/** The worksheet of that name. Without a name, the first of those with the most columns that applications have. */
export function textOfWorkbook(
  worksheets: readonly Worksheet[],
  kind: ApplicationKind,
  name: string | null,
): SheetText {
  const filled = worksheets.filter(({ data }) => data.some(hasContent))
  const sheets = filled.map(({ sheet, data }) => ({ name: sheet, rows: data.filter(hasContent).length }))
  let best: { text: string; sheet: string; worksheet: Worksheet } | null = null
  let most = -1
  for (const worksheet of filled) {
    const { sheet, data } = worksheet
    if (name !== null && sheet !== name) continue
    const text = csvOf(data)
    const matched = matchedColumns(text, kind)
    if (matched <= most) continue
    best = { text, sheet, worksheet }
    most = matched
  }
  if (best) {
    const { text, sheet, worksheet } = best
    const problem = unseenProblem(worksheet)
    return problem === null ? { ok: true, text, sheet, sheets } : { ok: false, problem, sheet, sheets }
  }
  return {
    ok: false,
    sheet: null,
    sheets,
    problem:
      name === null
        ? 'The workbook is empty.'
        : `The workbook has no sheet “${name}” with data. Choose another one.`,
  }
}

/**
 * Hidden (filtered, for instance) or struck-through rows: the file does not say whether they should become
 * applications, so its author has to.
 */
function unseenProblem(worksheet: Worksheet): string | null {
  const words = unseenRowsWords(worksheet)
  return words === null
    ? null
    : `${words} In the spreadsheet, unhide or delete hidden rows and clear or delete struck-through cells, then choose the file again.`
}

function matchedColumns(text: string, kind: ApplicationKind): number {
  const reading = readSheet(text)
  return reading.ok ? matchColumns(kind, reading.sheet.columns).filter((place) => place !== null).length : 0
}

const csvOf = (data: Worksheet['data']): string =>
  data.map((row) => row.map((cell) => quoted(percentText(sheetCellText(cell)))).join(',')).join('\n')

/**
 * A percentage cell holds the number divided by 100. Returns it as shown, but not rounded. Only percentage fields
 * accept the result.
 */
function percentText(text: string): string {
  const held = /^(-?\d+(?:\.\d+)?) \(shown as a percentage\)$/.exec(text)?.[1]
  return held === undefined ? text : `${Number((Number(held) * 100).toPrecision(15))}%`
}

/** Always quoted, so that nothing in a cell is read as a separator. */
const quoted = (text: string): string => (text === '' ? '' : `"${text.replaceAll('"', '""')}"`)
