import { finish, STEP, type Steps } from '@/lib/domain/values/steps'
import { type AmountUnit, readCents } from './amount'
import { damageOf, isDecimalIdentifier } from './cell-damage'
import type { FinalCodes } from './failure-advice'
import { type FundingLimits, REFERENCE_LENGTH, SANDBOX_LIMITS } from './limits'
import type { FundingLine } from './line'
import type { LineProblem, LineProblemCode } from './line-problem'
import { checkRequestInSteps, type FindTransactionId, type RequestProblem } from './request-rules'
import { CentsSum, type LinesSum } from './sum-of-lines'
import { isTotals } from './totals-word'

/**
 * The funding profile's unit and length limits for a batch. Without `limits`, the simulated partner's apply. The
 * batch's own amounts are always dollars.
 */
export type BatchTerms = FinalCodes & {
  amountUnit: AmountUnit
  limits?: FundingLimits
  /** The profile sends to a real partner, not the sandbox. */
  isLive?: boolean
}

/** A funding profile without its key. */
export type ProfileView = BatchTerms & { profileId: string; label: string }

/** Indexes of a transaction's first and last line. */
export type TransactionRange = { first: number; last: number }

export type BatchTotals = LinesSum & { transactions: number; errors: number; warnings: number }

export type BatchCheck = { transactions: TransactionRange[]; problems: LineProblem[]; totals: BatchTotals }

/**
 * Every problem of a batch's form, in transaction order; problems that only show across all lines come last. Linear
 * in the number of lines. `findTransactionId`: which transaction a reference number belongs to, if known.
 */
export const checkBatch = (
  lines: readonly FundingLine[],
  terms: BatchTerms,
  findTransactionId?: FindTransactionId,
): BatchCheck => finish(checkBatchInSteps(lines, terms, findTransactionId))

export function* checkBatchInSteps(
  lines: readonly FundingLine[],
  terms: BatchTerms,
  findTransactionId: FindTransactionId = knowsNone,
): Steps<BatchCheck> {
  const transactions = transactionsOf(lines)
  yield
  const requestProblems = yield* requestProblemsOf(lines, transactions, findTransactionId)
  const limits = terms.limits ?? SANDBOX_LIMITS
  const problems: LineProblem[] = []
  const sum = new CentsSum()
  let unread = 0
  const lostIds = new LostDigits('transactionId')
  const lostMerchants = new LostDigits('merchantId')
  if (lines.length === 0) problems.push({ row: null, field: null, code: 'no-lines', severity: 'error' })
  for (let index = 0; index < transactions.length; index += 1) {
    const range = transactions[index]
    if (!range) continue
    if (index % STEP === 0) yield
    const ofTransaction = requestProblems.get(index)
    if (ofTransaction) problems.push(...ofTransaction)
    checkTransactionNames(lines, range, limits, problems)
    checkMerchants(lines, range, limits, problems)
    for (let at = range.first; at <= range.last; at += 1) {
      const line = lines[at]
      if (!line) continue
      checkTotalsRow(line, problems)
      lostIds.see(line.row, line.transactionId)
      lostMerchants.see(line.row, line.merchantId)
      const cents = checkAmount(line, terms, problems)
      if (cents === null) unread += 1
      else sum.add(cents)
    }
  }
  problems.push(...lostIds.problems(), ...lostMerchants.problems())
  const errors = problems.reduce((count, { severity }) => (severity === 'error' ? count + 1 : count), 0)
  return {
    transactions,
    problems,
    totals: {
      lines: lines.length,
      transactions: distinctTransactions(lines, transactions, problems).length,
      unread,
      amountMinor: sum.total(),
      errors,
      warnings: problems.length - errors,
    },
  }
}

const knowsNone: FindTransactionId = () => null

/** Adjacent lines with the same identifiers form one transaction. A line without identifiers is its own. */
export function transactionsOf(lines: readonly FundingLine[]): TransactionRange[] {
  const ranges: TransactionRange[] = []
  let open: TransactionRange | undefined
  let before: FundingLine | undefined
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index]
    if (!line) continue
    if (open && before && isSameTransaction(before, line)) open.last = index
    else {
      open = { first: index, last: index }
      ranges.push(open)
    }
    before = line
  }
  return ranges
}

/** Counts a transaction once even if its lines are not adjacent, which is an error of its own. */
export function distinctTransactions(
  lines: readonly FundingLine[],
  transactions: readonly TransactionRange[],
  problems: readonly LineProblem[],
): readonly TransactionRange[] {
  const again = new Set(problems.flatMap(({ code, row }) => (code === 'duplicate' ? [row] : [])))
  return again.size === 0
    ? transactions
    : transactions.filter(({ first }) => !again.has(lines[first]?.row ?? null))
}

const isSameTransaction = (one: FundingLine, other: FundingLine): boolean =>
  isSameText(one.transactionId, other.transactionId) &&
  one.retrievalReferenceNumber === other.retrievalReferenceNumber &&
  (one.transactionId !== '' || one.retrievalReferenceNumber !== '')

