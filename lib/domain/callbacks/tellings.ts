/** One delivery of a sale: what it says, and the merchant of the receiver that it came to; '' where that has none. */
export type Telling = { contentSha256: string; merchantId: string }

/** What was told of a sale so far: each content, and of which merchants. */
export type Told = Map<string, Set<string>>

export function addTelling(told: Told, { contentSha256, merchantId }: Telling): void {
  const merchants = told.get(contentSha256)
  if (merchants) merchants.add(merchantId)
  else told.set(contentSha256, new Set([merchantId]))
}

/**
 * Whether it says what was said before. A receiver of a whole profile names no merchant, and contradicts none: what it
 * told may be the sale of any, until the sale is known to be of `saleOf`.
 */
export function isToldAlready(told: Told, saleOf: string, { contentSha256, merchantId }: Telling): boolean {
  const merchants = told.get(contentSha256)
  if (!merchants) return false
  if (merchantId === '' || merchants.has(merchantId)) return true
  return merchants.has('') && (saleOf === '' || saleOf === merchantId)
}

/** Whose sale it is once more was told of it: who says the content that stands can name the merchant that it lacks. */
export const saleOfMerchant = (
  stands: Telling,
  { contentSha256, merchantId }: Telling,
): Telling['merchantId'] =>
  stands.merchantId === '' && contentSha256 === stands.contentSha256 ? merchantId : stands.merchantId
