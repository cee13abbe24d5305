import type { WarningGroup } from '@/lib/domain/funding/warning-groups'
import { counted } from '@/lib/domain/values/counted'
import { dollarWords } from '@/lib/domain/values/money'

/** `8 sales, $513.56, paid wholly to their merchants; by default $14.90 goes to others`; '' where nothing is counted. */
export const groupSalesWords = ({ sales }: Pick<WarningGroup, 'sales'>): string =>
  sales === undefined || sales.count === 0
    ? ''
    : `${counted(sales.count, 'sale')}, ${dollarWords(sales.amountMinor)}, paid wholly to ${sales.count === 1 ? 'its merchant' : 'their merchants'}; by default ${dollarWords(sales.missingMinor)} goes to others`
