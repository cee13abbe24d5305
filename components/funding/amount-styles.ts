import type { AmountStyle } from '@/lib/domain/funding/amount'

/** How amounts can be written in what comes in. */
export const AMOUNT_STYLES: readonly { value: AmountStyle; label: string; example: string }[] = [
  { value: 'digits', label: 'Digits only', example: '1250' },
  { value: 'decimal', label: 'Dollars and cents', example: '12.50' },
]
