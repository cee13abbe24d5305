import type { DbOrTx } from '@/lib/db/client'
import { type HeldAmount, sumHeld } from '@/lib/domain/funding/held'
import {
  type OverwrittenAmount,
  overwritingOf,
  overwrittenIn,
  type SetTransaction,
  sumOverwrites,
} from '@/lib/domain/funding/overwrite'
import { kindOfRow, type ResultKind } from '@/lib/domain/funding/result'
import { type BatchRow, listLines, type RequestRow, type StoredLine } from './data'
import { heldFinder } from './money-knowledge'
import { changesHeld, listFailed, requestOf } from './money-result'
import type { BatchView } from './views'

/**
 * How later batches changed the transactions that the partner accepted from this one; `now`: the total that it holds
 * of them.
 */
export async function findOverwritten(
  db: DbOrTx,
  batch: BatchRow,
  requests: readonly RequestRow[],
  lines: readonly StoredLine[],
): Promise<{ amounts: OverwrittenAmount[]; now: NonNullable<BatchView['overwrites']['now']> }> {
  const heldOf = await heldFinder(db, batch.profileId, lines)
  const kindOf = await kindFinder(db, batch, requests)
  const set = transactionsOf(lines.filter((line) => kindOf(line) === 'funded'))
  const isAdded = ({ line, amounts }: (typeof set)[number]) =>
    heldOf(line)?.some(({ batchId, merchantId }) => batchId !== batch.id && !amounts.has(merchantId))
  const added = set.filter(isAdded).map(({ line }) => line)
  const heldBefore = added.length > 0 ? await heldBeforeBatch(db, batch, added) : () => undefined
  const now = set.map(({ line }) => heldOf(line) ?? [])
  const { amountMinor, isCertain } = sumHeld(now.flat())
  return {
    amounts: set.flatMap((transaction, at) =>
      overwrittenIn(transaction, batch.id, {
        now: now[at] ?? [],
        before: heldBefore(transaction.line) ?? [],
      }),
    ),
    now: { transactions: set.length, held: { amountMinor: BigInt(amountMinor), isCertain } },
  }
}

/** How a batch changes, or changed, transactions that earlier batches set. */
async function findOverwriting(
  db: DbOrTx,
  batch: BatchRow,
  requests: readonly RequestRow[],
  lines: readonly StoredLine[],
): Promise<OverwrittenAmount[]> {
  if (!changesHeld(batch)) return []
  const heldBefore = await heldBeforeBatch(db, batch, lines)
  const kindOf = await kindFinder(db, batch, requests)
  return transactionsOf(lines.filter((line) => OVERWRITES.has(kindOf(line)))).flatMap((transaction) =>
    overwritingOf(transaction, heldBefore(transaction.line) ?? []),
  )
}

/** Results that overwrite an amount, or still may. */
const OVERWRITES: ReadonlySet<ResultKind | null> = new Set(['funded', 'not-sent', 'under-way', 'unknown'])

/** The batches that overwrote this one, and those that it overwrites. */
export async function listOverwrites(
  db: DbOrTx,
  batch: BatchRow,
  requests: readonly RequestRow[],
): Promise<BatchView['overwrites']> {
  const lines = await listLines(db, batch.id)
  const { amounts, now } = await findOverwritten(db, batch, requests, lines)
  return {
    by: sumOverwrites(amounts),
    now,
    of: sumOverwrites(await findOverwriting(db, batch, requests, lines)),
  }
}

const heldBeforeBatch = (
  db: DbOrTx,
  { id, profileId }: BatchRow,
  lines: readonly StoredLine[],
): Promise<(line: StoredLine) => readonly HeldAmount[] | undefined> =>
  heldFinder(db, profileId, lines, { beforeBatch: id, exceptBatch: id })

async function kindFinder(
  db: DbOrTx,
  { id, status }: BatchRow,
  requests: readonly RequestRow[],
): Promise<(line: StoredLine) => ResultKind | null> {
  const failed = await listFailed(db, id)
  return (line) => {
    const request = requestOf(requests, line)
    return request ? kindOfRow(request.state, failed.has(line.transactionNo), status === 'sending') : null
  }
}

/**
 * Groups lines by transaction; a merchant's amounts add up. `line`: any line of the transaction, for its identifiers.
 */
const transactionsOf = (lines: readonly StoredLine[]): (SetTransaction & { line: StoredLine })[] =>
  [...Map.groupBy(lines, ({ transactionNo }) => transactionNo)].flatMap(([transactionNo, own]) => {
    const amounts = new Map<string, bigint>()
    for (const { merchantId, amountMinor } of own)
      amounts.set(merchantId, (amounts.get(merchantId) ?? 0n) + (amountMinor ?? 0n))
    return own[0] ? [{ transactionNo, amounts, line: own[0] }] : []
  })
