import { decimalCents, grouped } from '@/lib/domain/values/money'

/** Canonical decimal text (`1234.5`) as `$1,234.50`; never through a float. Text that is no number stays as it is. */
export function moneyText(dollars: string): string {
  const match = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(dollars)
  if (!match) return dollars
  const [, sign, whole = '', cents = ''] = match
  return `${sign ? '−' : ''}$${grouped(whole)}.${cents.padEnd(2, '0')}`
}

/**
 * The same without cents where there are none: for the large amounts of a fact or a column. As typed into a form, where
 * the amount may have a `$` and commas; what cannot be read stays as it is.
 */
export const wholeMoneyText = (typed: string): string => {
  const plain = typed.trim().replace(/^\$\s*/, '')
  const isGrouped = /^\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?$/.test(plain)
  const text = moneyText(isGrouped ? plain.replaceAll(',', '') : plain)
  return text === plain ? typed : text.replace(/\.00$/, '')
}

/** US dollars, from canonical decimal text or from whole cents. */
export function Money(props: { dollars: string } | { amountMinor: bigint | number }) {
  const dollars = 'dollars' in props ? props.dollars : decimalCents(BigInt(props.amountMinor))
  return (
    <span className="money">
      {`${moneyText(dollars)} `}
      <span className="unit">USD</span>
    </span>
  )
}
