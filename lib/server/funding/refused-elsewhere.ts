import { sql } from 'drizzle-orm'
import type { DbOrTx } from '@/lib/db/client'
import type { TransactionRange } from '@/lib/domain/funding/batch'
import type { BatchRow } from './data'
import { linesElsewhere } from './lines-elsewhere'
import type { RefusedElsewhere } from './views'

/** No one reads more than this. */
const SHOWN = 5

/**
 * Transactions of a request that the partner refused in another batch, each with its latest refusal: evidence against
 * recording them as received. `since`: only requests that were sent after this attempt.
 */
export async function listRefusedElsewhere(
  db: DbOrTx,
  batch: Pick<BatchRow, 'id' | 'profileId'>,
  transactions: TransactionRange,
  since: number,
): Promise<RefusedElsewhere> {
  const { rows } = await db.execute<{
    transaction: string
    code: string
    message: string
    batch_id: string
    number: string
    count: number
  }>(sql`
    with refused as (
      select distinct on (lines.transaction_no) lines.transaction_no,
        coalesce(nullif(lines.transaction_id, ''), lines.retrieval_reference_number) as transaction,
        failures.error_code as code, failures.error_message as message, batches.id as batch_id, batches.number
      from ${linesElsewhere(batch, transactions)}
        join funding_failures failures
          on failures.batch_id = others.batch_id and failures.transaction_no = others.transaction_no
      where exists (
        select from funding_attempts attempts where attempts.batch_id = others.batch_id
          and attempts.request = requests.n and attempts.sequence > ${since}
      )
      order by lines.transaction_no, batches.number desc
    )
    select *, count(*) over ()::int as count from refused order by transaction_no limit ${SHOWN}`)
  return {
    count: rows[0]?.count ?? 0,
    shown: rows.map(({ transaction, code, message, batch_id, number }) => ({
      transaction,
      errorCode: code,
      errorMessage: message,
      batch: { id: batch_id, number: Number(number) },
    })),
  }
}
