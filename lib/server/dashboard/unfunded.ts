import type { AgeingRow } from '@/lib/server/sales/views'
import type { UnfundedAges } from './views'

/** The unfunded sales of all receivers together, by the ages of lib/domain/callbacks/ageing.ts. */
export function sumUnfunded(rows: readonly AgeingRow[]): UnfundedAges {
  const [first] = rows
  return {
    ages: (first?.ages ?? []).map((_, index) => ({
      sales: rows.reduce((sum, { ages }) => sum + (ages[index]?.sales ?? 0), 0),
      amountMinor: rows.reduce((sum, { ages }) => sum + (ages[index]?.amountMinor ?? 0), 0),
    })),
    sales: rows.reduce((sum, { sales }) => sum + sales, 0),
    amountMinor: rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    held: rows.reduce((sum, { held }) => sum + held, 0),
    left: {
      sales: rows.reduce((sum, { left }) => sum + left.sales, 0),
      amountMinor: rows.reduce((sum, { left }) => sum + left.amountMinor, 0),
    },
  }
}
