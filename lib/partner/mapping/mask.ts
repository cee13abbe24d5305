import { fullFields } from '@/lib/domain/application/either-fields'
import { payfacFields } from '@/lib/domain/application/fields'
import type { RequestRow } from '@/lib/domain/application/request-rows'
import { maskValue, type SensitiveKind } from '@/lib/domain/application/sensitive'
import { wirePath } from '../wire/problem'
import { parseJson } from './parse-json'

/** Masks a body for display: identity values by the partner's field name, at any depth. */

export const HIDDEN = '••••'

/** Deeper than any real answer. Values below are hidden, so that a hostile answer cannot exhaust the stack. */
const MAX_DEPTH = 64

/** `ssn__c` → `ssn`, for both endpoints. In lower case, because the platform accepts field names in any case. */
const sensitiveKinds: ReadonlyMap<string, SensitiveKind> = new Map(
  [payfacFields, fullFields]
    .flatMap(({ sections, fieldsOf }) => sections.flatMap(fieldsOf))
    .flatMap(({ meta }): [string, SensitiveKind][] =>
      meta.sensitive ? [[(meta.partnerName.split('.').at(-1) ?? '').toLowerCase(), meta.sensitive]] : [],
    ),
)

/** Members of token requests and answers that grant access, under the names that services use. */
const SECRETS = [
  'access_?token',
  'refresh_?token',
  'id_?token',
  'token',
  'session_?id',
  '(?<![a-z])session',
  '(?<![a-z])sid',
  'signature',
  'client_?secret',
  'password',
]
const secretName = new RegExp(`^(?:${SECRETS.join('|')})$`, 'i')

const isSecretName = (name: string): boolean =>
  sensitiveKinds.has(name.toLowerCase()) || secretName.test(name)

type Json = string | number | boolean | null | Json[] | { [name: string]: Json }
export type MaskText = (text: string) => string

/** The same body with only its identity values masked. */
export const maskWireApplication = (wire: object): Json => maskJson(wire, (text) => text)

/** The rows of "Exactly what will be sent": every value by path (`lstContact[0].SSN__c`), in body order, masked. */
export function wireRows(wire: object): RequestRow[] {
  const rows: RequestRow[] = []
  const walk = (value: Json, path: (string | number)[]) => {
    if (Array.isArray(value)) for (const [index, item] of value.entries()) walk(item, [...path, index])
    else if (typeof value === 'object' && value !== null)
      for (const [name, member] of Object.entries(value)) walk(member, [...path, name])
    else rows.push({ path: wirePath(path), value })
  }
  walk(maskWireApplication(wire), [])
  return rows
}

/**
 * Masks an answer for storage and display: by name if it is JSON, and runs of 8 or more digits in any text, because a
 * message may quote what was sent. `known` are values that must not appear anywhere.
 */
export function maskWireText(text: string, known: readonly string[] = []): string {
  const parsed = parseJson(text)
  if (parsed !== undefined) return JSON.stringify(maskJson(parsed, messageMask(known)))
  return maskDigitRuns(knownMask(known)(maskQuotedMembers(text)))
}

/** Masks a request, whole or truncated, for a journal: identities, secrets and file contents by name. */
export function maskRequestText(text: string): string {
  const parsed = parseJson(text)
  const masked =
    parsed === undefined ? maskQuotedMembers(text) : JSON.stringify(maskJson(parsed, (value) => value))
  return masked.replace(/("body"\s*:\s*)"[^"]*"?/gi, `$1"${HIDDEN}"`)
}

/** The members of a token answer that staff may read. Any other member might grant access. */
const TOLD_WITH_A_TOKEN =
  /^(?:error\w*|message|token_?type|instance_?url|scope|status\w*|code|fields?|title|detail)$/i

/**
 * Masks an answer of the token service for storage and display. We cannot know what an unreadable answer calls its
 * token, so JSON keeps only members known to be harmless, and long words are hidden everywhere.
 */
