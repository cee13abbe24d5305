import { likelyAmountStyle } from '@/lib/domain/funding/amount'
import { type BatchCheck, checkBatch } from '@/lib/domain/funding/check-batch'
import { LINE_FIELDS, matchColumns, missingColumns } from '@/lib/domain/funding/columns'
import type { FundingLine } from '@/lib/domain/funding/line'
import { type LineProblem, problemText } from '@/lib/domain/funding/line-problem'
import {
  CHECKED_FILE_COLUMNS,
  leftOutNote,
  otherCellsOf,
  otherColumns,
} from '@/lib/domain/funding/other-columns'
import { type FundingTable, readDelimited, toLines, withHeader } from '@/lib/domain/funding/table'
import { CSV_START, csvLine } from '@/lib/domain/values/csv'
import {
  type BatchAnswer,
  type BatchQuestion,
  type BroughtSource,
  type CheckedBatch,
  type CountedProblem,
  type ExportQuestion,
  SHOWN_PROBLEMS,
} from './batch-messages'
import { readBatchFile } from './read-batch-file'

/** Reads and checks what came in beside the page, which stays quick meanwhile. The server does the same once more. */

type Opened = { table: FundingTable; source: BroughtSource }

let opened: Opened | null = null
let lines: FundingLine[] = []
/** Names of the columns that mean nothing to a batch. */
let others: string[] = []
let check: BatchCheck | null = null

addEventListener('message', async ({ data }: MessageEvent<BatchQuestion | ExportQuestion>) => {
  postMessage('problemFile' in data ? problemFile(data) : await answer(data))
})

async function answer({ turn, brought, choice, amountUnit }: BatchQuestion): Promise<BatchAnswer> {
  if (brought) {
    opened = null
    const reading = 'file' in brought ? await readBatchFile(brought.file) : readPasted(brought.pasted)
    if (!reading.ok) return { turn, kind: 'unreadable', problem: reading.message }
    opened = { table: reading.table, source: reading.source }
  }
  if (!opened) return { turn, kind: 'unreadable', problem: 'There is nothing to check. Choose it once more.' }
  const { source } = opened
  const table = choice ? withHeader(opened.table, choice.hasHeader) : opened.table
  const mapping = choice?.mapping ?? matchColumns(table.columns)
  lines = toLines(table, mapping)
  const kept = otherColumns(table.columns, mapping)
  others = kept.names
  const leftOut = leftOutNote(kept)
  const amountStyle = choice?.amountStyle ?? likelyAmountStyle(lines.map(({ amount }) => amount))
  check = checkBatch(lines, { amountStyle, amountUnit })
  const checked: CheckedBatch = {
    source,
    columns: table.columns,
    hasHeader: table.hasHeader,
    notes: leftOut ? [...table.notes, leftOut] : table.notes,
    mapping,
    amountStyle,
    missing: missingColumns(mapping),
    totals: check.totals,
    problems: check.problems.slice(0, SHOWN_PROBLEMS).map((problem) => ({ problem, line: lineOf(problem) })),
    counts: counted(check.problems),
    sample: lines.slice(0, 3),
  }
  return { turn, kind: 'checked', checked }
}

function readPasted(text: string) {
  const reading = readDelimited(text)
  return reading.ok ? { ...reading, source: 'pasted' as const } : reading
}

/** Lines stand in the order of their rows. */
function lineOf({ row }: LineProblem): FundingLine | null {
  if (row === null) return null
  let low = 0
  let high = lines.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const line = lines[middle]
    if (!line) return null
    if (line.row === row) return line
    if (line.row < row) low = middle + 1
    else high = middle - 1
  }
  return null
}

/** Errors before warnings, and of each the most frequent first. */
function counted(problems: readonly LineProblem[]): CountedProblem[] {
  const counts = new Map<string, CountedProblem>()
  for (const { code, severity } of problems) {
    const known = counts.get(code)
    if (known) known.count += 1
    else counts.set(code, { code, severity, count: 1 })
  }
  return [...counts.values()].sort(
    (one, other) => one.severity.localeCompare(other.severity) || other.count - one.count,
  )
}

function problemFile({ turn }: ExportQuestion): BatchAnswer {
  const texts = new Map<number, string[]>()
  for (const problem of check?.problems ?? []) {
    if (problem.row === null) continue
    const known = texts.get(problem.row)
    const text = problemText(problem, lineOf(problem) ?? undefined)
    if (known) known.push(text)
    else texts.set(problem.row, [text])
  }
  const parts = [
    CSV_START,
    csvLine([...CHECKED_FILE_COLUMNS, ...others]),
    ...lines.map((line) =>
      csvLine([
        ...LINE_FIELDS.map((field) => line[field]),
        line.row,
        (texts.get(line.row) ?? []).join(' '),
        ...otherCellsOf(line, others),
      ]),
    ),
  ]
  return { turn, kind: 'problem-file', file: new Blob(parts, { type: 'text/csv' }) }
}
