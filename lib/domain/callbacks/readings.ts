/** `strict`: as the interface defines it. `lenient`: different, but unambiguous. `unreadable`: neither. */
export type ReadingManner = 'strict' | 'lenient' | 'unreadable'

/** The meaning of a text; `value` is null if it is not certain. */
export type Reading<T> = { manner: ReadingManner; value: T | null }

const strict = <T>(value: T): Reading<T> => ({ manner: 'strict', value })
const lenient = <T>(value: T): Reading<T> => ({ manner: 'lenient', value })
const UNREADABLE = { manner: 'unreadable', value: null } as const

/** Interface, "Events": MM/DD/YYYY HH:MM:SS AM/PM, without a time zone. The wire schema uses the same. */
export const TRAN_DATE_FORMAT =
  /^(?:0[1-9]|1[0-2])\/(?:0[1-9]|[12]\d|3[01])\/\d{4} (?:0[1-9]|1[0-2]):[0-5]\d:[0-5]\d [AP]M$/

/** Interface, "Events": MMYY. */
export const EXP_DATE_FORMAT = /^(?:0[1-9]|1[0-2])\d\d$/

/** Interface, "Events": 12 digits. */
export const REFERENCE_FORMAT = /^\d{12}$/

/** `ambiguous`: digits that may be dollars or cents, or a separator that may be for decimals or thousands. */
export type AmountReading = Reading<number> & { isAmbiguous: boolean }

/** Amounts with more digits than the funding service accepts are not plausible. */
const MAX_CENTS = 10 ** 12

/**
 * `tran_amount` in cents. `125.00` is the expected form, and `$1,250.5` is unambiguous too. `125` is not: the interface
 * does not say whether it means dollars or cents, and the desk does not guess.
 */
export function readTranAmount(text: string): AmountReading {
  const cents = plainCents(text)
  if (cents !== null && /^(?:0|[1-9]\d*)\.\d\d$/.test(text)) return amount(strict(cents))
  const bare = withoutDollarSign(text)
  const ungrouped = /^\d{1,3}(?:,\d{3})+\.\d{1,2}$/.test(bare) ? bare.replaceAll(',', '') : bare
  const meant = plainCents(ungrouped)
  if (meant !== null) return amount(lenient(meant))
  const isAmbiguous = /^\d[\d.,\s]*$/.test(bare) && bare.replace(/\D/g, '').length <= 15
  return { ...UNREADABLE, isAmbiguous }
}

/** Removes the currency from `$125.00`, `US$ 125.00`, `USD 125.00` and `125.00 USD`. */
export const withoutDollarSign = (text: string): string =>
  text.replace(/^\s*(?:USD?)?\s*\$?\s*|\s*(?:USD)?\s*$/gi, '')

const amount = (reading: Reading<number>): AmountReading => ({ ...reading, isAmbiguous: false })

/** Dollars with one or two decimals, or zero, which is the same in dollars and in cents. */
export function plainCents(text: string): number | null {
  if (/^0+$/.test(text)) return 0
  const [, dollars = '', part = ''] = /^(\d*)\.(\d{1,2})$/.exec(text) ?? []
  if (part === '') return null
  const cents = Number(dollars) * 100 + Number(part.padEnd(2, '0'))
  return cents < MAX_CENTS ? cents : null
}

/** `tran_date` as `2026-11-20 15:04:05`: local time in an unknown time zone. */
export function readTranDate(text: string): Reading<string> {
  const [, month = '', day = '', year = '', hour = '', minute = '', second = '', half = ''] =
    AMERICAN.exec(text.trim()) ?? inAmericanOrder(ISO.exec(text.trim()))
  const date = `${year}-${two(month)}-${two(day)}`
  const time = `${hourOf(hour, half)}:${minute}:${second || '00'}`
  if (!isDay(date) || !/^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(time)) return UNREADABLE
  const value = `${date} ${time}`
  return TRAN_DATE_FORMAT.test(text) ? strict(value) : lenient(value)
}

const AMERICAN = /^(\d{1,2})\/(\d{1,2})\/(\d{4}),?\s+(\d{1,2}):(\d\d)(?::(\d\d))?(?:\s*([AP])\.?M\.?)?$/i
const ISO = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?$/i

const inAmericanOrder = (iso: RegExpExecArray | null): string[] =>
  iso ? ['', iso[2], iso[3], iso[1], iso[4], iso[5], iso[6]].map((part) => part ?? '') : []

const two = (digits: string): string => digits.padStart(2, '0')

/** The hour in 24-hour form; empty if there is no such hour. */
function hourOf(hour: string, half: string): string {
  if (half === '') return hour === '' ? '' : two(hour)
  const count = Number(hour)
  if (count < 1 || count > 12) return ''
  return two(String((count % 12) + (half.toUpperCase() === 'P' ? 12 : 0)))
}

function isDay(date: string): boolean {
  const time = Date.parse(`${date}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date)
}

/** `exp_date` as `12/2028`. */
export function readExpDate(text: string): Reading<string> {
  const [, both = '', one = '', year = ''] =
    /^(?:(\d\d)\s*[/-]?|(\d)\s*[/-])\s*((?:20)?\d\d)$/.exec(text.trim()) ?? []
  const month = both || one
  const value = `${two(month)}/${year.length === 2 ? `20${year}` : year}`
  if (!/^(?:0[1-9]|1[0-2])\/20\d\d$/.test(value)) return UNREADABLE
  return EXP_DATE_FORMAT.test(text) ? strict(value) : lenient(value)
}

/** A truncated number has at most the first six and last four digits. */
const TRUNCATED_DIGITS = 10

/** The last four digits of `acct_number`. It should be truncated, so a longer number is read as lenient. */
export function readAcctNumber(text: string): Reading<string> {
  const digits = text.replace(/\D/g, '')
  const last = /\d{4}(?=[^\dA-Za-z]*$)/.exec(text)?.[0]
  if (last === undefined) return UNREADABLE
  return digits.length <= TRUNCATED_DIGITS ? strict(last) : lenient(last)
}

/** The account for lists: unchanged if it is truncated, else only its last four digits. */
export const shortAccount = (text: string): string => {
  const digits = text.replace(/\D/g, '')
  return digits.length > TRUNCATED_DIGITS ? `****${digits.slice(-4)}` : text
}

/** The numeric ISO 4217 code. Also accepts the letters of the one currency that the interface names. */
export function readCurrencyCode(text: string): Reading<string> {
  if (/^\d{3}$/.test(text)) return strict(text)
  return text.trim().toUpperCase() === 'USD' ? lenient(US_DOLLARS) : UNREADABLE
}

/** ISO 4217. Also the meaning of a missing `currency_code` (interface, "Events"). */
export const US_DOLLARS = '840'

export const readRetrievalRefNumber = (text: string): Reading<string> =>
  REFERENCE_FORMAT.test(text) ? strict(text) : UNREADABLE
