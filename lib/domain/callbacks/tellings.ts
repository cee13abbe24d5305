/** One delivery of a sale: its content, and the merchant of its receiver, or '' if the receiver has none. */
export type Telling = { contentSha256: string; merchantId: string }

/** The deliveries of a sale so far: each content, with the merchants that it came for. */
export type Told = Map<string, Set<string>>

export function addTelling(told: Told, { contentSha256, merchantId }: Telling): void {
  const merchants = told.get(contentSha256)
  if (merchants) merchants.add(merchantId)
  else told.set(contentSha256, new Set([merchantId]))
}

/**
 * Whether a delivery repeats an earlier one. A receiver of a whole profile names no merchant, so it contradicts none:
 * its delivery fits any merchant, until `saleOf` says whose sale it is.
 */
export function isToldAlready(told: Told, saleOf: string, { contentSha256, merchantId }: Telling): boolean {
  const merchants = told.get(contentSha256)
  if (!merchants) return false
  if (merchantId === '' || merchants.has(merchantId)) return true
  return merchants.has('') && (saleOf === '' || saleOf === merchantId)
}

/**
 * The merchant of a sale after one more delivery. A delivery with the current content can add the merchant if it was
 * missing.
 */
export const saleOfMerchant = (
  stands: Telling,
  { contentSha256, merchantId }: Telling,
): Telling['merchantId'] =>
  stands.merchantId === '' && contentSha256 === stands.contentSha256 ? merchantId : stands.merchantId
