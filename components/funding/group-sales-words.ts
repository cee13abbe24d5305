import { dollarWords } from '@/lib/domain/funding/approval'
import type { WarningGroup } from '@/lib/domain/funding/warning-groups'
import { counted } from '@/lib/domain/values/counted'

/** `8 sales, $513.56, paid wholly to their merchants; by default $14.90 goes to others`; '' where nothing is counted. */
export const groupSalesWords = ({ sales }: Pick<WarningGroup, 'sales'>): string =>
  sales === undefined || sales.count === 0
    ? ''
    : `${counted(sales.count, 'sale')}, ${dollarWords(BigInt(sales.amountMinor))}, paid wholly to ${sales.count === 1 ? 'its merchant' : 'their merchants'}; by default ${dollarWords(BigInt(sales.missingMinor))} goes to others`
