/**
 * Reads delimited text as spreadsheets write it (RFC 4180), all as text. Strict if guessing could put a value into the
 * wrong column: the caller compares each record's number of cells with the first.
 */

/** Line breaks inside `records` are LF. An empty line is a record of one empty cell, so that row numbers stay right. */
type CsvReading =
  | { ok: true; records: string[][]; delimiter: string }
  | { ok: false; row: number; message: string }

const DELIMITERS = [',', ';', '\t', '|'] as const

export function readCsvRecords(file: string): CsvReading {
  const told = /^sep=(.)(?:\r\n|\n|\r)/i.exec(file)
  const text = told ? file.slice(told[0].length) : file
  const delimiter = told?.[1] ?? likelyDelimiter(text)
  const records: string[][] = []
  // An array that grows by `push` reserves room for 17 elements, so cells are collected in one array and copied at
  // their final length.
  const gathered: string[] = []
  const mark = placeFinder(text, delimiter)
  const quote = placeFinder(text, '"')
  const lineFeed = placeFinder(text, '\n')
  const carriageReturn = placeFinder(text, '\r')
  for (let at = 0; at < text.length; ) {
    const feed = lineFeed(at)
    const end = Math.min(feed, carriageReturn(at))
    // Nearly every line has no quotation mark, and is simply split.
    if (quote(at) > end) {
      let count = 0
      for (let next = mark(at); next < end; next = mark(at)) {
        gathered[count] = text.slice(at, next)
        count += 1
        at = next + 1
      }
      gathered[count] = text.slice(at, end)
      records.push(gathered.slice(0, count + 1))
      at = end + 1 === feed && end < text.length ? end + 2 : end + 1
      continue
    }
    const record = quotedRecord(text, at, delimiter)
    if (!record.ok) return { ok: false, row: records.length + 1, message: record.message }
    records.push(record.cells)
    at = record.end
  }
  return { ok: true, records, delimiter }
}

/** Finds the next occurrence of a letter from a position that never goes back; the text's length if there is none. */
function placeFinder(text: string, letter: string): (from: number) => number {
  let found = -1
  return (from) => {
    if (found < from) {
      const next = text.indexOf(letter, from)
      found = next === -1 ? text.length : next
    }
    return found
  }
}

type QuotedRecord = { ok: true; cells: string[]; end: number } | { ok: false; message: string }

/** Reads one record cell by cell; `end` is where the next one begins. */
function quotedRecord(text: string, start: number, delimiter: string): QuotedRecord {
  const cells: string[] = []
  for (let at = start; ; at += 1) {
    const cell = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at, delimiter)
    if (!cell) return { ok: false, message: 'A quotation mark is opened and never closed.' }
    cells.push(cell.text)
    at = cell.end
    const next = text[at]
    // A delimiter is always followed by a cell, even if it is empty.
    if (next === delimiter) continue
    if (next !== undefined && next !== '\n' && next !== '\r') {
      return { ok: false, message: 'There is text after a closing quotation mark.' }
    }
    return { ok: true, cells, end: at + (text.startsWith('\r\n', at) ? 2 : 1) }
  }
}

type Cell = { text: string; end: number }

/** Null if the quote is never closed. */
function quotedCell(text: string, start: number): Cell | null {
  for (let at = start + 1; ; at += 2) {
    at = text.indexOf('"', at)
    if (at === -1) return null
    if (text[at + 1] === '"') continue
    const content = text.slice(start + 1, at).replaceAll('""', '"')
    return { text: content.replace(/\r\n?/g, '\n'), end: at + 1 }
  }
}

function plainCell(text: string, start: number, delimiter: string): Cell {
  let end = start
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end += 1
  return { text: text.slice(start, end), end }
}

const LONGEST_HEADER = 100_000

/** The delimiter that is most frequent in the first line, outside quotation marks. */
function likelyDelimiter(text: string): string {
  const header =
    /^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text.slice(0, LONGEST_HEADER))?.[0].replace(/"(?:[^"]|"")*"/g, '') ??
    ''
  const countOf = (delimiter: string) => header.split(delimiter).length
  return DELIMITERS.reduce<string>((best, next) => (countOf(next) > countOf(best) ? next : best), ',')
}
