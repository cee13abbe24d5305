import * as z from 'zod/mini'
import type { StoredShare } from '@/lib/domain/merchants/merchant'

const NAME = 'fund-sales-split'

const splitSchema = z
  .array(
    z.object({
      merchantId: z.string(),
      percent: z.optional(z.string()),
      fixedMinor: z.optional(z.string().check(z.regex(/^\d+$/))),
    }),
  )
  .check(z.minLength(1))

/** The last shares used for all sales of a batch in this browser; null if none. */
export function readLastSplit(): StoredShare[] | null {
  try {
    return splitSchema.safeParse(JSON.parse(localStorage.getItem(NAME) ?? 'null')).data ?? null
  } catch {
    // Storage is off, or holds something else.
    return null
  }
}

export function keepLastSplit(split: readonly StoredShare[]): void {
  try {
    localStorage.setItem(NAME, JSON.stringify(split))
  } catch {
    // Ignore the failure: storing the split only saves typing.
  }
}
