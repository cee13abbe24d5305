import { addWas, NO_WAS, takenFrom, type WasSum } from './change'

/** One amount of a batch that another batch set again, as it was and as it is; cents. */
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

/** Cents of a batch that the partner does not hold any more. */
export const noLongerHeld = (overwrites: readonly Overwrite[]): bigint =>
  overwrites.reduce((sum, { was }) => sum + (was.takenMinor ?? 0n), 0n)