export function maskTokenAnswer(text: string, known: readonly string[]): string {
  const maskMessage = messageMask(known)
  const hideWords: MaskText = (words) =>
    maskMessage(words).replace(LONG_WORD, (word) => (isAddress.test(word) ? word : HIDDEN))
  const keepTold = (value: unknown, depth: number): Json => {
    if (typeof value === 'string') return hideWords(value)
    if (Array.isArray(value) && depth <= MAX_DEPTH) return value.map((item) => keepTold(item, depth + 1))
    if (typeof value !== 'object' || value === null) return maskJson(value, hideWords)
    if (depth > MAX_DEPTH) return HIDDEN
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        hideWords(name),
        TOLD_WITH_A_TOKEN.test(name) || (typeof member === 'object' && member !== null)
          ? keepTold(member, depth + 1)
          : member === null || typeof member === 'boolean'
            ? member
            : HIDDEN,
      ]),
    )
  }
  const parsed = parseJson(text)
  // A bare string may be the token.
  if (typeof parsed === 'string' && !/\s/.test(parsed.trim())) return JSON.stringify(HIDDEN)
  return parsed === undefined ? hideWords(maskWireText(text, known)) : JSON.stringify(keepTold(parsed, 0))
}

/** Ordinary words are shorter; tokens and session ids are this long, or mix letters and digits. */
const LONG_WORD = /[\w!.~+/=%$:-]{20,}|(?=[\w!.~+/=%$-]*\d)(?=[\w!.~+/=%$-]*[A-Za-z])[\w!.~+/=%$-]{12,}/g
const isAddress = /^https?:\/\/[\w.:-]+\/?$/

/** Masks one message of a JSON answer. Record ids keep their digits, because staff quote them to the partner. */
export function messageMask(known: readonly string[]): MaskText {
  const maskKnown = knownMask(known)
  return (message) =>
    maskKnown(message).replace(/(?<![A-Za-z0-9])\d(?:[\s\p{Pd}./]?\d){7,}(?![A-Za-z0-9])/gu, HIDDEN)
}

/** The identity values in a request body, to pass as `known` above. */
export function sensitiveValues(requestText: string): string[] {
  const values = new Set<string>()
  const walk = (value: unknown, depth: number) => {
    if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return
    for (const [name, member] of Object.entries(value)) {
      if (isSecretName(name) && typeof member === 'string' && member.length >= 4) values.add(member)
      else walk(member, depth + 1)
    }
  }
  walk(parseJson(requestText), 0)
  return [...values]
}

function maskJson(value: unknown, maskText: MaskText, depth = 0): Json {
  if (typeof value === 'string') return maskText(value)
  if (typeof value === 'number') return maskText(String(value)) === String(value) ? value : HIDDEN
  if (typeof value === 'boolean' || value === null) return value
  if (typeof value !== 'object') return null
  if (depth > MAX_DEPTH) return HIDDEN
  if (Array.isArray(value)) return value.map((item) => maskJson(item, maskText, depth + 1))
  // fromEntries defines properties, so that a member named __proto__ stays a member.
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      maskText(name),
      maskMember(name, member, maskText, depth + 1),
    ]),
  )
}

function maskMember(name: string, value: unknown, maskText: MaskText, depth: number): Json {
  if (!isSecretName(name) || value === null) return maskJson(value, maskText, depth)
  const kind = sensitiveKinds.get(name.toLowerCase())
  return kind !== undefined && typeof value === 'string' ? maskValue(kind, value) : HIDDEN
}

/** The value after a masked name, even in broken JSON. */
const quotedMember = new RegExp(
  `(["']?(?:${[...sensitiveKinds.keys(), ...SECRETS].join('|')})["']?\\s*[:=]\\s*)("[^"]*"?|[^\\s,}&<]+)`,
  'gi',
)
/** The same in XML. */
const element = new RegExp(
  `(<(?:\\w+:)?(?:${[...sensitiveKinds.keys(), ...SECRETS].join('|')})(?:\\s[^>]*)?>)[^<]+`,
  'gi',
)
const maskQuotedMembers: MaskText = (text) =>
  text.replace(quotedMember, `$1${HIDDEN}`).replace(element, `$1${HIDDEN}`)

const maskDigitRuns: MaskText = (text) => text.replace(/\d(?:[\s\p{Pd}./]?\d){7,}/gu, HIDDEN)

/**
 * Hides known values wherever they occur, even with separators between digits; short numbers only as whole words. The
 * patterns are made once, because an answer has many texts.
 */
export function knownMask(known: readonly string[]): MaskText {
  // A shorter value is not a secret, and hiding it would mangle the text.
  const hidden = known.filter((value) => value.length >= 4).map((value) => patternOf(value))
  return (text) => hidden.reduce<string>((masked, value) => masked.replaceAll(value, HIDDEN), text)
}

function patternOf(value: string): string | RegExp {
  if (!/^\d+$/.test(value)) return value
  const digits = [...value].join('[\\s\\p{Pd}./]?')
  return new RegExp(value.length < 8 ? `(?<![A-Za-z0-9])${digits}(?![A-Za-z0-9])` : digits, 'gu')
}
