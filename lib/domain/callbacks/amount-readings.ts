import { dollarWords } from '@/lib/domain/values/money'
import { plainCents, withoutDollarSign } from './readings'

/** How a text is read as an amount. `came`: the text is unambiguous. */
export type AmountManner = 'came' | 'dollars' | 'cents' | 'decimal-comma' | 'three-decimals'

type AmountMeaning = { cents: number; manner: AmountManner }

/** The largest amount that a person can set. The interface names no limit, but ten billion dollars is a mistake. */
export const MOST_CENTS = 999_999_999_999

/**
 * Every plausible amount, without duplicates, most likely first; none if the text has no meaning. `1,250` may be 1,250
 * dollars or 1,250 cents; `1.250` may also be a dollar and 25 cents, written with three decimals.
 */
export function amountMeanings(text: string): AmountMeaning[] {
  const found = [...meaningsOf(withoutDollarSign(text))].filter(
    ({ cents }) => cents > 0 && cents <= MOST_CENTS,
  )
  return found.filter(({ cents }, at) => found.findIndex((one) => one.cents === cents) === at)
}

/**
 * Why an amount set by a person needs a second look: the received texts have readings, and it is none of them. Null if
 * it is one of them, or if the texts have none.
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

/** `1,250.50`, `1 250.50`: unambiguous, because the separators come before a point. */
const GROUPED = /^\d{1,3}(?:[,\s]\d{3})+(?=\.\d{1,2}$)/

/** `125,00`, `1.250,00`, `1 250,00`. */
const COMMA = /^(\d+|\d{1,3}(?:[.\s]\d{3})+),(\d{1,2})$/

/** `1250`, `1,250`, `1.250.000`, `1 250`, `125.`: digits, at most in groups of three by one kind of separator. */
const isWhole = (text: string): boolean =>
  /^\d+\.?$/.test(text) || /^\d{1,3}(?:([.,\s])\d{3})(?:\1\d{3})*$/.test(text)

const bareDigits = (text: string): string => text.replace(/\D/g, '')
