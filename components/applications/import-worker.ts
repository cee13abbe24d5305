import { checkRows } from '@/lib/domain/application/import/check-rows'
import { decodeFile } from '@/lib/domain/application/import/file-text'
import { matchColumns } from '@/lib/domain/application/import/match-columns'
import { readSheet, type Sheet } from '@/lib/domain/application/import/sheet'
import type { ImportAnswer, ImportQuestion } from './import-messages'

/** Reads and checks a file beside the page, which stays quick meanwhile. The server does the same once more. */

type OpenFile = { sheet: Sheet; note: string | null }
type Reading = { ok: true; text: string; open: OpenFile } | { ok: false; problem: string }

let open: OpenFile | null = null

addEventListener('message', async ({ data }: MessageEvent<ImportQuestion>) => {
  postMessage(await answer(data))
})

async function answer({ turn, file, places, world }: ImportQuestion): Promise<ImportAnswer> {
  let text: string | null = null
  if (file) {
    open = null
    const reading = await read(file)
    if (!reading.ok) return { turn, ...reading }
    open = reading.open
    text = reading.text
  }
  if (!open) return { turn, ok: false, problem: 'There is no file. Choose it once more.' }
  const { sheet, note } = open
  const matched = places ?? matchColumns(world.kind, sheet.columns)
  const rows = checkRows(sheet, matched, world)
  return { turn, ok: true, text, checked: { ...sheet, note, places: matched, rows } }
}

async function read(file: File): Promise<Reading> {
  let bytes: Uint8Array
  try {
    bytes = new Uint8Array(await file.arrayBuffer())
  } catch {
    return { ok: false, problem: 'The file could not be read. It may have been moved, or be open elsewhere.' }
  }
  const decoded = decodeFile(bytes)
  if (!decoded.ok) return decoded
  const reading = readSheet(decoded.text)
  return reading.ok
    ? { ok: true, text: decoded.text, open: { sheet: reading.sheet, note: decoded.note } }
    : reading
}
