import { randomBytes, randomInt } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Tx } from '@/lib/db/client'
import { sandboxSales } from '@/lib/db/schema/sandbox'
import { buildCallbackEvent, type Sale } from './callback-event'
import { encodeFields, queueCallbacks } from './callbacks'

export type SoldRow = typeof sandboxSales.$inferSelect

/** What the page knows before it makes the sale. */
type SaleOrder = Omit<Sale, 'tranId' | 'retrievalReferenceNumber' | 'authCode'> & { profileId: string }

/**
 * Makes the sale of a card form, and queues its event if it is approved. A form never makes a second sale, even if
 * another transaction made the first one a moment ago.
 */
export async function makeSale(tx: Tx, { profileId, ...order }: SaleOrder): Promise<void> {
  for (;;) {
    const sale: Sale = { ...order, ...newNumbers(), authCode: order.card.approved ? randomDigits(6) : '' }
    const event = buildCallbackEvent(sale)
    const inserted = await tx
      .insert(sandboxSales)
      .values({
        tranId: sale.tranId,
        hppTranId: sale.hppTranId,
        retrievalReferenceNumber: sale.retrievalReferenceNumber,
        profileId,
        kind: sale.card.kind,
        approved: sale.card.approved,
        amountMinor: sale.amountMinor,
        at: sale.at,
        event,
      })
      .onConflictDoNothing()
      .returning({ tranId: sandboxSales.tranId })
    if (inserted.length > 0) {
      if (!sale.card.approved) return
      await queueCallbacks(tx, { profileId, body: encodeFields(event), at: sale.at })
      return
    }
    if (await findSale(tx, sale.hppTranId)) return
    // Not inserted, and the form has no sale: the random numbers belong to another sale, so draw again.
  }
}

export async function findSale(tx: Tx, hppTranId: string): Promise<SoldRow | null> {
  const [row] = await tx.select().from(sandboxSales).where(eq(sandboxSales.hppTranId, hppTranId))
  return row ?? null
}

/** Never collides with contract.md's transactions, whose reference numbers begin with 8 and 9. */
export function newNumbers(): Pick<Sale, 'tranId' | 'retrievalReferenceNumber'> {
  const serial = randomDigits(11)
  return { tranId: `HPP-${serial}`, retrievalReferenceNumber: `7${serial}` }
}

/** Random enough that it cannot be guessed, because anyone who has it can see the result. */
export const newHppTranId = (): string => randomBytes(16).toString('base64url')

export const randomDigits = (count: number): string => String(randomInt(10 ** count)).padStart(count, '0')
