import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DbOrTx } from '@/lib/db/client'
import { readAmount, readCents } from '@/lib/domain/funding/amount'
import { type BatchMoney, summarizeMoney } from '@/lib/domain/funding/batch-money'
import {
  type BatchCheck,
  type BatchTerms,
  checkBatchInSteps,
  transactionsOf,
} from '@/lib/domain/funding/check-batch'
import {
  checkMoneyInSteps,
  indexMoney,
  joinProblems,
  type MoneyIndex,
  rowsWithoutMerchant,
  typedLines,
  withTakenOut,
} from '@/lib/domain/funding/check-money'
import type { FrozenLine, FundingLine } from '@/lib/domain/funding/line'
import type { LineProblem } from '@/lib/domain/funding/line-problem'
import { type ReadAs, withNamesRead } from '@/lib/domain/funding/names-read'
import { otherCellProblems } from '@/lib/domain/funding/other-cells'
import type { FindTransactionId } from '@/lib/domain/funding/request-rules'
import { statedTotalsProblems } from '@/lib/domain/funding/totals-rows'
import type { WarnedLines } from '@/lib/domain/funding/warning-groups'
import { DeskError } from '@/lib/errors'
import { eachInSlices, inSlices, mapInSlices } from '@/lib/server/in-slices'
import { type BatchRow, lastSourceRow, type StoredLine } from './data'
import { type CheckedBatch, loadMoneyKnowledge } from './money-knowledge'

export type CheckedLines = { lines: StoredLine[] } & Pick<BatchCheck, 'problems' | 'totals' | 'transactions'>

/** The largest amount that a database column holds: 92 quadrillion dollars. */
const MOST_CENTS = 2n ** 63n - 1n

/** `moneyErrors`: the errors among `problems` that can appear after a batch is frozen. */
export type JudgedLines = CheckedLines & { index: MoneyIndex; moneyErrors: LineProblem[] }

/**
 * Resolves and checks a draft's lines: replaces names of merchants and sales by their IDs, adds $0.00 lines for
 * merchants that were left out, and finds all problems. Hold `lockFundingStatus` to act on the result. Throws
 * `invalid`.
 */
export async function judgeLines(
  db: DbOrTx,
  batch: CheckedBatch,
  lines: readonly FundingLine[],
  terms: BatchTerms,
): Promise<JudgedLines & { readAs: ReadAs[] }> {
  const index = await askIndex(db, batch, lines, terms)
  // For a large batch each step takes about ten milliseconds, so other work is let in between.
  await nextTurn()
  const named = withNamesRead(lines, index)
  await nextTurn()
  const typed = typedLines(named.lines)
  const transactions = transactionsOf(typed)
  await nextTurn()
  const lastRow = await lastSourceRow(db, batch)
  const whole = withTakenOut(typed, transactions, index, { before: named.lines, lastRow })
  await nextTurn()
  const judged = await judge(whole, terms, index, batch)
  return { ...judged, readAs: named.readAs }
}

/** Checks lines as they are: a merchant that is left out is an error, and nothing is added. */
export async function reviewLines(
  db: DbOrTx,
  batch: CheckedBatch,
  lines: readonly FundingLine[],
  terms: BatchTerms,
): Promise<JudgedLines> {
  const index = await askIndex(db, batch, lines, terms)
  return judge(lines, terms, index, batch)
}

/** What the desk knows about these lines. */
async function askIndex(
  db: DbOrTx,
  batch: CheckedBatch,
  lines: readonly FundingLine[],
  terms: BatchTerms,
): Promise<MoneyIndex> {
  const given = new Map<string, number>()
  await eachInSlices(lines, ({ transactionId, amount }) => {
    const cents = readCents(amount, terms.amountUnit, terms.limits)
    if (typeof cents === 'number') given.set(transactionId, (given.get(transactionId) ?? 0) + cents)
  })
  return indexMoney(await loadMoneyKnowledge(db, { batch, lines, terms, given }))
}

