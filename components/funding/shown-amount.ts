import { readAmount } from '@/lib/domain/funding/amount'
import type { BatchTerms } from '@/lib/domain/funding/check-batch'
import { dollarWords } from '@/lib/domain/values/money'

/** `$1,250.00`; text that is not an amount stays as it is. */
export function shownAmount(text: string, { amountUnit, limits }: BatchTerms): string {
  const reading = readAmount(text, amountUnit, limits)
  return reading.ok ? dollarWords(reading.minor) : text
}
