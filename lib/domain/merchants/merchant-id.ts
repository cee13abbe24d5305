import { identifierProblem } from '@/lib/domain/funding/check-batch'
import { FREE_LIMITS } from '@/lib/domain/funding/limits'

/** Paths under the directory that are not merchants, and names that a path cannot end in. */
const RESERVED = ['new', 'import', '.', '..']

/** ASCII and accented Latin letters. None of them looks like another. */
const PLAIN = /[\x21-\x7E\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u0130\u0132-\u0137\u0139-\u0148\u014A-\u017E]/

/**
 * Why the directory rejects a merchant ID; null if it is valid. Stricter than in a batch: a look-alike letter of
 * another script (`М-1` with a Cyrillic М) would make a different merchant.
 */
export function merchantIdProblem(merchantId: string): string | null {
  if (merchantId === '') return 'Enter the merchant ID.'
  // A profile may allow less; its batches report that.
  if (merchantId.length > FREE_LIMITS.identifierLength)
    return `A merchant ID has at most ${FREE_LIMITS.identifierLength} characters; this has ${merchantId.length}.`
  if (merchantId !== merchantId.trim()) return 'Remove the spaces at the start and the end.'
  const foreign = [...merchantId].find((letter) => !PLAIN.test(letter))
  if (foreign === ' ' || (foreign !== undefined && /\s/.test(foreign)))
    return 'A merchant ID has no spaces. Remove them.'
  if (foreign !== undefined) {
    return /\p{L}|\p{N}/u.test(foreign)
      ? `“${foreign}” is a letter or digit of another alphabet and looks like a plain one. Type the ID instead of copying it.`
      : 'The ID holds a character that cannot be seen or is not text. Type it instead of copying it.'
  }
  if (RESERVED.includes(merchantId.toLowerCase()))
    return `“${merchantId}” cannot be a merchant ID. Enter the ID that the processor gave.`
  switch (identifierProblem(merchantId, FREE_LIMITS)) {
    case null:
      return null
    case 'date':
      return `“${merchantId}” looks like a date that a spreadsheet made of an ID. Enter the ID as the processor gave it.`
    case 'decimal-identifier':
      return `“${merchantId}” ends like a fraction. Enter the ID without the decimal point.`
    case 'number-shortened':
      return `“${merchantId}” is a number that a spreadsheet shortened. Enter all of its digits.`
    default:
      return `“${merchantId}” is what a spreadsheet shows instead of a value. Enter the ID as the processor gave it.`
  }
}
