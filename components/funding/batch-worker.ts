import { type AmountStyle, readCents } from '@/lib/domain/funding/amount'
import {
  type BatchTerms,
  type BatchTotals,
  checkBatch,
  distinctTransactions,
  transactionsOf,
} from '@/lib/domain/funding/check-batch'
import {
  checkMoney,
  indexMoney,
  joinProblems,
  type MoneyIndex,
  type MoneyKnowledge,
  transactionKey,
  withTakenOut,
} from '@/lib/domain/funding/check-money'
import { type ColumnMapping, LINE_FIELDS } from '@/lib/domain/funding/columns'
import { fundedBefore } from '@/lib/domain/funding/funded-before'
import { guessColumns } from '@/lib/domain/funding/guess-columns'
import { partHeldAsIs } from '@/lib/domain/funding/held-as-is'
import type { FundingLine } from '@/lib/domain/funding/line'
import {
  errorsFirst,
  type LineProblem,
  type LineProblemCode,
  problemText,
} from '@/lib/domain/funding/line-problem'
import { matchColumns, missingColumns } from '@/lib/domain/funding/match-columns'
import { readAsWords, withNamesRead } from '@/lib/domain/funding/names-read'
import { otherCellProblems } from '@/lib/domain/funding/other-cells'
import {
  CHECKED_FILE_COLUMNS,
  leftOutNote,
  notUsedNote,
  otherCellsOf,
  otherColumns,
} from '@/lib/domain/funding/other-columns'
import { problemRows } from '@/lib/domain/funding/problem-rows'
import {
  besideSale,
  centsHeading,
  findPlainDollars,
  inDollars,
  sampleAmounts,
  styleBySales,
  underCents,
} from '@/lib/domain/funding/source-amounts'
import { countRows, type FundingTable, readDelimited, toLines, withHeader } from '@/lib/domain/funding/table'
import { compareTotals, totalsNote, totalsProblems, withoutTotals } from '@/lib/domain/funding/totals-rows'
import { countWarnedRows } from '@/lib/domain/funding/warned-rows'
import { CSV_START, csvLine } from '@/lib/domain/values/csv'
import { routes } from '@/lib/routes'
import type { RememberedMapping } from '@/lib/server/funding/views'
import {
  type BatchAnswer,
  type BatchQuestion,
  type CheckedBatch,
  type Choice,
  type CountedProblem,
  type ExportQuestion,
  SHOWN_PROBLEMS,
} from './batch-messages'
import { type BatchFile, NO_SHEETS, openSheet, readBatchFile } from './read-batch-file'

/** Reads and checks the input in a worker, so that the page stays responsive. The server repeats the check. */

let opened: BatchFile | null = null
/** The lines as they came in, and in dollars once it is decided what the amounts are. */
let lines: FundingLine[] = []
let read: FundingLine[] = []
let problems: LineProblem[] = []
/** Problems of rows that are left out and of columns without a field, which no check of the lines finds again. */
let beside: LineProblem[] = []
/** Lines that the desk will add by itself, by row. */
let added = new Map<number, FundingLine>()
/** The last row of the input if it is a totals row: the desk's own lines come after it. */
let lastRow = 0
/** Names of the columns that a batch does not use. */
let others: string[] = []

addEventListener('message', async ({ data }: MessageEvent<BatchQuestion | ExportQuestion>) => {
  if ('problemFile' in data) return postMessage(problemFile(data))
  asked = data.turn
  const checked = await answer(data)
  // A newer question arrived meanwhile.
  if (data.turn !== asked) return
  postMessage(checked)
  if (checked.kind !== 'checked' || checked.checked.money !== 'asked') return
  const money = await answerMoney(data, checked.checked)
  if (data.turn === asked) postMessage(money)
})

/** The latest question. */
let asked = 0

/**
 * Reads the input and checks it with the given choice, else as similar files were read before, else by column
 * names.
 */
