import { sql } from 'drizzle-orm'
import type { DbOrTx } from '@/lib/db/client'
import { NO_WAS, type WasSum } from '@/lib/domain/funding/change'
import { hasNotFailed, requestOfLine } from '@/lib/server/sales/query-parts'
import type { BatchRow } from './data'
import { changesHeld, MAX_COMPARED_TRANSACTIONS } from './money-result'
import { sumHeldBefore } from './overwrites'

/** The amount that the partner accepted from a batch; `was`: what it held before for those transactions. */
export type Accepted = { amountMinor: bigint; was: WasSum | null }

/**
 * What the partner accepted from finished or stopped batches that it accepted only in part. Other batches are left out:
 * if all was accepted, the approved amount is the accepted amount. One statement for all, and one for those that change
 * what the partner held.
 */
export async function listAccepted(
  db: DbOrTx,
  batches: readonly BatchRow[],
): Promise<ReadonlyMap<string, Accepted>> {
  const inPart = batches.filter(isAcceptedInPart)
  if (inPart.length === 0) return new Map()
  const { rows } = await db.execute<{ id: string; amount_minor: string }>(sql`
    select asked.id, (
      select coalesce(sum(lines.amount_minor), 0)::text
      from funding_requests requests
        join funding_lines lines on ${requestOfLine}
      where requests.batch_id = asked.id and requests.state = 'accepted' and ${hasNotFailed}
    ) as amount_minor
    from (select json_array_elements_text(${JSON.stringify(inPart.map(({ id }) => id))}::json)::uuid as id) asked`)
  const amounts = new Map(rows.map(({ id, amount_minor }) => [id, BigInt(amount_minor)]))
  const changing = inPart.filter(
    (batch) => batch.succeeded > 0 && changesHeld(batch) && batch.transactions <= MAX_COMPARED_TRANSACTIONS,
  )
  const before = await sumHeldBefore(
    db,
    changing.map(({ id }) => id),
  )
  return new Map(
    inPart.map((batch) => [
      batch.id,
      {
        amountMinor: amounts.get(batch.id) ?? 0n,
        was: changing.includes(batch) ? (before.get(batch.id) ?? NO_WAS) : null,
      },
    ]),
  )
}

/** Whether a batch was sent and some of it was not funded or not sent. */
const isAcceptedInPart = ({ status, succeeded, failed, transactions }: BatchRow): boolean =>
  (status === 'done' || status === 'stopped') && succeeded + failed > 0 && succeeded < transactions
