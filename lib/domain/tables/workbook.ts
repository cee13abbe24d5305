import { DAY_MS } from '@/lib/domain/values/calendar'
import { type ArchiveEntry, listArchive } from './archive'
import { readCellStyles } from './cell-styles'
import { numberText } from './cell-text'
import { shownNumber } from './number-format'
import { BROKEN_WORKBOOK, MAX_UNPACKED_BYTES, type TableUse, tooMuch, type Worksheet } from './open-file'
import { mostRowsOf, PLAIN, readLook, type SheetLook } from './sheet-look'
import { hasLongMark, unpackedOf } from './unpack-entry'
import { tagsOf } from './workbook-xml'

/**
 * Makes up for what the library that reads workbooks does not do. It trusts the sizes that an archive states and the
 * cell references in a sheet, and it ignores number formats. Sizes and references are checked here before it reads
 * anything, because a few false bytes would make it use up all memory. The same in the browser and on the server.
 */
type WorkbookReading = { ok: true; sheets: Worksheet[] } | { ok: false; message: string }

/** The library: the cells of all sheets. Throws if it cannot read the workbook. */
type ReadCells = (bytes: Uint8Array<ArrayBuffer>) => Promise<Worksheet[]>

export async function readSheets(
  bytes: Uint8Array<ArrayBuffer>,
  readCells: ReadCells,
  use: TableUse,
): Promise<WorkbookReading> {
  try {
    const parts = await readParts(bytes, use)
    if (typeof parts === 'string') return { ok: false, message: parts }
    const sheets = await readCells(bytes)
    if (sheets.length !== parts.length) return { ok: false, message: BROKEN_WORKBOOK }
    if (countLetters(sheets) > MAX_UNPACKED_BYTES) return { ok: false, message: tooMuch(use) }
    return {
      ok: true,
      sheets: sheets.map(({ sheet, data }, index) => {
        const { unseen, ...look } = parts[index] ?? PLAIN
        return { sheet, data: asShown(data, look), unseen }
      }),
    }
  } catch {
    // The library's errors mean nothing to a user, and may quote a cell.
    return { ok: false, message: BROKEN_WORKBOOK }
  }
}

/** An archive stores a text that many cells share once; a table has a copy for each of them. */
function countLetters(sheets: readonly Worksheet[]): number {
  let count = 0
  for (const { data } of sheets)
    for (const row of data) for (const cell of row) if (typeof cell === 'string') count += cell.length
  return count
}

const CELL_TOO_LONG =
  'A cell of the workbook holds more text than a spreadsheet can show. Shorten or delete it, and choose the file again.'

/** The cells as a spreadsheet shows them. */
const asShown = (
  data: Worksheet['data'],
  { formatted, failed }: Omit<SheetLook, 'unseen'>,
): Worksheet['data'] => {
  if (formatted.length === 0 && failed.length === 0) return data
  const shown = data.map((row) => [...row])
  for (const { row, column, format } of formatted) {
    const cells = shown[row]
    const value = cells?.[column]
    if (!cells || typeof value !== 'number') continue
    cells[column] = format.kind === 'date' ? dateOf(value) : shownNumber(value, numberText(value), format)
  }
  for (const { row, column, text } of failed) {
    const cells = shown[row]
    if (cells && (cells[column] ?? null) === null) cells[column] = text
  }
  return shown
}

/** For a number that is no date, a spreadsheet fills the cell with #. */
function dateOf(serial: number): Date | string {
  const date = new Date(Math.round((serial - DAYS_TO_1970) * DAY_MS))
  return Number.isNaN(date.getTime()) || serial < 0 ? '####' : date
}

/** Spreadsheets count days from the last one of 1899. */
const DAYS_TO_1970 = 25_569

const WORKBOOK = 'xl/workbook.xml'
const RELATIONS = 'xl/_rels/workbook.xml.rels'

/** The look of each sheet, in the workbook's order, or a message that says why the workbook is refused. */
async function readParts(bytes: Uint8Array, use: TableUse): Promise<SheetLook[] | string> {
  const mostRows = mostRowsOf(use)
  const entries = listArchive(bytes) ?? []
  const textOf = async (name: string): Promise<string> => {
    const entry = entries.find((each) => each.name === name)
    const content = entry && (await unpackedOf(bytes, entry))
    return content instanceof Uint8Array ? new TextDecoder().decode(content) : ''
  }
  const targets = readRelations(await textOf(RELATIONS))
  const stylesPath = targets.find(({ type }) => type.endsWith('/styles'))?.path ?? 'xl/styles.xml'
  const styles = readCellStyles(await textOf(stylesPath))
  const paths = tagsOf(await textOf(WORKBOOK), 'sheet').map(
    (sheet) => targets.find(({ id }) => id === sheet.get('id'))?.path ?? '',
  )
  const looks = new Map<string, SheetLook>()
  for (const entry of entries) {
    // The library never unpacks anything else, such as pictures.
    if (!isRead(entry)) continue
    // Rows are counted while it unpacks, so that a sheet with too many is refused early.
    const content = await unpackedOf(bytes, entry, entry.name.endsWith('.xml') ? mostRows : undefined)
    if (content === 'too-many-rows') return use.tooManyRows(`more than ${mostRows.toLocaleString('en-US')}`)
    if (content === 'too-long') return CELL_TOO_LONG
    if (!content) return BROKEN_WORKBOOK
    // A sheet may have any name, so every XML part is checked like one.
    if (!entry.name.endsWith('.xml')) continue
    const text = new TextDecoder('latin1').decode(content)
    if (hasLongMark(text)) return BROKEN_WORKBOOK
    const look = readLook(text, styles, use)
    if (typeof look === 'string') return look
    looks.set(entry.name, look)
  }
  return paths.map((path) => looks.get(path) ?? PLAIN)
}

/** What the library unpacks: it goes by the same endings. */
const isRead = ({ name }: ArchiveEntry): boolean => name.endsWith('.xml') || name.endsWith('.xml.rels')

type Relation = { id: string; type: string; path: string }

const readRelations = (text: string): Relation[] =>
  tagsOf(text, 'Relationship').map((tag) => {
    const target = tag.get('Target') ?? ''
    return {
      id: tag.get('Id') ?? '',
      type: tag.get('Type') ?? '',
      path: target.startsWith('/') ? target.slice(1) : `xl/${target}`,
    }
  })
