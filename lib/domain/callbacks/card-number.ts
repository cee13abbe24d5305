/** What people and programs put between the digits of a number: spaces, dashes, and what cannot be seen. */
const GAP = String.raw`[\s\p{Pd}\p{Cc}\p{Cf}]`
const NUMBER = new RegExp(String.raw`\d(?:${GAP}*\d)*`, 'gu')
const GAPS = new RegExp(`${GAP}+`, 'u')

const LEAST_DIGITS = 13
const MOST_DIGITS = 19
const SHOWN_DIGITS = 4

/**
 * The text with every full card number cut to its last four digits: 13 to 19 digits with a right check digit,
 * in one piece or in groups with spaces and dashes between them, also where further groups stand beside them.
 */
export const truncateCardNumbers = (text: string): string => text.replace(NUMBER, truncateAmong)

function truncateAmong(number: string): string {
  const groups = number.split(GAPS)
  const kept: string[] = []
  for (let at = 0; at < groups.length; ) {
    const after = endOfCard(groups, at)
    const digits = groups.slice(at, after ?? at + 1).join('')
    kept.push(after === null ? digits : digits.slice(-SHOWN_DIGITS).padStart(digits.length, '*'))
    at = after ?? at + 1
  }
  return kept.some((group) => group.startsWith('*')) ? kept.join(' ') : number
}

/** The group after the longest card number that begins with this one; null where none does. */
function endOfCard(groups: readonly string[], first: number): number | null {
  let end: number | null = null
  let number = NO_DIGITS
  for (let at = first; at < groups.length; at += 1) {
    const group = groups[at] ?? ''
    if (number.count + group.length > MOST_DIGITS) break
    for (const digit of group) number = withDigit(number, Number(digit))
    if (number.count >= LEAST_DIGITS && number.sum % 10 === 0) end = at + 1
  }
  return end
}

/**
 * The check sum after Luhn, digit by digit: from the right every second digit counts double, and of a right number
 * the sum ends in 0. With one digit more, single and double change places: both sums are kept.
 */
type Luhn = { count: number; sum: number; otherSum: number }
const NO_DIGITS: Luhn = { count: 0, sum: 0, otherSum: 0 }

const withDigit = ({ count, sum, otherSum }: Luhn, digit: number): Luhn => ({
  count: count + 1,
  sum: otherSum + digit,
  otherSum: sum + (digit > 4 ? digit * 2 - 9 : digit * 2),
})
