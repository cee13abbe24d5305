import { addWas, NO_WAS, takenFrom, type WasSum } from './change'
import type { HeldAmount } from './held'

/** One merchant's amount in a transaction that another batch set again: before and now, in cents. */
export type OverwrittenAmount = {
  batchId: string
  batchNumber: number
  transactionNo: number
  merchantId: string
  wasMinor: bigint
  newMinor: bigint
  /** False if it is in a request of unknown outcome. */
  isCertain: boolean
}

/** A transaction as a batch sets it: cents by merchant. */
export type SetTransaction = { transactionNo: number; amounts: ReadonlyMap<string, bigint> }

/**
 * How one batch changed the money of another, whether or not as its correction. `unclear`: transactions whose outcome
 * is unknown; the sums leave them out.
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
 * How later batches changed a transaction that `batchId` set, judging by what the partner holds `now`. `before`: what
 * it held before `batchId`, because a merchant that `batchId` did not name may have had its amount all along.
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
 * How setting a transaction changes what the partner held `before`. A merchant that is new to the transaction counts
 * as a change to the latest earlier batch.
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

/** Sums by batch, earliest first. Setting the same amount again is not a change. */
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
