import { setImmediate } from 'node:timers/promises'
import { asc, eq, inArray } from 'drizzle-orm'
import type { DbOrTx } from '@/lib/db/client'
import { fundingAttempts } from '@/lib/db/schema/funding'
import { merchants } from '@/lib/db/schema/merchants'
import { CHANGE_TITLES, NO_WAS, type WasSum } from '@/lib/domain/funding/change'
import { errorsFirst, type LineProblem, problemText } from '@/lib/domain/funding/line-problem'
import {
  CHANGE_COLUMNS,
  LINES_FILE_COLUMNS,
  OVERWRITTEN_COLUMNS,
  otherCellsOf,
  RESULTS_FILE_COLUMNS,
} from '@/lib/domain/funding/other-columns'
import {
  batchWords,
  type OverwrittenOfMerchant,
  overwrittenByMerchant,
  overwrittenRows,
} from '@/lib/domain/funding/overwritten-rows'
import { problemRows } from '@/lib/domain/funding/problem-rows'
import {
  heldAfter,
  kindOfRow,
  type MerchantResult,
  RESULT_KINDS,
  RESULT_LABELS,
  type ResultKind,
} from '@/lib/domain/funding/result'
import { CSV_START, csvLine } from '@/lib/domain/values/csv'
import { decimalCents } from '@/lib/domain/values/money'
import { streamText } from '@/lib/server/lists/stream-text'
import type { Ctx } from '@/lib/server/services'
import { auditBatch, type BatchRow, listLines, listRequests, requireBatch, type StoredLine } from './data'
import { viewLines } from './lines'
import { changesHeld, findWas, listMerchantResults, requestOf } from './money-result'
import { findOverwrites } from './overwrites'
import { listUnmatched } from './unmatched'
import type { UnmatchedErrorPage } from './views'

export const EXPORTS = ['lines', 'results', 'merchants'] as const
export type Export = (typeof EXPORTS)[number]

/** The file is named after the batch's number and its content. */
export async function exportFileName(ctx: Ctx, batchId: string, what: Export): Promise<string> {
  const { number, status, errors, warnings } = await requireBatch(ctx.db, batchId)
  const hasProblems = what === 'lines' && status === 'draft' && errors + warnings > 0
  return `B-${number}-${hasProblems ? 'problems' : FILE_WORDS[what]}.csv`
}

const FILE_WORDS: Readonly<Record<Export, string>> = {
  lines: 'lines',
  results: 'results',
  merchants: 'results-by-merchant',
}

/** Lines per chunk; other requests are served between chunks. */
const STRIDE = 1_000

/**
 * Streams a batch as CSV, in the order of its file: its lines with their problems, its lines with their results, or
 * its merchants with their results. The audit log records it before the first chunk.
 */
export async function exportBatch(
  ctx: Ctx,
  batchId: string,
  what: Export,
): Promise<ReadableStream<Uint8Array>> {
  const batch = await requireBatch(ctx.db, batchId)
  await auditBatch(ctx, ctx.db, 'funding-batch-exported', batchId, { what, lines: batch.lines })
  return streamText(
    what === 'lines'
      ? linesCsv(ctx, batch)
      : what === 'results'
        ? resultsCsv(ctx, batch)
        : merchantsCsv(ctx, batch),
  )
}

const cellsOf = (line: StoredLine) => [
  line.row,
  line.transactionId,
  line.retrievalReferenceNumber,
  line.merchantId,
  line.amount,
]

/**
 * Cells for each row: the batch that overwrote it, and the new amount. Null if nothing was overwritten, so that the
 * file has no such columns.
 */
async function overwrittenCells(
  { db }: Ctx,
  batch: BatchRow,
  lines: readonly StoredLine[],
): Promise<((line: StoredLine) => (string | null)[]) | null> {
  const rows = overwrittenRows((await findOverwrites(db, batch)).overwrittenBy, lines)
  if (rows.size === 0) return null
  return ({ row }) => {
    const found = rows.get(row)
    if (!found) return OVERWRITTEN_COLUMNS.map(() => null)
    const { newMinor, isCertain, isFirst } = found
    return [batchWords(found), isCertain && isFirst ? decimalCents(newMinor) : null]
  }
}

async function* linesCsv(ctx: Ctx, batch: BatchRow): AsyncGenerator<string, void> {
  const { id: batchId, otherColumns } = batch
  const { problems } = await viewLines(ctx, batchId)
  const said = problems.flatMap((problem) => problemRows(problem).map((row) => ({ row, problem })))
  const byRow = Map.groupBy(said, ({ row }) => row)
  const words = (problem: LineProblem, line: StoredLine) =>
    `${problem.severity === 'warning' ? 'Warning: ' : ''}${problemText(problem, line)}`
  const lines = await listLines(ctx.db, batchId)
  const overwritten = await overwrittenCells(ctx, batch, lines)
  yield CSV_START +
    csvLine([...LINES_FILE_COLUMNS, ...(overwritten ? OVERWRITTEN_COLUMNS : []), ...otherColumns])
  yield* inChunks(lines, (line) =>
    csvLine([
      ...cellsOf(line),
      (byRow.get(line.row) ?? [])
        .map(({ problem }) => problem)
        .toSorted(errorsFirst)
        .map((problem) => words(problem, line))
        .join(' '),
      ...(overwritten?.(line) ?? []),
      ...otherCellsOf(line, otherColumns),
    ]),
  )
}

