import { decimalCents, moneyText } from '@/lib/domain/values/money'

/**
 * An amount without cents if they are zero, for the large amounts of a fact or column. Takes text as typed into a form,
 * with or without `$` and commas. Returns text that is not an amount unchanged.
 */
export const wholeMoneyText = (typed: string): string => {
  const plain = typed.trim().replace(/^\$\s*/, '')
  const isGrouped = /^\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?$/.test(plain)
  const text = moneyText(isGrouped ? plain.replaceAll(',', '') : plain)
  return text === plain ? typed : text.replace(/\.00$/, '')
}

/** US dollars, given as canonical decimal text or as whole cents. */
export function Money(props: { dollars: string } | { amountMinor: bigint | number }) {
  const dollars = 'dollars' in props ? props.dollars : decimalCents(BigInt(props.amountMinor))
  return <span className="money">{moneyText(dollars)}</span>
}