async function answer(question: BatchQuestion): Promise<BatchAnswer> {
  const { turn, provided, choice, sheet } = question
  if (provided) {
    opened = null
    const reading = 'file' in provided ? await readBatchFile(provided.file) : readPasted(provided.pasted)
    if (!reading.ok) return { turn, kind: 'unreadable', problem: reading.message }
    opened = reading
  } else if (opened && sheet !== undefined) {
    const reading = openSheet(opened.worksheets, sheet)
    if (!reading.ok) return { turn, kind: 'unreadable', problem: reading.message }
    opened = reading
  }
  if (!opened) return { turn, kind: 'unreadable', problem: 'Nothing to check. Choose it again.' }
  if (choice) return { turn, kind: 'checked', checked: check(opened, question, choice) }
  const { columns, hasHeader } = opened.table
  const recalling = hasHeader ? recall(columns) : null
  const called = check(opened, question, null)
  const known = await recalling
  if (!known || turn !== asked) return { turn, kind: 'checked', checked: called }
  const isOther = LINE_FIELDS.some((field) => known.mapping[field] !== called.mapping[field])
  // What the amounts of another file were is shown, but not assumed for this one.
  const again = { mapping: known.mapping, hasHeader, amountStyle: null }
  return {
    turn,
    kind: 'checked',
    checked: isOther ? check(opened, question, again) : called,
    remembered: { columns: isOther, amounts: known.amountsPlain ? 'plain' : known.amountStyle },
  }
}

function check(file: BatchFile, { amountUnit, limits }: BatchTerms, choice: Choice | null): CheckedBatch {
  const { source, sheets } = file
  const table = choice ? withHeader(file.table, choice.hasHeader) : file.table
  const mapping = choice?.mapping ?? (table.hasHeader ? matchColumns(table.columns) : guessColumns(table))
  const heading = centsHeading(table, mapping)
  const found = withoutTotals(toLines(table, mapping))
  const came = heading === null ? found : { lines: underCents(found.lines), totals: underCents(found.totals) }
  lines = came.lines
  lastRow = came.totals.at(-1)?.row ?? 0
  const kept = otherColumns(table.columns, mapping)
  others = kept.names
  const plain = findPlainDollars(lines)
  const samples = plain ? [] : sampleAmounts(lines)
  const chosen = choice?.amountStyle ?? null
  // Amounts that can only be dollars need no decision, unless the heading says something else.
  const amountStyle =
    plain && heading !== null
      ? chosen === 'dollars'
        ? chosen
        : null
      : samples.length === 0
        ? 'dollars'
        : chosen
  read = amountStyle === 'cents' ? inDollars(lines, 'cents') : lines
  added = new Map()
  const missing = missingColumns(mapping, table.hasHeader ? table.columns : [])
  // Without assigned columns there is nothing to compare.
  const compared =
    missing.length > 0 ? [] : amountStyle === null ? null : compareTotals(lines, came.totals, amountStyle)
  const leftOut = [
    table.hasHeader ? notUsedNote(others) : null,
    leftOutNote(kept),
    totalsNote(came.totals, amountStyle, compared),
  ].filter((note) => note !== null)
  beside = [...totalsProblems(compared ?? []), ...otherCellProblems(lines, others)]
  const form = checkBatch(read, {
    amountUnit: amountStyle ? amountUnit : 'minor',
    ...(limits && { limits }),
  })
  problems = inRowOrder([
    ...beside,
    ...form.problems.filter(({ code }) => !isForeseen(code, mapping, amountStyle, missing)),
  ])
  return {
    source,
    columns: table.columns,
    hasHeader: table.hasHeader,
    notes: [...table.notes, ...leftOut],
    sheets,
    sheet: file.sheet,
    rows: countRows(table) - came.totals.length,
    mapping,
    amountStyle,
    missing,
    totals: { ...form.totals, ...countSeverities(problems) },
    warnedRows: countWarnedRows(read.length, problems),
    ...shownProblems(),
    counts: counted(problems),
    sample: lines.slice(0, SHOWN_ROWS),
    cells: firstRows(table),
    plain,
    centsHeading: heading,
    fitsSales: null,
    samples,
    money: missing.length === 0 && amountStyle !== null && lines.length > 0 ? 'asked' : 'waits',
    unlogged: 0,
    fundedBefore: [],
  }
}