async function* resultsCsv(ctx: Ctx, batch: BatchRow): AsyncGenerator<string, void> {
  const { id: batchId, otherColumns, status } = batch
  const { failures } = await viewLines(ctx, batchId)
  const failed = new Map(failures.map((failure) => [failure.transactionNo, failure]))
  const requests = await listRequests(ctx.db, batchId)
  const lines = await listLines(ctx.db, batchId)
  const wasOf = changesHeld(batch) ? await findWas(ctx.db, batch, lines) : null
  const overwritten = await overwrittenCells(ctx, batch, lines)
  yield CSV_START +
    csvLine([
      ...RESULTS_FILE_COLUMNS,
      ...(wasOf ? CHANGE_COLUMNS : []),
      ...(overwritten ? OVERWRITTEN_COLUMNS : []),
      ...otherColumns,
    ])
  yield* inChunks(lines, (line) => {
    const request = requestOf(requests, line)
    const failure = failed.get(line.transactionNo)
    const kind = request ? kindOfRow(request.state, failure !== undefined, status === 'sending') : 'not-sent'
    return csvLine([
      ...cellsOf(line),
      request?.n ?? null,
      RESULT_LABELS[kind],
      failure?.errorCode ?? null,
      failure?.errorMessage ?? null,
      ...(wasOf ? changeCells(line, kind, wasOf.get(line.row)) : []),
      ...(overwritten?.(line) ?? []),
      ...otherCellsOf(line, otherColumns),
    ])
  })
  yield* unmatchedCsv(ctx, batchId)
}

/** These columns add up to the totals on the batch's page. */
const changeCells = (
  { amountMinor }: StoredLine,
  kind: ResultKind,
  was: (WasSum & { unknownIn: number | null }) | undefined,
): (string | null)[] => [
  ...changeAmounts(kind, was ?? NO_WAS, amountMinor ?? 0n),
  was?.unknownIn ? `Up to this amount: the outcome of B-${was.unknownIn} is unknown` : null,
]

function changeAmounts(kind: ResultKind, was: WasSum, amountMinor: bigint): string[] {
  const newMinor = heldAfter(kind, was, amountMinor)
  return [was.amountMinor, newMinor, newMinor - was.amountMinor].map(decimalCents)
}

/**
 * One row per merchant and one for all, which equals the sum of the lines. If the batch changes amounts, one row per
 * merchant and outcome.
 */
async function* merchantsCsv({ db }: Ctx, batch: BatchRow): AsyncGenerator<string, void> {
  const requests = await listRequests(db, batch.id)
  const own = await listMerchantResults(db, batch, requests)
  const overwritten = overwrittenByMerchant((await findOverwrites(db, batch)).overwrittenBy)
  const all = [
    ...own.map((one) => withLater(one, overwritten)),
    ...(await listAddedMerchants(db, own, overwritten)),
  ]
  const kinds = RESULT_KINDS.filter((kind) => all.some(({ by }) => by[kind] !== undefined))
  yield CSV_START + (changesHeld(batch) ? changesByMerchant : byMerchant)(all, kinds, overwritten)
}

/** A later batch can pay a merchant whose own rows all failed: its funded row then carries what is held. */
const withLater = (merchant: MerchantResult, overwritten: Overwritten): MerchantResult =>
  merchant.by.funded || !overwritten.has(merchant.merchantId)
    ? merchant
    : { ...merchant, by: { ...merchant.by, funded: NOTHING_FUNDED } }

const NOTHING_FUNDED = { rows: 0, amountMinor: 0n, was: null }

/** Merchants that only later batches pay for these transactions: without them the held amounts would not add up. */
async function listAddedMerchants(
  db: DbOrTx,
  listed: readonly MerchantResult[],
  overwritten: Overwritten,
): Promise<MerchantResult[]> {
  const known = new Set(listed.map(({ merchantId }) => merchantId))
  const added = [...overwritten.keys()].filter((merchantId) => !known.has(merchantId))
  if (added.length === 0) return []
  const found = await db
    .select({ merchantId: merchants.merchantId, name: merchants.name })
    .from(merchants)
    .where(inArray(merchants.merchantId, added))
  const nameOf = new Map(found.map(({ merchantId, name }) => [merchantId, name]))
  return added.map((merchantId) => ({
    merchantId,
    name: nameOf.get(merchantId) ?? '',
    rows: 0,
    amountMinor: 0n,
    by: { funded: NOTHING_FUNDED },
  }))
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, one) => total + one, 0n)

type Overwritten = ReadonlyMap<string, OverwrittenOfMerchant>

const OVERWRITTEN_OF_MERCHANT = ['Overwritten amount', ...OVERWRITTEN_COLUMNS]

/**
 * Cells for what later batches have overwritten, and for all that the partner holds now of what it accepted; empty if
 * nothing was overwritten.
 */
