import type { StoredShare } from '@/lib/domain/merchants/merchant'
import { decimalCents } from '@/lib/domain/values/money'
import type { TypedShare } from './share-editor'

/** A split as it is kept, to be edited. */
export const typedShares = (split: readonly StoredShare[]): TypedShare[] =>
  split.map(({ merchantId, percent, fixedMinor }, key) => ({
    key,
    merchantId,
    kind: fixedMinor === undefined ? 'percent' : 'fixed',
    value: percent ?? (fixedMinor === undefined ? '' : decimalCents(BigInt(fixedMinor))),
  }))

export type DefaultSplit = { merchantId: string; split: readonly StoredShare[] }
