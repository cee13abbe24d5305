import { Money } from '@/components/ui/money'
import type { FullDraft } from '@/lib/domain/application/full-sections'
import { sumPricing } from '@/lib/domain/application/line-item-pricing'
import { counted } from '@/lib/domain/values/counted'

/** The quote's totals by billing frequency. */
export function PricingTotals({ items }: { items: FullDraft['pricing']['items'] }) {
  const { totals, unpriced } = sumPricing(items)
  return (
    <>
      {totals.length > 0 && (
        <table className="ms-auto text-sm" aria-label="Totals by frequency">
          <thead>
            <tr className="text-xs text-muted">
              <th scope="col" className="pe-6 text-start font-normal">
                Frequency
              </th>
              <th scope="col" className="pe-6 text-end font-normal">
                Line items
              </th>
              <th scope="col" className="text-end font-normal">
                Total
              </th>
            </tr>
          </thead>
          <tbody>
            {totals.map(({ frequency, items: count, totalMinor }) => (
              <tr key={frequency}>
                <th scope="row" className="max-w-48 truncate pe-6 text-start font-medium">
                  <bdi>{frequency}</bdi>
                </th>
                <td className="pe-6 text-end">{count}</td>
                <td className="text-end font-medium">
                  <Money amountMinor={totalMinor} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {unpriced > 0 && (
        <p className="mt-1 text-end text-sm text-muted">
          {counted(unpriced, 'line item')} without a price {unpriced === 1 ? 'is' : 'are'} not included.
        </p>
      )}
    </>
  )
}
