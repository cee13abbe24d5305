import type { StoredShare } from '@/lib/domain/merchants/merchant'
import { decimalCents } from '@/lib/domain/values/money'
import type { TypedShare } from './share-editor'

/** A stored split in the editor's form. */
export const typedShares = (split: readonly StoredShare[]): TypedShare[] =>
  split.map(({ merchantId, percent, fixedMinor }, key) => ({
    key,
    merchantId,
    kind: fixedMinor === undefined ? 'percent' : 'fixed',
    value: percent ?? (fixedMinor === undefined ? '' : decimalCents(BigInt(fixedMinor))),
  }))

export type DefaultSplit = { merchantId: string; split: readonly StoredShare[] }
