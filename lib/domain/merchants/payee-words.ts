import { listWords } from '@/lib/domain/funding/approval'
import type { StoredShare } from './merchant'

type Owner = { merchantId: string; name: string; split: readonly StoredShare[] }

const NAMED = 3

/**
 * Who gets the money of a merchant's sale, by name: `to Bluebird Books`, or with a default split `split between
 * Bluebird Books and Platform Fee`. Null if the merchant is not in the directory.
 */
export function payeeWords(merchantId: string, directory: ReadonlyMap<string, Owner>): string | null {
  const owner = directory.get(merchantId)
  if (!owner) return null
  const nameOf = (id: string) => directory.get(id)?.name || id
  const payees = owner.split.length === 0 ? [merchantId] : owner.split.map((share) => share.merchantId)
  if (payees.length === 1) return `to ${nameOf(payees[0] ?? '')}`
  const more = payees.length - NAMED
  const named = payees.slice(0, NAMED).map(nameOf)
  return `split between ${listWords(more > 0 ? [...named, `${more} more`] : named)}`
}
