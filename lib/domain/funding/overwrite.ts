import { addWas, NO_WAS, takenFrom, type WasSum } from './change'
import type { HeldAmount } from './held'

/** What one merchant has of a transaction, which another batch set again, as it was and as it is; cents. */
export type OverwrittenAmount = {
  batchId: string
  batchNumber: number
  transactionNo: number
  merchantId: string
  wasMinor: bigint
  newMinor: bigint
  /** False where it is in a request of unknown outcome. */
  isCertain: boolean
}

/** A transaction as a batch sets it: the cents of each merchant. */
export type SetTransaction = { transactionNo: number; amounts: ReadonlyMap<string, bigint> }

/**
 * What one batch made of the money of another, corrected there or not. `unclear`: transactions of which that is not known
 * yet; they are in no sum.
 */
export type Overwrite = {
  batchId: string
  batchNumber: number
  transactions: number
  was: WasSum
  newMinor: bigint
  unclear: number
}

/**
 * What later batches made of a transaction that `batchId` set, by what the partner holds of it now. `before`: what it held
 * before that batch; a merchant that the batch did not name may have had that all along.
 */
export const overwrittenIn = (
  { transactionNo, amounts }: SetTransaction,
  batchId: string,
  { now, before }: { now: readonly HeldAmount[]; before: readonly HeldAmount[] },
): OverwrittenAmount[] =>
  now.flatMap((held) => {
    const earlier = before.find(({ merchantId }) => merchantId === held.merchantId)
    const isAsBefore = !amounts.has(held.merchantId) && earlier?.batchId === held.batchId
    if (held.batchId === batchId || isAsBefore) return []
    const wasMinor = amounts.get(held.merchantId) ?? BigInt(earlier?.amountMinor ?? 0)
    return [
      {
        ...batchOf(held),
        transactionNo,
        merchantId: held.merchantId,
        wasMinor,
        newMinor: BigInt(held.amountMinor),
      },
    ]
  })

/**
 * What a transaction makes of what the partner held of it. A merchant that it adds changes what the latest batch before it
 * had set.
 */
export function overwritingOf(
  { transactionNo, amounts }: SetTransaction,
  before: readonly HeldAmount[],
): OverwrittenAmount[] {
  const latest = before.toSorted((one, other) => other.at.localeCompare(one.at))[0]
  if (!latest) return []
  return [...amounts].map(([merchantId, newMinor]) => {
    const was = before.find((held) => held.merchantId === merchantId)
    return {
      ...batchOf(was ?? latest),
      transactionNo,
      merchantId,
      wasMinor: BigInt(was?.amountMinor ?? 0),
      newMinor,
    }
  })
}

const batchOf = ({ batchId, batchNumber, isCertain }: HeldAmount) => ({ batchId, batchNumber, isCertain })

/** By batch, the earliest first. An amount that was set again as it was is no change. */
export function sumOverwrites(amounts: readonly OverwrittenAmount[]): Overwrite[] {
  const changed = amounts.filter(({ isCertain, wasMinor, newMinor }) => !isCertain || wasMinor !== newMinor)
  return [...Map.groupBy(changed, ({ batchId }) => batchId)]
    .map(([batchId, own]) => {
      const known = own.filter(({ isCertain }) => isCertain)
      return {
        batchId,
        batchNumber: own[0]?.batchNumber ?? 0,
        transactions: countTransactions(known),
        was: known
          .map(({ wasMinor, newMinor }): WasSum => {
            const takenMinor = takenFrom(wasMinor, newMinor)
            return { amountMinor: wasMinor, isCertain: true, takenMinor }
          })
          .reduce(addWas, NO_WAS),
        newMinor: known.reduce((sum, { newMinor }) => sum + newMinor, 0n),
        unclear: countTransactions(own.filter(({ isCertain }) => !isCertain)),
      }
    })
    .toSorted((one, other) => one.batchNumber - other.batchNumber)
}

const countTransactions = (amounts: readonly OverwrittenAmount[]): number =>
  new Set(amounts.map(({ transactionNo }) => transactionNo)).size
