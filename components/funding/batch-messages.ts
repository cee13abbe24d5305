import type { AmountStyle } from '@/lib/domain/funding/amount'
import type { BatchSource } from '@/lib/domain/funding/batch'
import type { BatchTerms, BatchTotals } from '@/lib/domain/funding/check-batch'
import type { ColumnMapping } from '@/lib/domain/funding/columns'
import type { SheetSummary } from '@/lib/domain/funding/file-content'
import type { FundedBefore } from '@/lib/domain/funding/funded-before'
import type { FundingLine } from '@/lib/domain/funding/line'
import type { LineProblem, LineProblemCode } from '@/lib/domain/funding/line-problem'
import type { AmountSample, PlainAmount } from '@/lib/domain/funding/source-amounts'

/** What a person can bring in. */
export type ProvidedSource = Extract<BatchSource, 'csv' | 'xlsx' | 'json' | 'pasted'>

/** How a file is to be read. `amountStyle` null: not decided yet. */
export type Choice = { mapping: ColumnMapping; hasHeader: boolean; amountStyle: AmountStyle | null }

/**
 * A message from the page to the worker. The input is sent once and kept there. `choice` null: match columns by
 * name.
 */
export type BatchQuestion = {
  turn: number
  provided: { file: File } | { pasted: string } | null
  choice: Choice | null
  /** Another sheet of the workbook. */
  sheet?: string
  profileId: string
} & BatchTerms

/** The file with a column that describes each row's problems. */
export type ExportQuestion = { turn: number; problemFile: true }

export type ShownProblem = {
  problem: LineProblem
  line: FundingLine | null
  /** The line is one that the desk will add, so the file has no such row. */
  isAdded: boolean
}
export type CountedProblem = { code: LineProblemCode; severity: LineProblem['severity']; count: number }

export type CheckedBatch = Choice & {
  source: ProvidedSource
  columns: readonly string[]
  notes: readonly string[]
  /** A workbook's sheets with content, and the one that was read. */
  sheets: readonly SheetSummary[]
  sheet: string | null
  /** All rows with content, whether or not they could be read. */
  rows: number
  /** Required fields without a column. */
  missing: readonly string[]
  totals: BatchTotals
  /** Rows with warnings, counted as the draft does. */
  warnedRows: number
  /** The first problems in row order, without those that `heldAsIs` counts. */
  problems: readonly ShownProblem[]
  /** Transactions that were funded before and that the batch leaves unchanged at the partner. */
  heldAsIs: number
  counts: readonly CountedProblem[]
  /** The first lines, to check the columns. */
  sample: readonly FundingLine[]
  /** The first rows with all their cells, to find a missing column. */
  cells: readonly { row: number; cells: readonly string[] }[]
  /** An amount that proves that all are dollars; null if a person has to decide. */
  plain: PlainAmount | null
  /** The name of the amount column if it says cents. */
  centsHeading: string | null
  /** The reading that fits the sales better than the other; null until `money` is checked, or if none does. */
  fitsSales: AmountStyle | null
  /** Samples to decide by; empty if there is nothing to decide. */
  samples: readonly AmountSample[]
  /**
   * Whether it was compared with its sales, earlier batches and merchants. `waits`: columns or amounts are still to
   * be chosen. `asked`: waiting for the answer. `failed`: no answer; the draft will be checked anyway.
   */
  money: 'waits' | 'asked' | 'checked' | 'failed'
  /** Transactions that are not in the callback log; 0 until `money` is checked. */
  unlogged: number
  /** Batches that funded some of its transactions, or may have, most first; none until `money` is checked. */
  fundedBefore: readonly FundedBefore[]
}

/**
 * What is remembered of similar files. `columns`: the assignment is remembered and not read from the names.
 * `amounts`: what the amounts were, or `plain` if they showed it themselves.
 */
export type Remembered = { columns: boolean; amounts: AmountStyle | 'plain' | null }

/** `remembered` comes with the first check of a file. */
export type BatchAnswer = { turn: number } & (
  | { kind: 'checked'; checked: CheckedBatch; remembered?: Remembered }
  | { kind: 'problem-file'; file: Blob }
  | { kind: 'unreadable'; problem: string }
)

/** More would help no one on a page; the file with the problem column has all of them. */
export const SHOWN_PROBLEMS = 200
