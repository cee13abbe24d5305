import { fullFields } from '@/lib/domain/application/either-fields'
import { payfacFields } from '@/lib/domain/application/fields'
import type { RequestRow } from '@/lib/domain/application/request-rows'
import { maskValue, type SensitiveKind } from '@/lib/domain/application/sensitive'
import { wirePath } from '../wire/problem'
import { parseJson } from './parse-json'

/** What a page may show of a body: identity values masked by the partner's field name, at any depth. */

export const HIDDEN = '••••'

/** Deeper than anything the interface has; what lies below is hidden, so that a hostile answer cannot exhaust the stack. */
const MAX_DEPTH = 64

/** `ssn__c` → `ssn`, in lower case: the platform takes a field's name in any case. Of both endpoints. */
const sensitiveKinds: ReadonlyMap<string, SensitiveKind> = new Map(
  [payfacFields, fullFields]
    .flatMap(({ sections, fieldsOf }) => sections.flatMap(fieldsOf))
    .flatMap(({ meta }): [string, SensitiveKind][] =>
      meta.sensitive ? [[(meta.partnerName.split('.').at(-1) ?? '').toLowerCase(), meta.sensitive]] : [],
    ),
)

/** Members of a token's request and answer that open something, under the names that services give them. */
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
type MaskText = (text: string) => string

/** The same body with its identity values masked; everything else stays as it is sent. */
export const maskWireApplication = (wire: object): Json => maskJson(wire, (text) => text)

/** "Exactly what will be sent": every value by its path (`lstContact[0].SSN__c`), in the order of the body, masked. */
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
 * An answer as it may be stored and shown. By name where it is JSON, and runs of 8 digits or more in any
 * text, because a message may quote what was sent. `known` are values that must not appear anywhere.
 */
export function maskWireText(text: string, known: readonly string[] = []): string {
  const parsed = parseJson(text)
  if (parsed !== undefined) return JSON.stringify(maskJson(parsed, (value) => maskMessage(value, known)))
  return maskDigitRuns(maskKnown(maskQuotedMembers(text), known))
}

/** A request as a journal may keep it, whole or cut: identities, secrets and the content of files masked by name. */
export function maskRequestText(text: string): string {
  const parsed = parseJson(text)
  const masked =
    parsed === undefined ? maskQuotedMembers(text) : JSON.stringify(maskJson(parsed, (value) => value))
  return masked.replace(/("body"\s*:\s*)"[^"]*"?/gi, `$1"${HIDDEN}"`)
}

/** What staff may read of a token answer, besides numbers; everything else in it may open something. */
const TOLD_WITH_A_TOKEN =
  /^(?:error\w*|message|token_?type|instance_?url|scope|status\w*|code|fields?|title|detail)$/i

/**
 * An answer of the token service as it may be stored and shown. Nobody knows the name of a token in an answer that
 * cannot be read: of JSON only members that are known to be harmless stay, and long words nowhere.
 */
export function maskTokenAnswer(text: string, known: readonly string[]): string {
  const hideWords: MaskText = (words) =>
    maskMessage(words, known).replace(LONG_WORD, (word) => (isAddress.test(word) ? word : HIDDEN))
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
  // A text by itself may be the token.
  if (typeof parsed === 'string' && !/\s/.test(parsed.trim())) return JSON.stringify(HIDDEN)
  return parsed === undefined ? hideWords(maskWireText(text, known)) : JSON.stringify(keepTold(parsed, 0))
}

/** No word of a person's language is as long; tokens and session ids are, or have digits among their letters. */
const LONG_WORD = /[\w!.~+/=%$:-]{20,}|(?=[\w!.~+/=%$-]*\d)(?=[\w!.~+/=%$-]*[A-Za-z])[\w!.~+/=%$-]{12,}/g
const isAddress = /^https?:\/\/[\w.:-]+\/?$/

/** Masks one message out of a JSON answer. A record id keeps its digits: staff and the partner talk in ids. */
export const maskMessage = (message: string, known: readonly string[] = []): string =>
  maskKnown(message, known).replace(/(?<![A-Za-z0-9])\d(?:[\s\p{Pd}./]?\d){7,}(?![A-Za-z0-9])/gu, HIDDEN)

/** The identity values in a body that is sent, for `known` above. */
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
  // fromEntries defines members, so that one named __proto__ stays a member.
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

/** Also in JSON that is broken: the value after a name that is to be masked. */
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

/** Hidden wherever it is found, also with separators between its digits; a short number only where it stands alone. */
export const maskKnown = (text: string, known: readonly string[]): string =>
  known
    // A shorter one is no secret, and would tear the text apart.
    .filter((value) => value.length >= 4)
    .reduce((masked, value) => {
      if (!/^\d+$/.test(value)) return masked.replaceAll(value, HIDDEN)
      const digits = [...value].join('[\\s\\p{Pd}./]?')
      const alone = value.length < 8 ? `(?<![A-Za-z0-9])${digits}(?![A-Za-z0-9])` : digits
      return masked.replace(new RegExp(alone, 'gu'), HIDDEN)
    }, text)