/** How a file with these columns was read last. Null if that is not known or cannot be loaded. */
function recall(columns: readonly string[]): Promise<RememberedMapping | null> {
  return ask<RememberedMapping>(routes.api.fundingMapping, { columns }, AbortSignal.timeout(RECALL_MS))
}
const RECALL_MS = 5_000

/** The same check with what the desk knows about these transactions and merchants, as the draft will be checked. */
async function answerMoney(
  { turn, profileId, amountUnit, limits }: BatchQuestion,
  checked: CheckedBatch,
): Promise<BatchAnswer> {
  const knowledge = await askKnowledge(profileId, { amountUnit, ...(limits && { limits }) })
  if (!knowledge) return { turn, kind: 'checked', checked: { ...checked, money: 'failed' } }
  const index = indexMoney(knowledge)
  const named = withNamesRead(read, index)
  const whole = withTakenOut(named.lines, transactionsOf(named.lines), index, { lastRow })
  if (whole.length > read.length) {
    const known = new Set(named.lines)
    added = new Map(whole.flatMap((line) => (known.has(line) ? [] : [[line.row, line]])))
  }
  const {
    transactions,
    totals,
    problems: form,
  } = checkBatch(whole, { amountUnit, ...(limits && { limits }) }, index.findTransactionId)
  const distinct = distinctTransactions(whole, transactions, form)
  const centsOf = centsIn({ amountUnit, ...(limits && { limits }) })
  problems = inRowOrder([...beside, ...joinProblems(form, checkMoney(whole, transactions, centsOf, index))])
  return {
    turn,
    kind: 'checked',
    checked: {
      ...checked,
      totals: { ...totals, ...countSeverities(problems) },
      warnedRows: countWarnedRows(whole.length, problems),
      ...shownProblems(),
      counts: counted(problems),
      notes: [...checked.notes, ...readAsWords(named.readAs)],
      money: 'checked',
      unlogged: distinct.filter(({ first }) => !isLogged(whole[first], index)).length,
      fundedBefore: fundedBefore(whole, distinct, index),
      fitsSales:
        checked.amountStyle === null || checked.samples.length === 0
          ? null
          : styleBySales(
              checked.amountStyle,
              transactions.map((range) =>
                besideSale(whole.slice(range.first, range.last + 1), centsOf, index),
              ),
            ),
    },
  }
}

const isLogged = (line: FundingLine | undefined, { sales, findTransactionId }: MoneyIndex): boolean =>
  line !== undefined && sales.has(transactionKey(line, findTransactionId))

/** In row order; errors of a row come first. */
const inRowOrder = (found: LineProblem[]): LineProblem[] =>
  found.sort((one, other) => (one.row ?? 0) - (other.row ?? 0) || errorsFirst(one, other))

function shownProblems(): Pick<CheckedBatch, 'problems' | 'heldAsIs'> {
  const { heldAsIs, others } = partHeldAsIs(problems)
  return {
    heldAsIs,
    problems: others.slice(0, SHOWN_PROBLEMS).map((problem) => ({
      problem,
      line: lineOf(problem),
      isAdded: problem.row !== null && added.has(problem.row),
    })),
  }
}

const centsIn =
  ({ amountUnit, limits }: BatchTerms) =>
  ({ amount }: FundingLine): number | null => {
    const cents = readCents(amount, amountUnit, limits)
    return typeof cents === 'number' ? cents : null
  }

