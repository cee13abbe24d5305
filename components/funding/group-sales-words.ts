import type { WarningGroup } from '@/lib/domain/funding/warning-groups'
import { counted } from '@/lib/domain/values/counted'
import { dollarWords } from '@/lib/domain/values/money'

type Sales = NonNullable<WarningGroup['sales']>

/**
 * `8 sales, $513.56, paid wholly to their merchants; by default $14.90 goes to others`, followed by sales whose
 * merchant the log does not name. '' if nothing is counted.
 */
export const groupSalesWords = ({ sales }: Pick<WarningGroup, 'sales'>): string =>
  [
    wordsOf(sales, (isOne) => `paid wholly to ${isOne ? 'its merchant' : 'their merchants'}`),
    wordsOf(sales?.unowned, () => 'without a single merchant in the log, each paid wholly to one'),
  ]
    .filter((words) => words !== '')
    .join('; ')

const wordsOf = (sales: Omit<Sales, 'unowned'> | undefined, paid: (isOne: boolean) => string): string =>
  sales === undefined || sales.count === 0
    ? ''
    : `${counted(sales.count, 'sale')}, ${dollarWords(sales.amountMinor)}, ${paid(sales.count === 1)}; by default ${dollarWords(sales.missingMinor)} goes to others`
