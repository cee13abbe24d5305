import type { DbOrTx } from '@/lib/db/client'
import { type OverwrittenAmount, sumOverwrites } from '@/lib/domain/funding/overwrite'
import { kindOfRow, type ResultKind } from '@/lib/domain/funding/result'
import { type BatchRow, listLines, type RequestRow, type StoredLine } from './data'
import { heldBeforeFinder, heldFinder } from './money-knowledge'
import { changesHeld, listFailed, requestOf } from './money-result'
import type { BatchView } from './views'

/** Of amounts of a batch that the partner took: what later batches made of them, by what the partner holds now. */
export async function findOverwritten(
  db: DbOrTx,
  batch: BatchRow,
  requests: readonly RequestRow[],
  lines: readonly StoredLine[],
): Promise<OverwrittenAmount[]> {
  const heldOf = await heldFinder(db, batch.profileId, lines)
  const kindOf = await kindFinder(db, batch, requests)
  return sumByPayee(lines.filter((line) => kindOf(line) === 'funded')).flatMap((line) => {
    const held = heldOf(line)?.find(({ merchantId }) => merchantId === line.merchantId)
    if (!held || held.batchId === batch.id) return []
    const { batchId, batchNumber, amountMinor, isCertain } = held
    const { transactionNo, merchantId, amountMinor: wasMinor } = line
    const newMinor = BigInt(amountMinor)
    return [{ batchId, batchNumber, transactionNo, merchantId, wasMinor, newMinor, isCertain }]
  })
}

/** The same the other way round: what a batch makes, or made, of amounts that earlier ones had set. */
async function findOverwriting(
  db: DbOrTx,
  batch: BatchRow,
  requests: readonly RequestRow[],
  lines: readonly StoredLine[],
): Promise<OverwrittenAmount[]> {
  if (!changesHeld(batch)) return []
  const heldBefore = await heldBeforeFinder(db, batch, lines)
  const kindOf = await kindFinder(db, batch, requests)
  return sumByPayee(lines.filter((line) => OVERWRITES.has(kindOf(line)))).flatMap((line) => {
    const was = heldBefore(line)?.was
    if (!was) return []
    const { batchId, batchNumber, amountMinor, isCertain } = was
    const { transactionNo, merchantId, amountMinor: newMinor } = line
    const wasMinor = BigInt(amountMinor)
    return [{ batchId, batchNumber, transactionNo, merchantId, wasMinor, newMinor, isCertain }]
  })
}

/** What set something again, or is to. */
const OVERWRITES: ReadonlySet<ResultKind | null> = new Set(['funded', 'not-sent', 'under-way', 'unknown'])

/** By batch: which ones set money of this batch again, and of which ones it sets money again. */
export async function listOverwrites(
  db: DbOrTx,
  batch: BatchRow,
  requests: readonly RequestRow[],
): Promise<BatchView['overwrites']> {
  const lines = await listLines(db, batch.id)
  return {
    by: sumOverwrites(await findOverwritten(db, batch, requests, lines)),
    of: sumOverwrites(await findOverwriting(db, batch, requests, lines)),
  }
}

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

/** Two amounts of a transaction for one merchant are both held. */
function sumByPayee(lines: readonly StoredLine[]): (StoredLine & { amountMinor: bigint })[] {
  const payees = new Map<string, StoredLine & { amountMinor: bigint }>()
  for (const line of lines) {
    const name = `${line.transactionNo} ${line.merchantId}`
    const amountMinor = (payees.get(name)?.amountMinor ?? 0n) + (line.amountMinor ?? 0n)
    payees.set(name, { ...line, amountMinor })
  }
  return [...payees.values()]
}
