import type { DbOrTx } from '@/lib/db/client'
import { callbackEvents } from '@/lib/db/schema/callbacks'
import type { Services } from '@/lib/server/services'

export type SeededSale = Partial<typeof callbackEvents.$inferInsert> & { tranId: string | null }

let used = 1_000_000

/** Sales of 12.50 that are not funded, as if their callbacks had come; their numbers. Without deliveries. */
export async function seedSales(
  { db, now }: Pick<Services, 'now'> & { db: DbOrTx },
  sales: readonly SeededSale[],
): Promise<number[]> {
  const rows = sales.map((sale) => {
    used += 1
    const receivedAt = sale.receivedAt ?? now()
    return {
      n: used,
      receivedAt,
      lastReceivedAt: receivedAt,
      deliveries: 1,
      profileId: '941000000001',
      merchantId: '',
      contentN: used,
      contentSha256: `content-${used}`,
      state: 'approved' as const,
      anomalies: [],
      respCode: '000',
      amountText: '12.50',
      amountMinor: 1_250,
      currencyCode: '840',
      tranDate: '',
      tranType: '',
      account: '',
      invoiceNumber: '',
      clientRefNumber: '',
      retrievalRefNumber: '',
      hppTranId: '',
      identifiers: sale.tranId === null ? [] : [sale.tranId.toLowerCase()],
      funding: 'unfunded' as const,
      ...sale,
    }
  })
  // A statement takes so many values and no more.
  for (let start = 0; start < rows.length; start += 500) {
    await db.insert(callbackEvents).values(rows.slice(start, start + 500))
  }
  return rows.map(({ n }) => n)
}
