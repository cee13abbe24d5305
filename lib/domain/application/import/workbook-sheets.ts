import { sheetCellText } from '@/lib/domain/tables/cell-text'
import type { Worksheet } from '@/lib/domain/tables/open-file'
import { hasContent, unseenRowsWords } from '@/lib/domain/tables/unseen-rows'
import type { ApplicationKind } from '../kind'
import { matchColumns } from './match-columns'
import { readSheet } from './sheet'

/** A worksheet that has anything in it, as people choose among them. */
export type SheetChoice = { name: string; rows: number }

/** `text`: the sheet as a CSV file, which the server reads like any other; rows keep their numbers. */
export type SheetText =
  | { ok: true; text: string; sheet: string; sheets: SheetChoice[] }
  | { ok: false; problem: string; sheet: string | null; sheets: SheetChoice[] }

/** The worksheet of that name; without one, the first of those with the most columns that applications have. */
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
 * A row that is hidden, by a filter for instance, or struck through: whether it is to become an application nobody can
 * tell from the file, so that whoever made it says so there.
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
 * A cell that shows a percentage holds the hundredth part of it: as it is shown, and not rounded as it may be shown. Only
 * a percentage is written so in an application, and every other field refuses it.
 */
function percentText(text: string): string {
  const held = /^(-?\d+(?:\.\d+)?) \(shown as a percentage\)$/.exec(text)?.[1]
  return held === undefined ? text : `${Number((Number(held) * 100).toPrecision(15))}%`
}

/** Each in quotation marks: what stands in a cell separates nothing, whatever it begins with. */
const quoted = (text: string): string => (text === '' ? '' : `"${text.replaceAll('"', '""')}"`)
