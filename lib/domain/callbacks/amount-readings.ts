import { dollarWords } from '@/lib/domain/values/money'
import { plainCents } from './readings'

/** How a text is read as an amount. `came`: it says so itself. */
export type AmountManner = 'came' | 'dollars' | 'cents' | 'decimal-comma' | 'three-decimals'

type AmountMeaning = { cents: number; manner: AmountManner }

/** No amount that is set here is larger: the interface shows no limit, and nobody means ten billion. */
export const MOST_CENTS = 999_999_999_999

/**
 * Every amount that the text may sensibly mean, each once, the likeliest first; none where it says nothing. `1,250`
 * may be 1,250 dollars or 1,250 cents; `1.250` also a dollar and 25 cents, written with three decimals.
 */
export function amountMeanings(text: string): AmountMeaning[] {
  const bare = text.replace(/^\s*(?:US|USD)?\s*\$?\s*|\s*(?:USD)?\s*$/gi, '')
  const found = [...meaningsOf(bare)].filter(({ cents }) => cents > 0 && cents <= MOST_CENTS)
  return found.filter(({ cents }, at) => found.findIndex((one) => one.cents === cents) === at)
}

/**
 * Why an amount that a person sets is to be looked at again: the text that came has readings, and it is none of them.
 * Null where it is one, or where the text says nothing.
 */
export function whyImplausible(texts: readonly string[], cents: number): string | null {
  const meanings = texts.flatMap(amountMeanings)
  if (meanings.length === 0 || meanings.some((meaning) => meaning.cents === cents)) return null
  const came = texts.filter((text) => text.trim() !== '').map((text) => `“${text.trim()}”`)
  const readings = [...new Set(meanings.map((meaning) => dollarWords(meaning.cents)))]
  return `The callback says ${came.join(' and ')}, which reads as ${readings.join(' or ')}. ${dollarWords(cents)} is not among them.`
}

function* meaningsOf(text: string): Generator<AmountMeaning> {
  const digits = text.replace(/\D/g, '')
  if (digits.length > 15) return
  const clear = plainCents(text.replace(GROUPED, bareDigits))
  if (clear !== null) yield { cents: clear, manner: 'came' }
  else if (isWhole(text)) {
    yield { cents: Number(digits) * 100, manner: 'dollars' }
    yield { cents: Number(digits), manner: 'cents' }
    const [, dollars = '', part = ''] = /^(\d+)\.(\d\d)0$/.exec(text) ?? []
    if (part !== '') yield { cents: Number(dollars + part), manner: 'three-decimals' }
  } else {
    const comma = plainCents(
      text.replace(COMMA, (_, whole: string, part: string) => `${bareDigits(whole)}.${part}`),
    )
    if (comma !== null) yield { cents: comma, manner: 'decimal-comma' }
  }
}

/** `1,250.50`, `1 250.50`: separators before a point leave no doubt. */
const GROUPED = /^\d{1,3}(?:[,\s]\d{3})+(?=\.\d{1,2}$)/

/** `125,00`, `1.250,00`, `1 250,00`. */
const COMMA = /^(\d+|\d{1,3}(?:[.\s]\d{3})+),(\d{1,2})$/

/** `1250`, `1,250`, `1.250.000`, `1 250`, `125.`: digits, at most in groups of three by one kind of separator. */
const isWhole = (text: string): boolean =>
  /^\d+\.?$/.test(text) || /^\d{1,3}(?:([.,\s])\d{3})(?:\1\d{3})*$/.test(text)

const bareDigits = (text: string): string => text.replace(/\D/g, '')
