import { sql } from 'drizzle-orm'
import type { DbOrTx } from '@/lib/db/client'
import type { BatchStatus } from '@/lib/domain/funding/batch'
import type { NamedBatch } from './views'

/** Every batch of the profile that has the sale under either identifier, even if the sale failed in it. */
export async function listSaleBatches(
  db: DbOrTx,
  {
    profileId,
    tranId,
    retrievalRefNumber,
  }: { profileId: string; tranId: string | null; retrievalRefNumber: string },
): Promise<NamedBatch[]> {
  if (tranId === null) return []
  const { rows } = await db.execute<{
    id: string
    number: string
    status: BatchStatus
    outcome: NamedBatch['outcome']
    error_code: string | null
    error_message: string | null
    absent_by: string | null
  }>(sql`
    with named as (
      select batch_id, transaction_no from funding_lines
        where transaction_id = ${tranId} and transaction_id <> ''
      union
      select batch_id, transaction_no from funding_lines
        where retrieval_reference_number = ${retrievalRefNumber} and retrieval_reference_number <> ''
    )
    select distinct on (batches.number) batches.id, batches.number, batches.status,
      case
        when requests.state = 'refused' or refusals.transaction_no is not null then 'failed'
        when requests.state = 'accepted' then 'funded'
        when requests.state = 'withdrawn' then 'withdrawn'
        when requests.state = 'unknown' then 'unknown'
        else 'in-batch' end as outcome,
      coalesce(refusals.error_code, refused.error_code) as error_code,
      coalesce(refusals.error_message, refused.error_message) as error_message,
      -- The sender alone said that a lost request had not arrived, and it was not sent again since.
      (
        select users.name from funding_attempts attempts join users on users.id = attempts.resolved_by
        where attempts.batch_id = named.batch_id and attempts.request = requests.n
          and (attempts.resolution = 'absent' or named.transaction_no = any (attempts.said_missing))
          and attempts.resolution is not null and attempts.resolved_by = attempts.prepared_by
          and attempts.said_by is null
          and not exists (
            select from funding_attempts later
            where later.batch_id = attempts.batch_id and later.request = attempts.request
              and later.sequence > attempts.sequence
          )
        limit 1
      ) as absent_by
    from named
      join funding_batches batches on batches.id = named.batch_id
      left join funding_requests requests on requests.batch_id = named.batch_id
        and named.transaction_no between requests.first_transaction and requests.last_transaction
      left join funding_failures refusals
        on refusals.batch_id = named.batch_id and refusals.transaction_no = named.transaction_no
      left join lateral (
        select coalesce(error_code, '') as error_code, coalesce(error_message, '') as error_message
        from funding_attempts attempts
        where attempts.batch_id = named.batch_id and attempts.request = requests.n
        order by sequence desc limit 1
      ) refused on requests.state = 'refused'
    where batches.profile_id = ${profileId} and batches.status <> 'discarded'
    order by batches.number desc`)
  return rows.map(({ number, error_code, error_message, absent_by, ...batch }) => ({
    ...batch,
    number: Number(number),
    ...(error_code !== null && { refusal: { errorCode: error_code, errorMessage: error_message ?? '' } }),
    ...(absent_by !== null && { absentBy: absent_by }),
  }))
}