/** Null if the desk did not answer; the draft will be checked anyway. */
async function askKnowledge(profileId: string, terms: BatchTerms): Promise<MoneyKnowledge | null> {
  const centsOf = centsIn(terms)
  const transactions = new Map<string, [id: string, reference: string, cents: number, paid: number[]]>()
  const places = new Map<string, number>()
  for (const line of read) {
    const id = line.transactionId.slice(0, LONGEST_NAME)
    const reference = line.retrievalReferenceNumber.slice(0, LONGEST_NAME)
    const merchantId = line.merchantId.slice(0, LONGEST_NAME)
    const place = places.get(merchantId) ?? places.size
    if (merchantId !== '') places.set(merchantId, place)
    if (id === '' && reference === '') continue
    const key = `${id}\n${reference}`
    const told = transactions.get(key) ?? [id, reference, 0, []]
    transactions.set(key, told)
    told[2] += centsOf(line) ?? 0
    if (merchantId !== '' && !told[3].includes(place)) told[3].push(place)
  }
  return ask<MoneyKnowledge>(routes.api.fundingKnowledge, {
    profileId,
    // An amount too large to count belongs to no sale.
    transactions: [...transactions.values()].map(([id, reference, cents, paid]) => [
      id,
      reference,
      Number.isSafeInteger(cents) ? cents : 0,
      paid,
    ]),
    merchants: [...places.keys()],
  })
}

/** Null if the desk did not answer. */
async function ask<T>(route: string, body: object, signal?: AbortSignal): Promise<T | null> {
  try {
    const answer = await fetch(route, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      ...(signal && { signal }),
    })
    return answer.ok ? ((await answer.json()) as T) : null
  } catch {
    return null
  }
}

/** No longer text is a name that the desk knows. */
const LONGEST_NAME = 255

/**
 * Problems that every row would repeat about a column that is not assigned, or a question that is not answered.
 * Both are shown once, where they are decided.
 */
function isForeseen(
  code: LineProblemCode,
  mapping: ColumnMapping,
  style: AmountStyle | null,
  missing: readonly string[],
): boolean {
  if (code === 'no-lines') return missing.length > 0
  if (code === 'no-identifier')
    return mapping.transactionId === null && mapping.retrievalReferenceNumber === null
  if (code === 'merchant-missing') return mapping.merchantId === null
  if (code === 'amount-missing') return mapping.amount === null
  return style === null && (code === 'amount-too-long' || code === 'amount-one-decimal')
}

function countSeverities(found: readonly LineProblem[]): Pick<BatchTotals, 'errors' | 'warnings'> {
  const errors = found.filter(({ severity }) => severity === 'error').length
  return { errors, warnings: found.length - errors }
}

const SHOWN_ROWS = 3

function firstRows({ rows, firstRow }: FundingTable): CheckedBatch['cells'] {
  return rows.slice(0, SHOWN_ROWS).map((cells, index) => ({ row: firstRow + index, cells }))
}

function readPasted(text: string) {
  const reading = readDelimited(text)
  return reading.ok ? { ...reading, source: 'pasted' as const, ...NO_SHEETS } : reading
}

/** Lines are in row order. */
function lineOf({ row }: LineProblem): FundingLine | null {
  if (row === null) return null
  const own = added.get(row)
  if (own) return own
  let low = 0
  let high = read.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const line = read[middle]
    if (!line) return null
    if (line.row === row) return line
    if (line.row < row) low = middle + 1
    else high = middle - 1
  }
  return null
}

/** Errors before warnings, each with the most frequent first. */
function counted(found: readonly LineProblem[]): CountedProblem[] {
  const counts = new Map<string, CountedProblem>()
  for (const { code, severity } of found) {
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
  for (const problem of problems) {
    const text = problemText(problem, lineOf(problem) ?? undefined)
    for (const row of problemRows(problem)) {
      const known = texts.get(row)
      if (known) known.push(text)
      else texts.set(row, [text])
    }
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
