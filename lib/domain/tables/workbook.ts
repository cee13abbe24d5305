import { type ArchiveEntry, listArchive, packedBytesOf } from './archive'
import { numberText } from './cell-text'
import { type NumberFormat, numberFormat, shownNumber } from './number-format'
import {
  BROKEN_WORKBOOK,
  MAX_UNPACKED_BYTES,
  type TableUse,
  tooMuch,
  type UnseenRow,
  type Worksheet,
} from './open-file'

/**
 * What the reader of workbooks does not do: it believes what an archive says of its sizes, and a sheet of the places
 * of its cells, and it knows no number formats. Each is looked at here, the first two before it reads anything,
 * since a few bytes that lie would take all memory. The same in the browser and on the server.
 */
type WorkbookReading = { ok: true; sheets: Worksheet[] } | { ok: false; message: string }

/** The cells of all sheets, as the reader gives them; throws where it cannot. */
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
    // The reader's errors speak of its own parts, and may quote a cell.
    return { ok: false, message: BROKEN_WORKBOOK }
  }
}

/** A text that many cells share stands in the archive once, and in a table once for each of them. */
function countLetters(sheets: readonly Worksheet[]): number {
  let count = 0
  for (const { data } of sheets)
    for (const row of data) for (const cell of row) if (typeof cell === 'string') count += cell.length
  return count
}

const CELL_TOO_LONG =
  'A cell of the workbook holds more text than a spreadsheet can show. Shorten or delete it, and choose the file again.'

const spreadTooFar = ({ rows }: TableUse): string =>
  `A cell of the workbook is too far to the right or too far down. Delete the empty columns and rows beyond the ${rows}, or copy them alone into a new workbook.`

/** A cell whose format is not the general one; its place counted from 0. */
type FormattedCell = { row: number; column: number; format: NumberFormat }

/** A cell whose formula failed, and what it shows instead. The reader takes it for an empty one. */
type FailedCell = { row: number; column: number; text: string }

/** What of a sheet the reader does not tell. */
type SheetLook = { formatted: FormattedCell[]; failed: FailedCell[]; unseen: UnseenRow[] }
const PLAIN: SheetLook = { formatted: [], failed: [], unseen: [] }

/** How cells of one style look. */
type CellStyle = { format: NumberFormat; isStruck: boolean }

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

/** Where a date is no day of a calendar, a spreadsheet shows nothing but ###. */
function dateOf(serial: number): Date | string {
  const date = new Date(Math.round((serial - DAYS_TO_1970) * MS_A_DAY))
  return Number.isNaN(date.getTime()) || serial < 0 ? '####' : date
}

/** From the last day of 1899, as spreadsheets count. */
const DAYS_TO_1970 = 25_569
const MS_A_DAY = 86_400_000

const WORKBOOK = 'xl/workbook.xml'
const RELATIONS = 'xl/_rels/workbook.xml.rels'

/** The look of each sheet, in the order of the workbook, or what stands against reading the workbook. */
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
    // Pictures and the like are never unpacked.
    if (!isRead(entry)) continue
    // Looked at while it unpacks: what has too many rows is refused long before all of it is there.
    const content = await unpackedOf(bytes, entry, entry.name.endsWith('.xml') ? mostRows : undefined)
    if (content === 'too-many-rows') return use.tooManyRows(`more than ${mostRows.toLocaleString('en-US')}`)
    if (content === 'too-long') return CELL_TOO_LONG
    if (!content) return BROKEN_WORKBOOK
    // Sheets may be called anything.
    if (!entry.name.endsWith('.xml')) continue
    const text = new TextDecoder('latin1').decode(content)
    if (hasLongMark(text)) return BROKEN_WORKBOOK
    const look = readPlaces(text, styles, use)
    if (typeof look === 'string') return look
    looks.set(entry.name, look)
  }
  return paths.map((path) => looks.get(path) ?? PLAIN)
}

/** What the reader of workbooks unpacks, by its rule. */
const isRead = ({ name }: ArchiveEntry): boolean => name.endsWith('.xml') || name.endsWith('.xml.rels')

/**
 * A cell has at most 32,767 letters, each of which takes a few bytes. The reader of workbooks takes a sheet in pieces,
 * smaller ones where one takes long, and begins a text again with each of them: over one of some megabytes its pieces
 * become so small that it never ends.
 */
const LONGEST_TEXT = 1024 * 1024

/** A comment and the like, in which other elements may seem to be. No spreadsheet writes long ones. */
const MARKS = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const

