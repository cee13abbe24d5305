import type { AmountStyle } from '@/lib/domain/funding/amount'
import type { BatchSource } from '@/lib/domain/funding/batch'
import type { BatchTerms, BatchTotals } from '@/lib/domain/funding/check-batch'
import type { ColumnMapping } from '@/lib/domain/funding/columns'
import type { SheetSummary } from '@/lib/domain/funding/file-content'
import type { FundedBefore } from '@/lib/domain/funding/funded-before'
import type { FundingLine } from '@/lib/domain/funding/line'
import type { LineProblem, LineProblemCode } from '@/lib/domain/funding/line-problem'
import type { AmountSample, PlainAmount } from '@/lib/domain/funding/source-amounts'

/** What can be read from what a person brings. */
export type ProvidedSource = Extract<BatchSource, 'csv' | 'xlsx' | 'json' | 'pasted'>

/** How a person says that a file is to be read. `amountStyle` null: nobody has said it yet. */
export type Choice = { mapping: ColumnMapping; hasHeader: boolean; amountStyle: AmountStyle | null }

/**
 * What the page asks of the worker. What came in is given once and kept there; `choice` null: as the columns are
 * called.
 */
export type BatchQuestion = {
  turn: number
  provided: { file: File } | { pasted: string } | null
  choice: Choice | null
  /** Another sheet of the workbook that came in. */
  sheet?: string
  profileId: string
} & BatchTerms

/** The file with a column that says what is wrong with each row. */
export type ExportQuestion = { turn: number; problemFile: true }

export type ShownProblem = {
  problem: LineProblem
  line: FundingLine | null
  /** Of a line that the desk is going to add: the file has no such row. */
  isAdded: boolean
}
export type CountedProblem = { code: LineProblemCode; severity: LineProblem['severity']; count: number }

export type CheckedBatch = Choice & {
  source: ProvidedSource
  columns: readonly string[]
  notes: readonly string[]
  /** Of a workbook: those with anything in them, and the one that was read. */
  sheets: readonly SheetSummary[]
  sheet: string | null
  /** Rows with anything in them, read or not. */
  rows: number
  /** What no batch can do without, and no column is. */
  missing: readonly string[]
  totals: BatchTotals
  /** Rows with warnings, as the draft counts them. */
  warnedRows: number
  /** The first of them, in the order of the rows, without those that `heldAsIs` counts. */
  problems: readonly ShownProblem[]
  /** Transactions that were funded before and that the batch leaves as the partner holds them. */
  heldAsIs: number
  counts: readonly CountedProblem[]
  /** The first lines, to see whether the columns are right. */
  sample: readonly FundingLine[]
  /** The first rows with all their cells, to find a missing column by. */
  cells: readonly { row: number; cells: readonly string[] }[]
  /** An amount that says itself that all are dollars; null where a person says it. */
  plain: PlainAmount | null
  /** The name of the column of amounts, where it says cents. */
  centsHeading: string | null
  /** How else they may be meant, by their sales; null until `money` is checked, and where nothing says so. */
  fitsSales: AmountStyle | null
  /** What to choose by; empty where there is nothing to choose. */
  samples: readonly AmountSample[]
  /**
   * Whether it was held against its sales, its past and its merchants. `waits`: for columns or amounts to be chosen;
   * `asked`: the answer is under way; `failed`: there was none, and the draft is checked all the same.
   */
  money: 'waits' | 'asked' | 'checked' | 'failed'
  /** Transactions that the callback log does not have; 0 until `money` is checked. */
  unlogged: number
  /** Batches that funded some of its transactions, or may have, most first; none until `money` is checked. */
  fundedBefore: readonly FundedBefore[]
}

/**
 * What is known of such a file from last time. `columns`: they are read as then, and not as they are called; `amounts`:
 * what they were said to be; `plain`: they said it themselves.
 */
export type Remembered = { columns: boolean; amounts: AmountStyle | 'plain' | null }

/** `remembered` comes with the first check of a file. */
export type BatchAnswer = { turn: number } & (
  | { kind: 'checked'; checked: CheckedBatch; remembered?: Remembered }
  | { kind: 'problem-file'; file: Blob }
  | { kind: 'unreadable'; problem: string }
)

/** More of them on a page would help nobody: the file with the problem column has them all. */
export const SHOWN_PROBLEMS = 200
