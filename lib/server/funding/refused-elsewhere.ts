import { sql } from 'drizzle-orm'
import type { DbOrTx } from '@/lib/db/client'
import type { TransactionRange } from '@/lib/domain/funding/batch'
import type { BatchRow } from './data'
import type { RefusedElsewhere } from './views'

/** Of more nobody reads. */
const SHOWN = 5

/**
 * Transactions of a request that the partner refused in another batch, each by its latest refusal: what speaks against
 * a word that it has them. `since`: only in requests that were sent after this attempt.
 */
export async function listRefusedElsewhere(
  db: DbOrTx,
  { id: batchId, profileId }: Pick<BatchRow, 'id' | 'profileId'>,
  { firstTransaction, lastTransaction }: TransactionRange,
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
      from funding_lines lines
        cross join lateral (
          (select batch_id, transaction_no from funding_lines
            where transaction_id = lines.transaction_id and transaction_id <> '' offset 0)
          union all
          (select batch_id, transaction_no from funding_lines
            where retrieval_reference_number = lines.retrieval_reference_number
              and retrieval_reference_number <> '' offset 0)
        ) others
        join funding_failures failures
          on failures.batch_id = others.batch_id and failures.transaction_no = others.transaction_no
        join funding_batches batches on batches.id = others.batch_id and batches.profile_id = ${profileId}
        join funding_requests requests on requests.batch_id = others.batch_id
          and others.transaction_no between requests.first_transaction and requests.last_transaction
      where lines.batch_id = ${batchId}::uuid and others.batch_id <> lines.batch_id
        and lines.transaction_no between ${firstTransaction} and ${lastTransaction}
        and exists (
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
