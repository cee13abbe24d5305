import { failedBeforeText } from '@/lib/domain/funding/failure-advice'
import type { FundingLine } from '@/lib/domain/funding/line'
import { commonWarnings, problemRows } from '@/lib/domain/funding/problem-rows'
import type { BatchLines, SaidProblem } from '@/lib/server/funding/views'
import type { LineMark } from './lines-grid'

/** The text of a problem of a line or of the whole batch. */
export type ProblemText = (problem: SaidProblem, line?: FundingLine) => string

/** The marks of each line by row: its problems, or why the partner did not fund it. */
export function markLines(
  lines: readonly FundingLine[],
  problems: readonly SaidProblem[],
  stored:
    | (Pick<BatchLines, 'failures' | 'failedBefore' | 'corrected' | 'unowned'> & {
        transactionNos: ReadonlyMap<number, number>
      })
    | null,
  problemText: ProblemText,
): ReadonlyMap<number, LineMark[]> {
  const byRow = new Map<number, LineMark[]>()
  const mark = (row: number, one: LineMark) => {
    const known = byRow.get(row)
    if (known) known.push(one)
    else byRow.set(row, [one])
  }
  const byNumber = new Map(lines.map((line) => [line.row, line]))
  const common = new Set(commonWarnings(lines.length, problems))
  for (const problem of problems) {
    const isCommon = common.has(problem)
    for (const row of problemRows(problem)) {
      mark(row, {
        field: problem.field,
        tone: isCommon ? 'neutral' : problem.severity === 'error' ? 'bad' : 'warn',
        code: problem.code,
        ...(isCommon && { isCommon }),
        // Computed when shown: of ten thousand, only a screenful is.
        get text() {
          return problemText(problem, byNumber.get(row))
        },
      })
    }
  }
  if (stored && stored.failedBefore.length > 0) {
    const before = new Map(stored.failedBefore.map((each) => [nameOf(each), each]))
    const warned = new Set(
      problems
        .filter(({ code }) => code === 'refused-before')
        .flatMap(problemRows)
        .flatMap((row) => byNumber.get(row) ?? [])
        .map(nameOf),
    )
    for (const line of lines) {
      const found = before.get(nameOf(line))
      // The warning says the same, once for all lines of the transaction.
      if (found && !(found.isFinal && warned.has(nameOf(line))))
        mark(line.row, { field: null, tone: 'warn', text: failedBeforeText(found) })
    }
  }
  if (stored && stored.failures.length > 0) {
    const failures = new Map(stored.failures.map((each) => [each.transactionNo, each]))
    for (const { row } of lines) {
      const found = failures.get(stored.transactionNos.get(row) ?? -1)
      if (found) {
        mark(row, {
          field: null,
          tone: 'bad',
          text: `Not funded: code ${found.errorCode}${found.errorMessage && `, ${found.errorMessage}`}`,
        })
      }
    }
  }
  for (const { row, words } of stored?.corrected ?? [])
    mark(row, { field: null, tone: 'progress', text: words })
  for (const row of stored?.unowned ?? []) mark(row, UNOWNED)
  // In this order, because a cell shows the first: no warning may hide an error, and no mark that nearly all rows
  // have may hide another.
  for (const own of byRow.values()) {
    if (own.length > 1) own.sort((one, other) => placeOf(one) - placeOf(other))
  }
  return byRow
}

const placeOf = ({ tone, isCommon }: LineMark): number => (tone === 'bad' ? 0 : isCommon ? 2 : 1)

/** Not a problem: it says what could not be compared. */
const UNOWNED: LineMark = {
  field: 'merchantId',
  tone: 'neutral',
  text: 'The callback log has no merchant for this sale, so the merchant here is not compared with it.',
}

/** A line with a corrected identifier is another transaction, to which earlier results do not apply. */
const nameOf = ({
  transactionId,
  retrievalReferenceNumber,
}: Pick<FundingLine, 'transactionId' | 'retrievalReferenceNumber'>): string =>
  JSON.stringify([transactionId, retrievalReferenceNumber])
