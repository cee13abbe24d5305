import { dollarWords } from '@/lib/domain/values/money'
import type { OverwrittenAmount } from './overwrite'

/** What became of one row. `isFirst`: of several rows for one merchant of a transaction, the one that has the amount. */
export type OverwrittenRow = OverwrittenAmount & { isFirst: boolean }

/** By row: which later batch has its amount now. */
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

/** Of a merchant of a batch: what later batches have of its amounts, as it was and as it is; cents. */
export type OverwrittenOfMerchant = { by: string; wasMinor: bigint; newMinor: bigint }

/** By merchant, of the rows that it has. What is in a request of unknown outcome is in no sum. */
export const overwrittenByMerchant = (
  rows: Iterable<OverwrittenRow>,
): ReadonlyMap<string, OverwrittenOfMerchant> =>
  new Map(
    [...Map.groupBy(rows, ({ merchantId }) => merchantId)].map(([merchantId, own]) => {
      const known = own.filter(({ isCertain, isFirst }) => isCertain && isFirst)
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
