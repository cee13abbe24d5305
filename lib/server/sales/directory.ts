import { sql } from 'drizzle-orm'
import type { DbOrTx } from '@/lib/db/client'
import type { DirectoryMerchant } from '@/lib/domain/callbacks/split-sale'
import { payableOf } from '@/lib/domain/merchants/confirmation'
import type { MerchantState, StoredShare } from '@/lib/domain/merchants/merchant'

/** These merchants and the payees of their splits, with the terms now in effect, in a single statement. */
export async function listDirectory(db: DbOrTx, ids: Iterable<string>): Promise<DirectoryMerchant[]> {
  const asked = [...new Set(ids)].filter((id) => id !== '')
  if (asked.length === 0) return []
  const { rows } = await db.execute<{
    merchant_id: string
    name: string
    state: MerchantState
    is_confirmed: boolean
    split: StoredShare[]
  }>(sql`
    with asked as (
      select merchant_id, split from merchants
      where merchant_id in (select json_array_elements_text(${JSON.stringify(asked)}::json))
    )
    select merchant_id, name, state, confirmed_at is not null as is_confirmed, split from merchants
    where merchant_id in (select merchant_id from asked)
      or merchant_id in (select share ->> 'merchantId' from asked, jsonb_array_elements(asked.split) share)`)
  return rows.map(({ merchant_id, name, state, is_confirmed, split }) => ({
    merchantId: merchant_id,
    name,
    payable: payableOf({ state, confirmedAt: is_confirmed ? '' : null }),
    split,
  }))
}
