import { and, asc, eq, exists, inArray, ne, notExists, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { DbOrTx, Tx } from '@/lib/db/client'
import { fundingBatches, fundingFailures, fundingLines, fundingRequests } from '@/lib/db/schema/funding'
import { makersInstead, nobodyApprovesWords } from '@/lib/domain/funding/approval'
import { linesAsHeld } from '@/lib/domain/funding/held'
import { MAX_LINES } from '@/lib/domain/funding/limits'
import type { FundingLine } from '@/lib/domain/funding/line'
import type { Refusal } from '@/lib/domain/values/outcome'
import { DeskError } from '@/lib/errors'
import { isHopeless } from '@/lib/server/sales/refused-sales'
import type { Ctx } from '@/lib/server/services'
import { listPeople, withJudges } from './approvals'
import { judgeLines } from './check-lines'
import { insertBatch } from './create-batch'
import {
  type BatchRow,
  isAmong,
  lastSourceRow,
  lockBatch,
  type StoredLine,
  type WrongState,
  wrongState,
} from './data'
import { termsOf } from './lines'
import { heldFinder } from './money-knowledge'

export type ChildResult =
  | { ok: true; batchId: string; number: number }
  | WrongState
  | Refusal<'nobody-approves'>

export const retryFailedSchema = z.strictObject({
  batchId: z.uuid(),
  /** Made by the page, so that a second press leads to the same batch. */
  newBatchId: z.uuid(),
})

/**
 * A new draft with what failed, and nothing else: the transactions that the partner did not fund, and all of a
 * request that it refused as a whole or that was withdrawn. What another retry has taken up already is left to that one.
 */
export const retryFailed = (ctx: Ctx, input: z.output<typeof retryFailedSchema>): Promise<ChildResult> =>
  makeChild(ctx, input, 'retry', async (tx, parent) => {
    const lines = await listFailedLines(tx, parent.id)
    return lines.length > 0 ? lines : wrongState(await whyNothingLeft(tx, parent.id))
  })

async function whyNothingLeft(tx: Tx, batchId: string): Promise<string> {
  const rows = await tx
    .select({ number: fundingBatches.number })
    .from(fundingBatches)
    .where(
      and(
        eq(fundingBatches.parentId, batchId),
        eq(fundingBatches.purpose, 'retry'),
        ne(fundingBatches.status, 'discarded'),
      ),
    )
    .orderBy(asc(fundingBatches.number))
  const names = rows.map(({ number }) => `B-${number}`)
  return names.length === 0
    ? 'Nothing is left that failed.'
    : `Nothing is left that failed: ${names.join(' and ')} ${names.length === 1 ? 'has' : 'have'} it. Continue there.`
}

export const correctSchema = retryFailedSchema.extend({
  /** By number, counted from 0. */
  transactions: z.array(z.int().min(0)).min(1).max(MAX_LINES),
  /** It is made even where no one could approve it: somebody may be given the right. */
  confirmed: z.boolean().optional(),
})

/**
 * A new draft with transactions that were funded, to be given other amounts (interface: "create or modify"). It begins
 * with what the partner holds now: a later batch may have set them anew, and its amounts are not to be set back unseen.
 */
export const correctAmounts = (ctx: Ctx, input: z.output<typeof correctSchema>): Promise<ChildResult> =>
  makeChild(ctx, { ...input, asks: input.confirmed !== true }, 'correction', async (tx, parent) => {
    const lines = await listFundedLines(tx, parent.id, input.transactions)
    const found = new Set(lines.map(({ transactionNo }) => transactionNo))
    if (found.size !== new Set(input.transactions).size)
      return wrongState('Only what the partner has funded can be corrected; what failed can be retried.')
    const heldOf = await heldFinder(tx, parent.profileId, lines)
    const unclear = lines.flatMap((line) => heldOf(line) ?? []).find(({ isCertain }) => !isCertain)
    if (unclear)
      return wrongState(
        `What the partner holds of this is unclear until B-${unclear.batchNumber} has an outcome. Correct it then.`,
      )
    let row = await lastSourceRow(tx, { parentId: parent.id })
    const nextRow = () => {
      row += 1
      return row
    }
    return [...Map.groupBy(lines, ({ transactionNo }) => transactionNo).values()].flatMap((own) =>
      linesAsHeld(own, (own[0] && heldOf(own[0])) ?? [], nextRow),
    )
  })

const makeChild = (
  ctx: Ctx,
  { batchId, newBatchId, asks = false }: z.output<typeof retryFailedSchema> & { asks?: boolean },
  purpose: 'retry' | 'correction',
  choose: (tx: Tx, parent: BatchRow) => Promise<FundingLine[] | WrongState>,
): Promise<ChildResult> =>
  ctx.db.transaction(async (tx): Promise<ChildResult> => {
    const parent = await lockBatch(tx, batchId)
    const [there] = await tx.select().from(fundingBatches).where(eq(fundingBatches.id, newBatchId))
    if (there) {
      if (there.parentId !== batchId || there.purpose !== purpose) throw new DeskError('invalid')
      return { ok: true, batchId: newBatchId, number: there.number }
    }
    if (!hasOutcome(parent)) return wrongState('It has not ended yet. Wait until no request is being sent.')
    const lines = await choose(tx, parent)
    if (!Array.isArray(lines)) return lines
    const { workedOnBy } = await withJudges(tx, parent)
    const people = await listPeople(tx)
    const instead = makersInstead(people, workedOnBy, ctx.actor.id)
    if (instead.length > 0)
      return wrongState(
        `You are the only one left who can approve these transactions, and could not if you made this batch. Ask ${instead.join(' or ')} to make it, then approve it.`,
      )
    const nobody = asks ? nobodyApprovesWords(people, workedOnBy, ctx.actor.id) : null
    if (nobody !== null) return { ok: false, reason: 'nobody-approves', message: nobody }
    const made = await insertBatch(
      ctx,
      tx,
      {
        batchId: newBatchId,
        name: childName(parent, purpose),
        profileId: parent.profileId,
        amountStyle: 'dollars',
        source: 'batch',
        purpose,
        parentId: parent.id,
        fileName: parent.fileName,
        sha256: null,
        // Its lines are theirs: whoever made them does not approve them a second time around.
        workedOnBy: parent.workedOnBy,
        otherColumns: parent.otherColumns,
      },
      await judgeLines(
        tx,
        { profileId: parent.profileId, batchId: null, parentId: parent.id, purpose },
        lines,
        termsOf(ctx, { ...parent, amountUnit: null }),
      ),
    )
    return { ok: true, batchId: made.batchId, number: made.number }
  })

/** Whether nothing of it is on its way any more. */
export const hasOutcome = ({ status }: Pick<BatchRow, 'status'>): boolean =>
  status === 'done' || status === 'stopped' || status === 'unknown'

/** After the batch that it takes up, and by the name that the first of them had. */
const childName = ({ number, name }: BatchRow, purpose: 'retry' | 'correction'): string =>
  [...`${purpose === 'retry' ? 'Retry' : 'Correction'} of B-${number}, ${name.replace(OF_BATCH, '')}`]
    .slice(0, 120)
    .join('')

const OF_BATCH = /^(?:(?:Retry|Correction) of B-\d+, )+/

const LINE = {
  row: fundingLines.row,
  transactionNo: fundingLines.transactionNo,
  transactionId: fundingLines.transactionId,
  retrievalReferenceNumber: fundingLines.retrievalReferenceNumber,
  merchantId: fundingLines.merchantId,
  amount: fundingLines.amount,
  amountMinor: fundingLines.amountMinor,
  other: fundingLines.other,
  isAdded: fundingLines.isAdded,
}

const isOfRequest = and(
  eq(fundingRequests.batchId, fundingLines.batchId),
  sql`${fundingLines.transactionNo} between ${fundingRequests.firstTransaction} and ${fundingRequests.lastTransaction}`,
)

const selectSent = (tx: Tx) =>
  tx
    .select(LINE)
    .from(fundingLines)
    .innerJoin(fundingRequests, isOfRequest)
    .orderBy(asc(fundingLines.transactionNo), asc(fundingLines.row))
    .$dynamic()

const failureOf = (tx: DbOrTx) =>
  tx
    .select({ one: sql`1` })
    .from(fundingFailures)
    .where(
      and(
        eq(fundingFailures.batchId, fundingLines.batchId),
        eq(fundingFailures.transactionNo, fundingLines.transactionNo),
      ),
    )

const takenUp = alias(fundingLines, 'taken_up')
const retries = alias(fundingBatches, 'retries')

export const listFailedLines = (tx: Tx, batchId: string): Promise<StoredLine[]> =>
  selectSent(tx).where(isLeftToRetry(tx, batchId))

/** How many transactions a retry would take up now: those that failed or were rejected, and those withdrawn. */
export async function countLeftToRetry(
  tx: DbOrTx,
  batchId: string,
): Promise<{ failed: number; hopeless: number; withdrawn: number }> {
  const isWithdrawn = sql`${fundingRequests.state} = 'withdrawn'`
  const [row] = await tx
    .select({
      failed: sql<number>`(count(distinct ${fundingLines.transactionNo}) filter (where not ${isWithdrawn}))::int`,
      hopeless: sql<number>`(count(distinct ${fundingLines.transactionNo}) filter (where exists (
        select from ${fundingFailures} failures
        where failures.batch_id = ${fundingLines.batchId} and failures.transaction_no = ${fundingLines.transactionNo}
          and ${isHopeless(sql`failures`)}
      )))::int`,
      withdrawn: sql<number>`(count(distinct ${fundingLines.transactionNo}) filter (where ${isWithdrawn}))::int`,
    })
    .from(fundingLines)
    .innerJoin(fundingRequests, isOfRequest)
    .where(isLeftToRetry(tx, batchId))
  return row ?? NOTHING_LEFT
}

export const NOTHING_LEFT = { failed: 0, hopeless: 0, withdrawn: 0 }

const isLeftToRetry = (tx: DbOrTx, batchId: string) =>
  and(
    eq(fundingLines.batchId, batchId),
    or(
      inArray(fundingRequests.state, ['refused', 'withdrawn']),
      and(eq(fundingRequests.state, 'accepted'), exists(failureOf(tx))),
    ),
    notExists(
      retriesWith(
        tx,
        batchId,
        and(
          eq(takenUp.transactionId, fundingLines.transactionId),
          eq(takenUp.retrievalReferenceNumber, fundingLines.retrievalReferenceNumber),
        ),
      ),
    ),
    // A retry keeps the row of what it takes up, also where its identifier was wrong and is mended there. Asked by itself:
    // of either one or the other no index is used.
    notExists(retriesWith(tx, batchId, eq(takenUp.row, fundingLines.row))),
  )

/** Lines of retries that were not discarded. */
const retriesWith = (tx: DbOrTx, batchId: string, isIt: SQL | undefined) =>
  tx
    .select({ one: sql`1` })
    .from(retries)
    .innerJoin(takenUp, eq(takenUp.batchId, retries.id))
    .where(
      and(eq(retries.parentId, batchId), eq(retries.purpose, 'retry'), ne(retries.status, 'discarded'), isIt),
    )

const listFundedLines = (tx: Tx, batchId: string, transactions: readonly number[]): Promise<StoredLine[]> =>
  selectSent(tx).where(
    and(
      eq(fundingLines.batchId, batchId),
      isAmong(fundingLines.transactionNo, transactions),
      inArray(fundingRequests.state, ['accepted']),
      notExists(failureOf(tx)),
    ),
  )
