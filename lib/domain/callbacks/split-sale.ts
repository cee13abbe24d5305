import { type SplitAmount, type SplitResult, type SplitShare, splitAmount } from '@/lib/domain/funding/split'
import type { Payable } from '@/lib/domain/merchants/confirmation'
import { splitShares } from '@/lib/domain/merchants/default-split'
import type { StoredShare } from '@/lib/domain/merchants/merchant'
import type { IneligibleSplit } from './ineligible'

/**
 * How the sales of a batch are split. By merchant: each by the default split of the merchant whose receiver it came
 * to; sales of a whole profile by shares of their own, or not at all. By shares: all of them alike.
 */
export type SalesSplit =
  | { by: 'merchant'; forNoMerchant: readonly SplitShare[] | null }
  | { by: 'shares'; shares: readonly SplitShare[] }

/** What the directory has of a merchant: only what is confirmed counts. */
export type DirectoryMerchant = {
  merchantId: string
  name: string
  payable: Payable
  split: readonly StoredShare[]
}
export type Directory = ReadonlyMap<string, DirectoryMerchant>

export type SplitSale =
  | { ok: true; amounts: SplitAmount[] }
  /** `payee`: the one of the merchant's split that cannot be paid. */
  | { ok: false; reason: IneligibleSplit; payee?: string }

const NOT_PAYABLE = {
  unconfirmed: 'merchant-unconfirmed',
  paused: 'merchant-paused',
  closed: 'merchant-closed',
} as const satisfies Record<Exclude<Payable, 'yes'>, IneligibleSplit>

/** Who gets how much of a sale, to the cent, or why it stays out of the batch. Payees that would get nothing are left out. */
export function splitSale(
  { merchantId, amountMinor }: { merchantId: string; amountMinor: number },
  split: SalesSplit,
  directory: Directory,
): SplitSale {
  if (split.by === 'shares') return partsOf(amountMinor, split.shares)
  if (merchantId === '') {
    return split.forNoMerchant === null
      ? { ok: false, reason: 'no-merchant' }
      : partsOf(amountMinor, split.forNoMerchant)
  }
  const merchant = directory.get(merchantId)
  if (!merchant) return { ok: false, reason: 'merchant-unknown' }
  if (merchant.payable !== 'yes') return { ok: false, reason: NOT_PAYABLE[merchant.payable] }
  if (merchant.split.length === 0) return partsOf(amountMinor, [{ merchantId }])
  const payee = merchant.split.find((share) => directory.get(share.merchantId)?.payable !== 'yes')
  return payee
    ? { ok: false, reason: 'payee-not-payable', payee: payee.merchantId }
    : partsOf(amountMinor, splitShares(merchant.split))
}

function partsOf(amountMinor: number, shares: readonly SplitShare[]): SplitSale {
  const split = splitAmount(BigInt(amountMinor), shares)
  return split.ok
    ? { ok: true, amounts: split.amounts.filter((part) => part.amountMinor > 0n) }
    : { ok: false, reason: 'sale-too-small' }
}

/** So large that no fixed share exceeds it. */
const ANY_SALE_MINOR = 10n ** 16n

/** The shares by themselves, whatever a sale comes to. */
export const checkShares = (shares: readonly SplitShare[]): SplitResult => splitAmount(ANY_SALE_MINOR, shares)
