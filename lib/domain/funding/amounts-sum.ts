/** Interface, "Limits": amountsSum has at most 15 digits. */
const MODULUS = 10n ** 15n

/**
 * The hash total of a request's amounts (interface, "Funding response", amountsSum). It is not money, since
 * currencies may be mixed. Sums of more than 15 digits keep the lowest 15 (contract.md, "The sandbox").
 */
export function amountsSum(amounts: Iterable<string>): string {
  let sum = 0n
  for (const amount of amounts) sum += BigInt(amount)
  return String(sum % MODULUS)
}
