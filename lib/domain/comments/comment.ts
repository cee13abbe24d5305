import { hasCardNumber } from '@/lib/domain/values/card-number'
import { looksBlank } from '@/lib/domain/values/unseen'

export const MAX_COMMENT_LENGTH = 4_000

/** Of one comment: more is a mailing. */
export const MAX_MENTIONS = 20

/** How long its writer may change it. */
export const EDIT_MINUTES = 15

export const mayEdit = (
  comment: { by: string; at: Date; isRemoved: boolean },
  personId: string,
  now: Date,
): boolean =>
  comment.by === personId &&
  !comment.isRemoved &&
  now.getTime() - comment.at.getTime() <= EDIT_MINUTES * 60_000

/** A mention as it is stored: a person is renamed, and stays the one who was meant. */
export const mentionOf = (personId: string): string => `@[${personId}]`

const MENTION = /@\[([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\]/g

export type CommentPart = { text: string } | { personId: string }

/** The text in its parts, in order. */
export function commentParts(text: string): CommentPart[] {
  const parts: CommentPart[] = []
  let end = 0
  for (const match of text.matchAll(MENTION)) {
    if (match.index > end) parts.push({ text: text.slice(end, match.index) })
    parts.push({ personId: match[1] ?? '' })
    end = match.index + match[0].length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}

/** Who is mentioned, each once. */
export const mentionsIn = (text: string): string[] => [
  ...new Set(commentParts(text).flatMap((part) => ('personId' in part ? [part.personId] : []))),
]

/** As it is stored: one kind of line end, and nothing before or after it. */
export const commentText = (typed: string): string =>
  typed.replaceAll('\u0000', '').toWellFormed().replace(/\r\n?/g, '\n').trim()

const GAP = String.raw`[\s\p{Pd}\p{Cf}.·]{1,3}`
/** Nine digits in one piece, or as a Social Security number or an EIN is written; a ZIP code of nine is neither. */
const TAX_ID = new RegExp(
  String.raw`(?<!\d)(?:\d{9}|\d{3}${GAP}\d{2}${GAP}\d{4}|\d{2}${GAP}\d{7})(?!\d)`,
  'u',
)

/** What stands against a comment, in words; null where nothing does. Who is mentioned is judged where people are known. */
export function commentProblem(text: string): string | null {
  if (text === '' || looksBlank(text)) return 'Enter a comment.'
  if (text.length > MAX_COMMENT_LENGTH)
    return `Use at most ${MAX_COMMENT_LENGTH.toLocaleString('en-US')} characters. You have ${text.length.toLocaleString('en-US')}.`
  if (mentionsIn(text).length > MAX_MENTIONS) return `Mention at most ${MAX_MENTIONS} people.`
  // Digits of other scripts and widths are digits to whoever reads them.
  const plain = text
    .replace(MENTION, ' ')
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, digitOf)
  if (hasCardNumber(plain)) return 'Remove the card number. Write its last four digits only.'
  if (TAX_ID.test(plain))
    return 'Remove the nine-digit number. It may be a Social Security number or an EIN. Write its last four digits only.'
  return null
}

/** Decimal digits stand in Unicode in rows of ten, each row beginning with its zero. */
function digitOf(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (code < 128) return character
  let value = 0
  while (value < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(code - value - 1))) value += 1
  return String(value)
}

/** Letters as people look for them: without accents and dots, so that İ, I, i and ı are one. */
const folded = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ı', 'i')

/** People whose name, or a word of it, begins with what was typed; whose name does first, then by name. */
export function matchingPeople<P extends { name: string }>(people: readonly P[], typed: string): P[] {
  const asked = folded(typed)
  const rank = ({ name }: P): number => {
    const whole = folded(name)
    if (whole.startsWith(asked)) return 0
    return whole.split(/[\s-]+/).some((word) => word.startsWith(asked)) ? 1 : 2
  }
  return people
    .map((person) => ({ person, rank: rank(person) }))
    .filter((one) => one.rank < 2)
    .sort((a, b) => a.rank - b.rank || a.person.name.localeCompare(b.person.name, 'en-US'))
    .map(({ person }) => person)
}

/** What follows an @ that stands at the cursor, and where it begins; null where no one is being mentioned there. */
export function mentionAt(text: string, cursor: number): { start: number; typed: string } | null {
  const before = text.slice(0, cursor)
  const match = /(?:^|[\s([{"'“])@([\p{L}\p{M}'’.-]*(?: [\p{L}\p{M}'’.-]*)?)$/u.exec(before)
  if (!match) return null
  const typed = match[1] ?? ''
  return { start: cursor - typed.length - 1, typed }
}

type Named = { id: string; name: string }

/** `@Name` of those who were chosen, as it is stored; the longest name first, so that none is taken for a part of another. */
export function withMentions(typed: string, chosen: readonly Named[]): string {
  const names = [...chosen].sort((a, b) => b.name.length - a.name.length)
  if (names.length === 0) return typed
  const any = new RegExp(
    `@(${names.map(({ name }) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})(?![\\p{L}\\p{M}\\p{Nd}])`,
    'gu',
  )
  return typed.replace(any, (whole, name: string) => {
    const person = names.find((one) => one.name === name)
    return person ? mentionOf(person.id) : whole
  })
}

/** The other way: what is stored, as its writer sees it again. */
export const withNames = (text: string, people: ReadonlyMap<string, string>): string =>
  commentParts(text)
    .map((part) => ('text' in part ? part.text : `@${people.get(part.personId) ?? 'Unknown person'}`))
    .join('')
