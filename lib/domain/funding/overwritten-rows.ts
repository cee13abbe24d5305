import { dollarWords } from '@/lib/domain/values/money'
import type { OverwrittenAmount } from './overwrite'

/**
 * What became of one row. If a merchant has several rows in a transaction, `isFirst` marks the one that carries the
 * amount.
 */
export type OverwrittenRow = OverwrittenAmount & { isFirst: boolean }

/** The overwritten rows, by row number. */
export function overwrittenRows(
  amounts: readonly OverwrittenAmount[],
  lines: readonly { row: number; transactionNo: number; merchantId: string }[],
): ReadonlyMap<number, OverwrittenRow> {
  const nameOf = (of: { transactionNo: number; merchantId: string }) => `${of.transactionNo} ${of.merchantId}`
  const byPayee = new Map(amounts.map((amount) => [nameOf(amount), amount]))
  const seen = new Set<OverwrittenAmount>()
  return new Map(
    lines.flatMap((line) => {
      const amount = byPayee.get(nameOf(line))
      if (!amount) return []
      const isFirst = !seen.has(amount)
      seen.add(amount)
      return [[line.row, { ...amount, isFirst }] as const]
    }),
  )
}

/** A merchant's overwritten amounts in a batch: the later batches, and the sums before and now in cents. */
export type OverwrittenOfMerchant = { by: string; wasMinor: bigint; newMinor: bigint }

/**
 * By merchant, including merchants that only a later batch pays for the transactions. The sums leave out requests of
 * unknown outcome.
 */
export const overwrittenByMerchant = (
  amounts: readonly OverwrittenAmount[],
): ReadonlyMap<string, OverwrittenOfMerchant> =>
  new Map(
    [...Map.groupBy(amounts, ({ merchantId }) => merchantId)].map(([merchantId, own]) => {
      const known = own.filter(({ isCertain }) => isCertain)
      const batches = own.toSorted((one, other) => one.batchNumber - other.batchNumber).map(batchWords)
      return [
        merchantId,
        {
          by: [...new Set(batches)].join(', '),
          wasMinor: known.reduce((sum, { wasMinor }) => sum + wasMinor, 0n),
          newMinor: known.reduce((sum, { newMinor }) => sum + newMinor, 0n),
        },
      ]
    }),
  )

/** `B-12`, `B-12 (outcome unknown)`. */
export const batchWords = ({
  batchNumber,
  isCertain,
}: Pick<OverwrittenAmount, 'batchNumber' | 'isCertain'>): string =>
  `B-${batchNumber}${isCertain ? '' : ' (outcome unknown)'}`

/** `$75.21 by B-12, now $0.00`. */
export const overwrittenWords = ({ by, wasMinor, newMinor }: OverwrittenOfMerchant): string =>
  `${dollarWords(wasMinor)} by ${by}, now ${dollarWords(newMinor)}`
