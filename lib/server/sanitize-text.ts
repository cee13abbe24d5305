import { truncateCardNumbers } from '@/lib/domain/values/card-number'

/**
 * The same plain value with its texts as PostgreSQL can keep them: a NUL is dropped, and half of a
 * surrogate pair becomes the replacement character. For what others wrote: a partner's answer, a search.
 */
export const sanitizeText = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value), (_name, member) =>
    typeof member === 'string' ? member.replaceAll('\u0000', '').toWellFormed() : member,
  )

/** What a person typed about something, as it may be kept: card numbers are cut to their last four digits. */
export const sanitizeNote = (text: string): string => truncateCardNumbers(sanitizeText(text))

/** Digests and record ids: among their digits some would look like a card number by chance. */
const DIGEST = /^(?=.*[a-f])[\da-f-]{32,128}$/i

/** The same plain value with card numbers in its texts cut to their last four digits. */
export function withoutCardNumbers<T>(value: T): T {
  const json = JSON.stringify(value)
  if (json === undefined || json.replace(/\D/g, '').length < LEAST_CARD_DIGITS) return value
  return JSON.parse(json, (_name, member) =>
    typeof member === 'string' && !DIGEST.test(member) ? truncateCardNumbers(member) : member,
  )
}

const LEAST_CARD_DIGITS = 13
