import { type SQL, sql } from 'drizzle-orm'
import type { TransactionRange } from '@/lib/domain/funding/batch'
import type { BatchRow } from './data'

/**
 * A `from` clause: `lines` of some transactions of a batch, joined to every line of the same transaction in other
 * frozen batches of its profile (`others`, `batches`, `requests`). One select per identifier, so that each uses its
 * own index.
 */
export const linesElsewhere = (
  { id: batchId, profileId }: Pick<BatchRow, 'id' | 'profileId'>,
  { firstTransaction, lastTransaction }: TransactionRange,
): SQL => sql`(
    select * from funding_lines
    where batch_id = ${batchId}::uuid and transaction_no between ${firstTransaction} and ${lastTransaction}
  ) lines
  cross join lateral (
    (select batch_id, transaction_no from funding_lines
      where transaction_id = lines.transaction_id and transaction_id <> '' offset 0)
    union all
    (select batch_id, transaction_no from funding_lines
      where retrieval_reference_number = lines.retrieval_reference_number
        and retrieval_reference_number <> '' offset 0)
  ) others
  join funding_batches batches on batches.id = others.batch_id and batches.id <> lines.batch_id
    and batches.profile_id = ${profileId}
  join funding_requests requests on requests.batch_id = others.batch_id
    and others.transaction_no between requests.first_transaction and requests.last_transaction`
