import {
  ANY_SALE_MINOR,
  type SplitAmount,
  type SplitResult,
  type SplitShare,
  splitAmount,
} from '@/lib/domain/funding/split'
import type { Payable } from '@/lib/domain/merchants/confirmation'
import { splitShares } from '@/lib/domain/merchants/default-split'
import type { StoredShare } from '@/lib/domain/merchants/merchant'
import type { IneligibleSplit } from './ineligible'

/**
 * How the sales of a batch are split. By merchant: each sale by the default split of its receiver's merchant; sales of
 * a whole profile by separate shares, or not at all. By shares: all sales alike.
 */
export type SalesSplit =
  | { by: 'merchant'; forNoMerchant: readonly SplitShare[] | null }
  | { by: 'shares'; shares: readonly SplitShare[] }

/** A merchant's confirmed terms in the directory. Pending changes do not count. */
export type DirectoryMerchant = {
  merchantId: string
  name: string
  payable: Payable
  split: readonly StoredShare[]
}
export type Directory = ReadonlyMap<string, DirectoryMerchant>

export type SplitSale =
  | { ok: true; amounts: SplitAmount[] }
  /** `payee`: the payee of the merchant's split who cannot be paid. */
  | { ok: false; reason: IneligibleSplit; payee?: string }

const NOT_PAYABLE = {
  unconfirmed: 'merchant-unconfirmed',
  paused: 'merchant-paused',
  closed: 'merchant-closed',
} as const satisfies Record<Exclude<Payable, 'yes'>, IneligibleSplit>

/**
 * Each payee's amount of a sale, to the cent, or why the sale stays out of the batch. Leaves out payees who would get
 * nothing.
 */
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

/** Checks the shares alone, independent of a sale's amount. */
export const checkShares = (shares: readonly SplitShare[]): SplitResult => splitAmount(ANY_SALE_MINOR, shares)
