import { sql } from 'drizzle-orm'
import type { DbOrTx } from '@/lib/db/client'
import type { FundingLine } from '@/lib/domain/funding/line'
import type { FindTransactionId } from '@/lib/domain/funding/request-rules'

/**
 * Which transactions the reference numbers of these lines lead to, as far as the callback log of the profile knows
 * (product.md, "not one transaction under both its identifiers when the log knows both"). A number that the log has
 * with several transactions leads nowhere.
 */
export async function findLoggedNames(
  db: DbOrTx,
  profileId: string,
  lines: readonly Pick<FundingLine, 'retrievalReferenceNumber'>[],
): Promise<FindTransactionId> {
  const references = new Set<string>()
  for (const { retrievalReferenceNumber } of lines) {
    if (retrievalReferenceNumber !== '') references.add(retrievalReferenceNumber)
  }
  if (references.size === 0) return () => null
  const { rows } = await db.execute<{ reference: string; tran_id: string }>(sql`
    select retrieval_ref_number as reference, min(tran_id) as tran_id from callback_events
    where profile_id = ${profileId} and tran_id is not null and retrieval_ref_number <> ''
      and retrieval_ref_number in (select json_array_elements_text(${JSON.stringify([...references])}::json))
    group by retrieval_ref_number having count(distinct tran_id) = 1`)
  const known = new Map(rows.map(({ reference, tran_id }) => [reference, tran_id]))
  return (reference) => known.get(reference) ?? null
}