async function judge(
  lines: readonly FundingLine[],
  terms: BatchTerms,
  index: MoneyIndex,
  { statedTotals = [], otherColumns = [] }: CheckedBatch,
): Promise<JudgedLines> {
  const form = await checkLines(lines, terms, index.findTransactionId)
  // The log can learn later that two identifiers are one transaction. All other form errors are final.
  const ofForm = new Set(form.problems.filter(({ code }) => code !== 'duplicate'))
  const money = await inSlices(
    checkMoneyInSteps(form.lines, form.transactions, storedCents(form.lines), index),
  )
  const problems = [
    ...statedTotalsProblems(lines, statedTotals),
    ...otherCellProblems(lines, otherColumns),
    ...joinProblems(form.problems, money),
  ]
  const errors = problems.filter(({ severity }) => severity === 'error').length
  return {
    ...form,
    index,
    moneyErrors: problems.filter((problem) => problem.severity === 'error' && !ofForm.has(problem)),
    problems,
    totals: { ...form.totals, errors, warnings: problems.length - errors },
  }
}

export const checkedBatchOf = ({
  id,
  profileId,
  parentId,
  purpose,
  statedTotals,
  otherColumns,
}: Pick<
  BatchRow,
  'id' | 'profileId' | 'parentId' | 'purpose' | 'statedTotals' | 'otherColumns'
>): CheckedBatch => ({
  profileId,
  batchId: id,
  parentId,
  purpose,
  statedTotals,
  otherColumns,
})

/** The server's own check of a batch's form and totals, with the same functions as the browser. Throws `invalid`. */
export async function checkLines(
  lines: readonly FundingLine[],
  terms: BatchTerms,
  findTransactionId?: FindTransactionId,
): Promise<CheckedLines> {
  const { transactions, problems, totals } = await inSlices(
    checkBatchInSteps(lines, terms, findTransactionId),
  )
  if (totals.amountMinor > MOST_CENTS) throw new DeskError('invalid', TOO_MUCH)
  let transactionNo = 0
  const stored = await mapInSlices(lines, (line, at): StoredLine => {
    if (at > (transactions[transactionNo]?.last ?? at)) transactionNo += 1
    const amount = readAmount(line.amount, terms.amountUnit, terms.limits)
    return { ...line, transactionNo, amountMinor: amount.ok ? amount.minor : null }
  })
  return { lines: stored, transactions, problems, totals }
}

export const unownedRows = ({ lines, transactions, index }: JudgedLines): number[] =>
  rowsWithoutMerchant(lines, transactions, storedCents(lines), index)

/** What approvers see of lines without errors. */
export const moneyOf = ({ lines, transactions, problems, index }: JudgedLines): BatchMoney =>
  summarizeMoney(lines, transactions, storedCents(lines), index, problems)

/** The lines in the form that `warningGroups` needs. */
export const warnedLines = ({ lines, transactions }: JudgedLines): WarnedLines => ({
  lines,
  transactions,
  centsOf: storedCents(lines),
})

const storedCents =
  (stored: readonly StoredLine[]) =>
  (_: FundingLine, at: number): number | null => {
    const minor = stored[at]?.amountMinor ?? null
    return minor === null ? null : Number(minor)
  }

const TOO_MUCH =
  'These amounts add up to more than the desk can count. Check how they are written and what the profile counts in; or make several batches.'

/** Lines without errors, as requests are made from them. */
export const frozenLines = (lines: readonly StoredLine[]): FrozenLine[] =>
  lines.map((line) => {
    const { transactionNo, transactionId, retrievalReferenceNumber, merchantId, amountMinor } = line
    if (amountMinor === null) throw new Error(`Row ${line.row} of a frozen batch has no amount.`)
    return { transactionNo, transactionId, retrievalReferenceNumber, merchantId, amountMinor }
  })
