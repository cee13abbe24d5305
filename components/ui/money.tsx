import { decimalCents, moneyText } from '@/lib/domain/values/money'

/**
 * Without cents where there are none: for the large amounts of a fact or a column. As typed into a form, where the amount
 * may have a `$` and commas; what cannot be read stays as it is.
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
  return <span className="money">{moneyText(dollars)}</span>
}
