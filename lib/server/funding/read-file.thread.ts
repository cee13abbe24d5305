import { parentPort } from 'node:worker_threads'
import { type FundingFile, readFundingFile } from './read-file'

/** A thread that reads one file after the other: a large workbook takes seconds, in which nobody else may wait. */
export type ReadJob = { bytes: Uint8Array<ArrayBuffer>; sheet: string | null }
/** A table comes in pieces, each of which is taken over in a few milliseconds; the last message has the rest. */
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