/** Identifiers usually differ in the last character; checking it first is faster than comparing the strings. */
function isSameText(one: string, other: string): boolean {
  const last = one.length - 1
  if (last !== other.length - 1) return false
  return last < 0 || (one.charCodeAt(last) === other.charCodeAt(last) && one === other)
}

/** The partner's rules 1 to 3 (interface, "Funding endpoint: request-level error codes"), by transaction. */
function* requestProblemsOf(
  lines: readonly FundingLine[],
  transactions: readonly TransactionRange[],
  findTransactionId: FindTransactionId,
): Steps<ReadonlyMap<number, LineProblem[]>> {
  const rowOf = (index: number): number => lines[transactions[index]?.first ?? 0]?.row ?? 0
  const named = transactions.map(({ first }) => ({
    id: lines[first]?.transactionId,
    retrievalReferenceNumber: lines[first]?.retrievalReferenceNumber,
  }))
  yield
  const found = yield* checkRequestInSteps(named, findTransactionId)
  const byTransaction = new Map<number, LineProblem[]>()
  for (const problem of found) {
    const line = lines[transactions[problem.index]?.first ?? 0]
    if (!line) continue
    const list = byTransaction.get(problem.index) ?? []
    byTransaction.set(problem.index, list)
    list.push(
      problem.code === 3
        ? { ...requestProblem(line, problem), otherRow: rowOf(problem.firstIndex) }
        : requestProblem(line, problem),
    )
  }
  return byTransaction
}

const REQUEST_CODES = { 1: 'both-identifiers', 2: 'no-identifier', 3: 'duplicate' } as const

const requestProblem = ({ row, transactionId }: FundingLine, { code }: RequestProblem): LineProblem => ({
  row,
  field: code === 2 || (code === 3 && transactionId !== '') ? 'transactionId' : 'retrievalReferenceNumber',
  code: REQUEST_CODES[code],
  severity: 'error',
})

/** A spreadsheet's last row is often its sum; funding it would double the batch. */
function checkTotalsRow(line: FundingLine, problems: LineProblem[]): void {
  const field = isTotals(line.transactionId)
    ? 'transactionId'
    : isTotals(line.retrievalReferenceNumber)
      ? 'retrievalReferenceNumber'
      : isTotals(line.merchantId)
        ? 'merchantId'
        : null
  if (field) problems.push({ row: line.row, field, code: 'totals-row', severity: 'error' })
}

/** All lines of a transaction share its identifiers, so check them once and report them on each line. */
function checkTransactionNames(
  lines: readonly FundingLine[],
  { first, last }: TransactionRange,
  limits: FundingLimits,
  problems: LineProblem[],
): void {
  const { transactionId = '', retrievalReferenceNumber = '' } = lines[first] ?? {}
  const idProblem = transactionId === '' ? null : identifierProblem(transactionId, limits)
  const referenceProblem =
    retrievalReferenceNumber === '' ? null : problemOfReference(retrievalReferenceNumber)
  if (!idProblem && !referenceProblem) return
  for (let at = first; at <= last; at += 1) {
    const row = lines[at]?.row ?? null
    if (idProblem) problems.push(identifierFinding(row, 'transactionId', idProblem, limits))
    if (referenceProblem) {
      problems.push({ row, field: 'retrievalReferenceNumber', code: referenceProblem, severity: 'error' })
    }
  }
}

/** Below this many lines, comparing each pair is faster than a map. */
const FEW = 8

/**
 * A merchant that appears twice in a transaction is usually a copied line. The interface allows it, so it is a
 * warning.
 */
function checkMerchants(
  lines: readonly FundingLine[],
  { first, last }: TransactionRange,
  limits: FundingLimits,
  problems: LineProblem[],
): void {
  const rows = last - first < FEW ? null : new Map<string, number>()
  for (let at = first; at <= last; at += 1) {
    const line = lines[at]
    if (!line) continue
    const { row, merchantId } = line
    const code = merchantId === '' ? 'merchant-missing' : identifierProblem(merchantId, limits)
    if (code) problems.push(identifierFinding(row, 'merchantId', code, limits))
    if (merchantId === '' || first === last) continue
    const otherRow = rows ? rows.get(merchantId) : firstRowOf(lines, first, at, merchantId)
    if (otherRow === undefined) rows?.set(merchantId, row)
    else problems.push({ row, field: 'merchantId', code: 'merchant-twice', severity: 'warning', otherRow })
  }
}

function firstRowOf(
  lines: readonly FundingLine[],
  first: number,
  end: number,
  merchantId: string,
): number | undefined {
  for (let at = first; at < end; at += 1) {
    const line = lines[at]
    if (line && isSameText(line.merchantId, merchantId)) return line.row
  }
  return undefined
}

function identifierFinding(
  row: number | null,
  field: 'transactionId' | 'merchantId',
  code: LineProblemCode,
  { identifierLength }: FundingLimits,
): LineProblem {
  const problem = { row, field, code, severity: 'error' } as const
  return code === 'too-long' ? { ...problem, limit: identifierLength } : problem
}

