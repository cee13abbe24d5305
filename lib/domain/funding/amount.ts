/** How amounts are written in what came in: `digits` 1250, `decimal` 12.50. */
export type AmountStyle = 'digits' | 'decimal'

/** What the digits on the wire count (product.md, "Amounts"): cents or whole dollars. A setting of the profile. */
export type AmountUnit = 'minor' | 'major'