function overwrittenOf(overwritten: Overwritten, of: readonly MerchantResult[]): (string | null)[] {
  if (overwritten.size === 0) return []
  const found = of.map((merchant) => ({ merchant, later: overwritten.get(merchant.merchantId) }))
  return [
    decimalCents(sum(found.map(({ later }) => later?.wasMinor ?? 0n))),
    // For all merchants together this would only repeat the list.
    of.length === 1 ? (found[0]?.later?.by ?? null) : null,
    decimalCents(sum(found.map(({ merchant, later }) => heldNow(merchant, later)))),
  ]
}

/** What an added merchant had before this batch is not part of what this batch paid. */
function heldNow({ by: { funded } }: MerchantResult, later: OverwrittenOfMerchant | undefined): bigint {
  const { rows, amountMinor } = funded ?? NOTHING_FUNDED
  if (!later) return amountMinor
  return rows === 0 ? later.newMinor : amountMinor - later.wasMinor + later.newMinor
}

function byMerchant(
  merchants: readonly MerchantResult[],
  kinds: readonly ResultKind[],
  overwritten: Overwritten,
): string {
  const rowOf = (names: readonly [id: string, name: string], of: readonly MerchantResult[]) =>
    csvLine([
      ...names,
      of.reduce((count, { rows }) => count + rows, 0),
      decimalCents(sum(of.map(({ amountMinor }) => amountMinor))),
      ...kinds.map((kind) => decimalCents(sum(of.map(({ by }) => by[kind]?.amountMinor ?? 0n)))),
      ...overwrittenOf(overwritten, of),
    ])
  return [
    csvLine([
      ...['Merchant ID', 'Merchant', 'Rows', 'Amount'],
      ...kinds.map((kind) => RESULT_LABELS[kind]),
      ...(overwritten.size > 0 ? OVERWRITTEN_OF_MERCHANT : []),
    ]),
    ...merchants.map((merchant) => rowOf([merchant.merchantId, merchant.name], [merchant])),
    rowOf(['', 'All merchants'], merchants),
  ].join('')
}

function changesByMerchant(
  merchants: readonly MerchantResult[],
  kinds: readonly ResultKind[],
  overwritten: Overwritten,
): string {
  const rowOf = (
    names: readonly [id: string, name: string],
    kind: ResultKind,
    of: readonly MerchantResult[],
  ) => {
    const own = of.flatMap(({ by }) => by[kind] ?? [])
    if (own.length === 0) return ''
    const was = { amountMinor: sum(own.map((each) => each.was?.amountMinor ?? 0n)), isCertain: true }
    const amountMinor = sum(own.map((each) => each.amountMinor))
    return csvLine([
      ...names,
      RESULT_LABELS[kind],
      own.reduce((count, { rows }) => count + rows, 0),
      decimalCents(amountMinor),
      ...changeAmounts(kind, was, amountMinor),
      own.some((each) => each.was?.isCertain === false) ? 'Up to this amount: an outcome is unknown' : null,
      ...(overwritten.size === 0
        ? []
        : kind === 'funded'
          ? overwrittenOf(overwritten, of)
          : [null, null, null]),
    ])
  }
  const { was, new: now, difference } = CHANGE_TITLES
  return [
    csvLine([
      ...['Merchant ID', 'Merchant', 'Outcome', 'Rows', 'Amount', was, now, difference, 'Was note'],
      ...(overwritten.size > 0 ? OVERWRITTEN_OF_MERCHANT : []),
    ]),
    ...merchants.flatMap((one) => kinds.map((kind) => rowOf([one.merchantId, one.name], kind, [one]))),
    ...kinds.map((kind) => rowOf(['', 'All merchants'], kind, merchants)),
  ].join('')
}

/** After the lines: errors of the answers that match no transaction that was sent. */
async function* unmatchedCsv(ctx: Ctx, batchId: string): AsyncGenerator<string, void> {
  const attempts = await ctx.db
    .select({ id: fundingAttempts.id, request: fundingAttempts.request })
    .from(fundingAttempts)
    .where(eq(fundingAttempts.batchId, batchId))
    .orderBy(asc(fundingAttempts.sequence))
  for (const { id: attemptId, request } of attempts) {
    let after: number | null = 0
    while (after !== null) {
      const page: UnmatchedErrorPage = await listUnmatched(ctx, { batchId, attemptId, after }, STRIDE)
      yield page.errors
        .map(({ transactionId, retrievalReferenceNumber, errorCode, errorMessage }) =>
          csvLine([
            null,
            transactionId,
            retrievalReferenceNumber,
            null,
            null,
            request,
            NO_TRANSACTION,
            errorCode,
            errorMessage,
          ]),
        )
        .join('')
      after = page.next
    }
  }
}

const NO_TRANSACTION = 'Error that matches no transaction'

async function* inChunks(
  lines: readonly StoredLine[],
  write: (line: StoredLine) => string,
): AsyncGenerator<string, void> {
  for (let start = 0; start < lines.length; start += STRIDE) {
    yield lines
      .slice(start, start + STRIDE)
      .map(write)
      .join('')
    await setImmediate()
  }
}
