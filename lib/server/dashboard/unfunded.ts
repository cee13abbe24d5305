import type { AgeingRow } from '@/lib/server/sales/views'
import type { UnfundedAges } from './views'

/** The unfunded sales of all receivers together, by the ages of lib/domain/callbacks/ageing.ts. */
export function sumUnfunded(rows: readonly AgeingRow[]): UnfundedAges {
  const [first] = rows
  return {
    ages: (first?.ages ?? []).map((_, index) => sumOf(rows.flatMap(({ ages }) => ages[index] ?? []))),
    ...sumOf(rows),
    held: sumOf(rows.map(({ held }) => held)),
    draft: sumOf(rows.map(({ draft }) => draft)),
    left: sumOf(rows.map(({ left }) => left)),
  }
}

const sumOf = (figures: readonly AgeingRow['left'][]): AgeingRow['left'] => ({
  sales: figures.reduce((sum, { sales }) => sum + sales, 0),
  amountMinor: figures.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
})
