/** Interface, "Limits": amountsSum has at most 15 digits. */
const MODULUS = 10n ** 15n

/**
 * The hash sum across all amounts of a request (interface, "Funding response", amountsSum): no total of money,
 * since currencies may be mixed. A longer sum is given by its lowest 15 digits (contract.md, "The sandbox").
 */
export function amountsSum(amounts: Iterable<string>): string {
  let sum = 0n
  for (const amount of amounts) sum += BigInt(amount)
  return String(sum % MODULUS)
}
