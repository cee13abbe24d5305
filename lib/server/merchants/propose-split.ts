import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { DbOrTx } from '@/lib/db/client'
import { applications } from '@/lib/db/schema/applications'
import { confirmationOf } from '@/lib/domain/merchants/confirmation'
import type { proposeSplitInput, readSplitInput } from '@/lib/domain/merchants/inputs'
import type { StoredShare } from '@/lib/domain/merchants/merchant'
import type { Ctx } from '@/lib/server/services'
import { getMerchant, type MerchantResult, refused, termsOf } from './data'
import { changeMerchant } from './enter'

/** Proposes a split typed for a batch as the merchant's default: an ordinary change, which a second person confirms. */
export async function proposeSplit(
  ctx: Ctx,
  { merchantId, split }: z.output<typeof proposeSplitInput>,
): Promise<MerchantResult> {
  const row = await getMerchant(ctx.db, merchantId)
  if (!row) return refused(`${merchantId} is not in the merchant directory. Add it first.`)
  if (confirmationOf(row) === 'rejected')
    return refused(`${merchantId} was rejected. Correct its entry on its page first.`)
  // Keeps the other terms of a change that this person has already proposed.
  const terms = row.proposed ?? termsOf(row)
  const result = await changeMerchant(ctx, {
    merchantId,
    name: terms.name,
    application: await numberOf(ctx.db, terms.applicationId),
    state: terms.state,
    split,
    version: row.version,
  })
  // The caller shows only one field, so the problems go into the message.
  return result.ok || !result.problems?.length
    ? result
    : refused(result.problems.map(({ message }) => message).join(' '))
}

async function numberOf(db: DbOrTx, applicationId: string | null): Promise<string> {
  if (applicationId === null) return ''
  const [row] = await db
    .select({ number: applications.number })
    .from(applications)
    .where(eq(applications.id, applicationId))
  return row ? `A-${row.number}` : ''
}

/** The default split in effect; without one, the merchant gets all of each sale. Null for an unknown merchant. */
export async function readSplit(
  db: DbOrTx,
  { merchantId }: z.output<typeof readSplitInput>,
): Promise<StoredShare[] | null> {
  const row = await getMerchant(db, merchantId)
  if (!row) return null
  return row.split.length > 0 ? row.split : [{ merchantId }]
}