const hasLongMark = (text: string): boolean =>
  MARKS.some(([start, end]) => {
    let closed = -1
    for (let at = text.indexOf(start); at !== -1; at = text.indexOf(start, at + 1)) {
      if (closed < at) closed = text.indexOf(end, at)
      if (closed === -1 || closed - at > LONGEST_TEXT) return true
    }
    return false
  })

/** Null where it does not unpack to as much as it says; `mostRows`: more elements called `row` end it. */
async function unpackedOf(
  bytes: Uint8Array,
  entry: ArchiveEntry,
  mostRows = Number.POSITIVE_INFINITY,
): Promise<Uint8Array | 'too-many-rows' | 'too-long' | null> {
  const packed = packedBytesOf(bytes, entry)
  if (!packed) return null
  const isLong = longTextFinder()
  if (!entry.isDeflated) {
    if (packed.length !== entry.unpackedBytes) return null
    return isLong(packed) ? 'too-long' : packed
  }
  const content = new Uint8Array(entry.unpackedBytes)
  const unpacked = new Blob([packed.slice()]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  const reader = unpacked.getReader()
  let length = 0
  let rows = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return length === content.length ? content : null
      if (length + value.length > content.length) return null
      content.set(value, length)
      length += value.length
      rows += countRowTags(value)
      if (rows > mostRows) return 'too-many-rows'
      if (isLong(value)) return 'too-long'
    }
  } catch {
    return null
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** Takes an entry piece by piece; true as soon as there are so many bytes in which no element begins. */
function longTextFinder(): (bytes: Uint8Array) => boolean {
  let since = 0
  return (bytes) => {
    for (let at = 0; at < bytes.length; at += LOOKED_AT) {
      const piece = bytes.subarray(at, at + LOOKED_AT)
      const first = piece.indexOf(LESS)
      since += first === -1 ? piece.length : first
      if (since > LONGEST_TEXT) return true
      if (first !== -1) since = piece.length - piece.lastIndexOf(LESS)
    }
    return false
  }
}

/** Within so little no text is too long: where it begins and ends in it is all there is to know. */
const LOOKED_AT = 65_536

const [LESS, R, O, W] = [60, 114, 111, 119]

/** Of `<row`, as nearly all programs write it; a few that two pieces of an archive share are missed. */
function countRowTags(bytes: Uint8Array): number {
  let count = 0
  for (let at = bytes.indexOf(R); at >= 0; at = bytes.indexOf(R, at + 1)) {
    if (bytes[at - 1] === LESS && bytes[at + 1] === O && bytes[at + 2] === W) count += 1
  }
  return count
}

/** What the reader fills with empty cells is bounded: fewer rows where there are many columns. */
const LAST_ROW = 1_048_576
const NARROW = 26
const MAX_CELLS = 10_000_000

/** Rows that nobody has room for; a title and empty lines may stand among them. */
const mostRowsOf = ({ maxRows }: TableUse): number => 2 * maxRows

/**
 * The attributes of an element, and what stands behind them. Where that is no `>`, there is a `<` in a value, which no
 * XML has: to look for its end would take the square of the text, and not to look would hide an attribute.
 */
const ATTRIBUTES = `((?:[^<>"']|"[^"<]*"|'[^'<]*')*)([^]?)`
const PLACES = new RegExp(`<(?:\\w{1,20}:)?(c|row)\\s${ATTRIBUTES}`, 'g')

/** How a sheet looks, or what stands against reading it. */
function readPlaces(sheet: string, styles: readonly CellStyle[], use: TableUse): SheetLook | string {
  const mostRows = mostRowsOf(use)
  const formatted: FormattedCell[] = []
  const failed: FailedCell[] = []
  const unseen = new Map<number, UnseenRow['why']>()
  let widest = 0
  let lowest = 0
  let rows = 0
  let last = 0
  for (const match of sheet.matchAll(PLACES)) {
    const [whole, tag, attributes = '', end] = match
    if (end !== '>') return BROKEN_WORKBOOK
    const place = /(?:^|\s)r\s*=\s*["']([^"']{0,20})/.exec(attributes)?.[1]
    if (place === undefined) continue
    const parts = /^([A-Z]{0,3})(\d{1,7})$/.exec(place)
    if (!parts) return spreadTooFar(use)
    const column = columnNumber(parts[1] ?? '')
    const row = Number(parts[2])
    widest = Math.max(widest, column)
    lowest = Math.max(lowest, row)
    if (tag === 'row' && HIDDEN.test(attributes)) unseen.set(row - 1, 'hidden')
    if (tag !== 'c' || attributes.endsWith('/')) continue
    if (row !== last) rows += 1
    last = row
    if (IS_ERROR.test(attributes))
      failed.push({ row: row - 1, column: column - 1, text: errorAt(sheet, match.index + whole.length) })
    const style = /(?:^|\s)s\s*=\s*["']([^"']*)/.exec(attributes)?.[1]
    if (style === undefined) continue
    if (!/^\d{1,6}$/.test(style)) return BROKEN_WORKBOOK
    const look = styles[Number(style)]
    if (!look) continue
    if (look.isStruck && !unseen.has(row - 1)) unseen.set(row - 1, 'struck')
    if (look.format.kind !== 'general')
      formatted.push({ row: row - 1, column: column - 1, format: look.format })
  }
  if (widest > use.maxColumns || lowest > (widest > NARROW ? mostRows : LAST_ROW)) return spreadTooFar(use)
  // Every row is as wide as the widest, with empty cells.
  if (widest > NARROW && widest * lowest > MAX_CELLS) return spreadTooFar(use)
  if (rows > mostRows) return use.tooManyRows(rows.toLocaleString('en-US'))
  return { formatted, failed, unseen: [...unseen].map(([row, why]) => ({ row, why })) }
}

const IS_ERROR = /(?:^|\s)t\s*=\s*["']e["']/

/** The value of a cell that begins there, maybe after its formula. Each letter is looked at once. */
const ERROR =
  /\s*(?:<(?:\w{1,20}:)?f\b[^<]*(?:<\/(?:\w{1,20}:)?f\s*>)?\s*)?<(?:\w{1,20}:)?v\s*>\s*(#[^<]{1,20})/y

function errorAt(sheet: string, at: number): string {
  ERROR.lastIndex = at
  return ERROR.exec(sheet)?.[1]?.trim() ?? '#VALUE!'
}

/** By hand, by a filter, or in a group that is closed. */
const HIDDEN = /(?:^|\s)hidden\s*=\s*["'](?:1|true)["']/

/** A → 1, Z → 26, AA → 27. */
function columnNumber(letters: string): number {
  let number = 0
  for (let at = 0; at < letters.length; at += 1) number = number * 26 + letters.charCodeAt(at) - 64
  return number
}

/** Spreadsheets take 255 letters. What a format means is told with the square of its length. */
const LONGEST_FORMAT = 1_000

/** By the number that a cell names. */
function readCellStyles(styles: string): CellStyle[] {
  const codes = new Map<number, string>()
  for (const tag of tagsOf(styles, 'numFmt')) {
    const code = tag.get('formatCode') ?? ''
    if (code.length > LONGEST_FORMAT) throw new Error('This is no format.')
    codes.set(Number(tag.get('numFmtId')), code)
  }
  // Those of named styles look alike, and stand elsewhere.
  const own = within(styles, /<(?:\w+:)?cellXfs[\s>]/, /<\/(?:\w+:)?cellXfs\s*>/)
  const fonts = within(styles, /<(?:\w+:)?fonts[\s>]/, /<\/(?:\w+:)?fonts\s*>/)
  const struck = fonts
    .split(FONT)
    .slice(1)
    .map((font) => STRIKE.test(font))
  return tagsOf(own, 'xf').map((tag) => {
    const id = Number(tag.get('numFmtId') ?? 0)
    return {
      format: numberFormat(id, codes.get(id)),
      isStruck: struck[Number(tag.get('fontId') ?? 0)] ?? false,
    }
  })
}

/** What stands between the first place of the one and the next of the other; nothing where either is missing. */
function within(text: string, start: RegExp, end: RegExp): string {
  const from = text.search(start)
  const rest = from === -1 ? '' : text.slice(from)
  return rest.slice(0, Math.max(rest.search(end), 0))
}

const FONT = /<(?:\w+:)?font(?=[\s/>])/
const STRIKE = /<(?:\w+:)?strike(?:\s+val\s*=\s*["'](?:1|true)["'])?\s*\/?>/

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

/** The attributes of every element of this name, by their names without a prefix. */
function tagsOf(text: string, name: string): Map<string, string>[] {
  const tags = new RegExp(`<(?:\\w+:)?${name}\\s${ATTRIBUTES}`, 'g')
  return [...text.matchAll(tags)].map(([, attributes = '', end]) => {
    if (end !== '>') throw new Error('This is no XML.')
    return new Map(
      [...attributes.matchAll(ATTRIBUTE)].map(
        ([, key = '', double, single]) => [key, decoded(double ?? single ?? '')] as const,
      ),
    )
  })
}

/** A name is begun at its beginning alone: a long one would be read once from each of its letters. */
const ATTRIBUTE = /(?<![\w:])(?:\w+:)?(\w+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const decoded = (text: string): string =>
  text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, digits, name) => {
    if (name !== undefined) return ENTITIES[name] ?? whole
    const code = hex === undefined ? Number(digits) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
