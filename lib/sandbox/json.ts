/** The parsed value, or one sentence that says why the body is invalid. */
type JsonReading = { ok: true; value: unknown } | { ok: false; message: string }

const MAX_DEPTH = 64
/** Limits the memory that a hostile body can take; the largest real application has a few thousand values. */
const MAX_VALUES = 1_000_000
/** Each distinct member name takes about a hundred bytes of memory, so a long body may not have many different ones. */
const MAX_NAMES_OF_LONG_BODY = 1_000

/**
 * Parses UTF-8 JSON strictly: no invalid UTF-8, no duplicate member, none named `__proto__`, no deep nesting, at most
 * `maxValues` values. `JSON.parse` would hide some of these mistakes from the sender.
 */
export function readJson(body: Uint8Array, { maxValues = MAX_VALUES } = {}): JsonReading {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const structure = measureStructure(bytes, maxValues)
  if ('problem' in structure) return refusal(structure.problem)
  if (structure.members > MAX_VALUES && hasManyNames(bytes)) {
    return refusal(`The body has more than ${MAX_NAMES_OF_LONG_BODY} different names of members`)
  }
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    return refusal(`The body is not valid ${error instanceof SyntaxError ? 'JSON' : 'UTF-8'}`)
  }
  const members = countMembers(value)
  if (Number.isNaN(members)) return refusal('A member may not be named __proto__')
  // JSON.parse keeps one of two duplicate members, so the value then has fewer members than the text.
  if (members !== structure.members) {
    return refusal(`The member ${repeatedName(bytes).slice(0, 80)} is given twice`)
  }
  return { ok: true, value }
}

/** Removes members that are null, which count as missing. List items stay. */
export function withoutNulls(value: unknown): unknown {
  if (!isObject(value)) return value
  if (Array.isArray(value)) return value.map(withoutNulls)
  const kept: Record<string, unknown> = {}
  for (const name in value) {
    const member = value[name]
    if (member !== null) kept[name] = withoutNulls(member)
  }
  return kept
}

const refusal = (message: string): JsonReading => ({ ok: false, message })

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_BRACKET = 0x5b
const BACKSLASH = 0x5c
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

/**
 * Scans only the punctuation, before parsing; syntax errors are left to `JSON.parse`. Outside strings, each colon is
 * one member, and every value except the first follows a comma or an opening bracket.
 */
function measureStructure(bytes: Buffer, maxValues: number): { members: number } | { problem: string } {
  let members = 0
  let values = 1
  let depth = 0
  for (let at = 0; at < bytes.length; at += 1) {
    switch (bytes[at]) {
      case QUOTE:
        at = closingQuote(bytes, at)
        if (at === -1) return { problem: 'The body is not valid JSON' }
        break
      case COLON:
        members += 1
        break
      case COMMA:
        values += 1
        break
      case OPEN_BRACE:
      case OPEN_BRACKET:
        values += 1
        depth += 1
        if (depth > MAX_DEPTH) return { problem: `The body is nested deeper than ${MAX_DEPTH} levels` }
        break
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        depth -= 1
    }
  }
  return values > maxValues ? { problem: 'The body has too many values' } : { members }
}

/** `indexOf` skips strings longer than this; for short ones, the call would cost more than it saves. */
const SHORT_BYTES = 64

/** The index of the closing quote of the string that opens at `opening`, or -1. */
function closingQuote(bytes: Buffer, opening: number): number {
  let at = opening + 1
  for (const near = at + SHORT_BYTES; at < near; at += 1) {
    const byte = bytes[at]
    if (byte === QUOTE) return at
    if (byte === BACKSLASH) at += 1
  }
  for (let end = bytes.indexOf(QUOTE, at); end !== -1; end = bytes.indexOf(QUOTE, end + 1)) {
    let backslashes = 0
    while (bytes[end - 1 - backslashes] === BACKSLASH) backslashes += 1
    if (backslashes % 2 === 0) return end
  }
  return -1
}

/** The number of members in all objects of a value; NaN if one is named `__proto__`. */
function countMembers(value: unknown): number {
  if (!isObject(value)) return 0
  let count = 0
  if (Array.isArray(value)) {
    for (const item of value) count += countMembers(item)
    return count
  }
  for (const name in value) {
    if (name === '__proto__') return Number.NaN
    count += 1 + countMembers(value[name])
  }
  return count
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

function hasManyNames(bytes: Buffer): boolean {
  const names = new Set<string>()
  for (const { quoted } of walkMembers(bytes)) {
    names.add(quoted)
    if (names.size > MAX_NAMES_OF_LONG_BODY) return true
  }
  return false
}

/** The first duplicate name within one object. The JSON must be valid and contain one. */
function repeatedName(bytes: Buffer): string {
  const namesOf = new Map<number, Set<string>>()
  for (const { object, quoted } of walkMembers(bytes)) {
    // Resolve escapes first, because `"\u0061"` and `"a"` are the same name.
    const name = String(JSON.parse(quoted))
    const names = namesOf.get(object) ?? new Set()
    if (names.has(name)) return name
    namesOf.set(object, names.add(name))
  }
  return ''
}

/** Yields each member: its name with quotes and escapes, and the index of its object's opening brace. */
function* walkMembers(bytes: Buffer): Generator<{ object: number; quoted: string }> {
  const open: number[] = []
  let quoted: [from: number, to: number] = [0, 0]
  for (let at = 0; at < bytes.length; at += 1) {
    switch (bytes[at]) {
      case QUOTE: {
        const from = at
        at = closingQuote(bytes, from)
        quoted = [from, at + 1]
        break
      }
      case COLON:
        yield { object: open.at(-1) ?? 0, quoted: bytes.toString('utf8', ...quoted) }
        break
      case OPEN_BRACE:
      case OPEN_BRACKET:
        open.push(at)
        break
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        open.pop()
    }
  }
}
