/** Separators that people and programs put between digits: blanks, dashes, dots, and invisible characters. */
const GAP = String.raw`[\s\p{Pd}\p{Cc}\p{Cf}._·•]`
/** A number truncated earlier, or digits with separators. */
const NUMBER = new RegExp(String.raw`\*{9,15}\d{4}(?!\d)|\d(?:${GAP}*\d)*`, 'gu')
const GROUPS = new RegExp(String.raw`(\d+)(${GAP}*)`, 'gu')

const LEAST_DIGITS = 13
const MOST_DIGITS = 19
const SHOWN_DIGITS = 4

const between = (least: number, most: number): number[] =>
  Array.from({ length: most - least + 1 }, (_, more) => least + more)

/**
 * Issuer prefixes of card networks (ISO/IEC 7812, as the networks publish them), with the lengths of their card
 * numbers.
 */
const NETWORKS: readonly { from: number; to: number; lengths: readonly number[] }[] = [
  // Visa.
  { from: 4, to: 4, lengths: [13, 16, 19] },
  // Mastercard.
  { from: 51, to: 55, lengths: [16] },
  { from: 2221, to: 2720, lengths: [16] },
  // Mir.
  { from: 2200, to: 2204, lengths: between(16, 19) },
  // American Express.
  { from: 34, to: 34, lengths: [15] },
  { from: 37, to: 37, lengths: [15] },
  // Diners Club.
  { from: 300, to: 305, lengths: between(14, 19) },
  { from: 3095, to: 3095, lengths: between(14, 19) },
  { from: 36, to: 36, lengths: between(14, 19) },
  { from: 38, to: 39, lengths: between(14, 19) },
  // JCB.
  { from: 3528, to: 3589, lengths: between(16, 19) },
  // Maestro and its kin.
  { from: 50, to: 50, lengths: between(13, 19) },
  { from: 56, to: 58, lengths: between(13, 19) },
  // Discover, UnionPay, RuPay, Maestro.
  { from: 60, to: 69, lengths: between(13, 19) },
  { from: 81, to: 82, lengths: between(16, 19) },
  // Troy.
  { from: 9792, to: 9792, lengths: [16] },
]

/** Whether a network issues numbers with this prefix and length. */
const isIssued = (digits: string): boolean =>
  NETWORKS.some(({ from, to, lengths }) => {
    const start = Number(digits.slice(0, String(from).length))
    return start >= from && start <= to && lengths.includes(digits.length)
  })

/**
 * Cuts every full card number in a text to its last four digits: 13 to 19 digits with a valid check digit, and a
 * network's prefix for that length, in one piece or in groups separated by blanks, dashes or dots, even among other
 * groups of digits. Other numbers stay: 12-digit reference numbers, phone numbers, most transaction IDs (decision 0015
 * lists the collisions).
 */
export const truncateCardNumbers = (text: string): string => truncate(text, isIssued)

/** The same for a text that should be a card number, of any network. */
export const truncateAccountNumbers = (text: string): string => truncate(text, () => true)

/** Whether the text contains a full card number. */
export const hasCardNumber = (text: string): boolean => truncateCardNumbers(text) !== text

type IsCard = (digits: string) => boolean

function truncate(text: string, isCard: IsCard): string {
  if (!/\d/.test(text)) return text
  return withoutTracks(text, isCard).replace(NUMBER, (number) =>
    number.startsWith('*') ? number : truncateAmong(number, isCard),
  )
}

/** Magnetic-stripe data after the number: expiration date, service code, and data that works like a security code. */
const TRACK = /(\d{13,19})(?:\^[^^]{1,60}\^|[=D])\d{4,}[^\s"'&<>]{0,200}/g

const withoutTracks = (text: string, isCard: IsCard): string =>
  text.replace(TRACK, (whole, digits: string) =>
    hasCheckDigit(digits) && isCard(digits) ? cutDigits(digits) : whole,
  )

const cutDigits = (digits: string): string => digits.slice(-SHOWN_DIGITS).padStart(digits.length, '*')

type Group = { digits: string; gap: string }

function truncateAmong(number: string, isCard: IsCard): string {
  if (number.length < LEAST_DIGITS) return number
  const groups = [...number.matchAll(GROUPS)].map(([, digits = '', gap = '']) => ({ digits, gap }))
  let kept = ''
  for (let at = 0; at < groups.length; ) {
    const after = endOfCard(groups, at, isCard)
    const own = groups.slice(at, after ?? at + 1)
    const digits = own.map((group) => group.digits).join('')
    kept += (after === null ? digits : cutDigits(digits)) + (own.at(-1)?.gap ?? '')
    at += own.length
  }
  return kept
}

/** The index after the longest card number that starts at this group; null if there is none. */
function endOfCard(groups: readonly Group[], first: number, isCard: IsCard): number | null {
  let end: number | null = null
  let number = NO_DIGITS
  let digits = ''
  for (let at = first; at < groups.length; at += 1) {
    const group = groups[at]?.digits ?? ''
    if (number.count + group.length > MOST_DIGITS) break
    for (const digit of group) number = withDigit(number, Number(digit))
    digits += group
    if (number.count >= LEAST_DIGITS && number.sum % 10 === 0 && isCard(digits)) end = at + 1
  }
  return end
}

const hasCheckDigit = (digits: string): boolean =>
  [...digits].reduce((number, digit) => withDigit(number, Number(digit)), NO_DIGITS).sum % 10 === 0

/**
 * The Luhn checksum, digit by digit: counted from the right, every second digit is doubled, and a valid number's sum
 * ends in 0. An additional digit swaps the two roles, so both sums are kept.
 */
type Luhn = { count: number; sum: number; otherSum: number }
const NO_DIGITS: Luhn = { count: 0, sum: 0, otherSum: 0 }

const withDigit = ({ count, sum, otherSum }: Luhn, digit: number): Luhn => ({
  count: count + 1,
  sum: otherSum + digit,
  otherSum: sum + (digit > 4 ? digit * 2 - 9 : digit * 2),
})
