import { moneyText, readAmount } from '@/lib/domain/funding/amount'
import type { BatchTerms } from '@/lib/domain/funding/check-batch'

/** `$1,250.00`; what cannot be read as an amount stays as it is. */
export function shownAmount(text: string, { amountUnit, limits }: BatchTerms): string {
  const reading = readAmount(text, amountUnit, limits)
  return reading.ok ? `$${moneyText(reading.minor)}` : text
}
