import { parentPort } from 'node:worker_threads'
import { type FundingFile, readFundingFile } from './read-file'

/** A thread that reads one file after another: a large workbook takes seconds, which would block the server. */
export type ReadJob = { bytes: Uint8Array<ArrayBuffer>; sheet: string | null }
/** A table is sent in pieces that each take a few milliseconds to receive; the last message has the rest. */
export type ReadMessage = { rows: string[][] } | { file: FundingFile } | { failed: unknown }

const ROWS_AT_ONCE = 2_000

parentPort?.on('message', async ({ bytes, sheet }: ReadJob) => {
  const tell = (message: ReadMessage) => parentPort?.postMessage(message)
  try {
    const file = await readFundingFile(bytes, sheet)
    if (!file.ok) return tell({ file })
    const { rows } = file.table
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) tell({ rows: rows.slice(at, at + ROWS_AT_ONCE) })
    tell({ file: { ...file, table: { ...file.table, rows: [] } } })
  } catch (error) {
    tell({ failed: error })
  }
})