/**
 * Why a transaction or merchant ID cannot be right; null if nothing is wrong. The interface defines no format, so the
 * rules are ours.
 */
export function identifierProblem(
  text: string,
  { identifierLength }: FundingLimits = SANDBOX_LIMITS,
): LineProblemCode | null {
  if (!isPlain(text)) {
    if (hasWrongCharacters(text)) return 'characters'
    const damage = damageOf(text) ?? (isDecimalIdentifier(text) ? 'decimal-identifier' : null)
    if (damage) return damage
  }
  return text.length > identifierLength ? 'too-long' : null
}

/** If more leading zeros are missing, the number is probably not a reference number at all. */
const MOST_ZEROS = 4

/** Exactly 12 digits (interface, "Events", retrieval_ref_number; contract.md, "The sandbox"). */
function problemOfReference(text: string): LineProblemCode | null {
  const { length } = text
  if (!areDigits(text)) {
    if (hasWrongCharacters(text)) return 'characters'
    return damageOf(text) ?? (isDecimalIdentifier(text) ? 'decimal-identifier' : 'reference-format')
  }
  if (length === REFERENCE_LENGTH) return null
  return length < REFERENCE_LENGTH && length >= REFERENCE_LENGTH - MOST_ZEROS
    ? 'reference-zeros'
    : 'reference-format'
}

/** The line's amount in cents; null if it cannot be read. */
function checkAmount(
  { row, amount: text }: FundingLine,
  { amountUnit, limits = SANDBOX_LIMITS }: BatchTerms,
  problems: LineProblem[],
): number | null {
  const cents = readCents(text, amountUnit, limits)
  if (typeof cents !== 'number') {
    const code = damageOf(text) ?? (`amount-${cents}` as const)
    const problem = { row, field: 'amount', code, severity: 'error' } as const
    problems.push(code === 'amount-too-long' ? { ...problem, limit: limits.amountDigits } : problem)
    return null
  }
  if (cents === 0) problems.push({ row, field: 'amount', code: 'amount-zero', severity: 'warning' })
  else if (text.charCodeAt(text.length - 2) === POINT) {
    problems.push({ row, field: 'amount', code: 'amount-one-decimal', severity: 'warning' })
  }
  return cents
}

const POINT = 46

/** Spreadsheets keep 15 digits of a number and replace the rest with zeros. */
const KEPT_DIGITS = 15
/** One long ID may end in zeros by chance; several are unlikely to. */
const SEVERAL = 3

/** If every long number in a column ends in zeros from the 16th digit on, a spreadsheet probably lost the digits. */
class LostDigits {
  private readonly rows: number[] = []
  private areAllRound = true
  private lastText = ''
  private different = 0

  private readonly field: 'transactionId' | 'merchantId'

  constructor(field: 'transactionId' | 'merchantId') {
    this.field = field
  }

  see(row: number, text: string): void {
    if (text.length <= KEPT_DIGITS || !this.areAllRound || !areDigits(text)) return
    this.areAllRound = endsInZeros(text)
    this.rows.push(row)
    if (text !== this.lastText) this.different += 1
    this.lastText = text
  }

  problems(): LineProblem[] {
    if (!this.areAllRound || this.different < SEVERAL) return []
    return this.rows.map((row) => ({ row, field: this.field, code: 'digits-lost', severity: 'warning' }))
  }
}

function endsInZeros(text: string): boolean {
  for (let at = KEPT_DIGITS; at < text.length; at += 1) if (text.charCodeAt(at) !== 48) return false
  return true
}

function areDigits(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code < 48 || code > 57) return false
  }
  return true
}

/**
 * Whether the text has only letters, digits and underscores, and hyphens only where it cannot be a date. Nearly every
 * identifier is like that and needs no closer look. Character codes are faster than patterns for a million lines.
 */
function isPlain(text: string): boolean {
  const mayBeDate = text.length < 7 || text.charCodeAt(0) < 58
  const least = mayBeDate ? ALWAYS_PLAIN : PLAIN_IN_NO_DATE
  for (let at = 0; at < text.length; at += 1) {
    if ((PLAINNESS[text.charCodeAt(at)] ?? 0) < least) return false
  }
  return true
}

const PLAIN_IN_NO_DATE = 1
const ALWAYS_PLAIN = 2

/** For each ASCII code: how plain the character is. */
const PLAINNESS = Uint8Array.from({ length: 128 }, (_, code) =>
  /\w/.test(String.fromCharCode(code)) ? ALWAYS_PLAIN : code === 45 ? PLAIN_IN_NO_DATE : 0,
)

/**
 * Control and invisible characters, half surrogate pairs, and the replacement character. No one types these, and no
 * one would see them.
 */
const hasWrongCharacters = (text: string): boolean =>
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\uFFFD]/u.test(text) || !text.isWellFormed()
