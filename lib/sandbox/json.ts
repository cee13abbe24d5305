/** What reading a body gave: a value, or one sentence on why there is none. */
type JsonReading = { ok: true; value: unknown } | { ok: false; message: string }

const MAX_DEPTH = 64
/** Keeps the memory down that hostile bodies take; the largest honest application has some thousands. */
const MAX_VALUES = 1_000_000
/** A name takes some hundred bytes where it is the first of its kind, so a longer body has to repeat its names. */
const MAX_NAMES_OF_LONG_BODY = 1_000

/**
 * Reads UTF-8 JSON strictly: no broken UTF-8, no member named twice, none named `__proto__`, no deep
 * nesting, at most `maxValues` values. What `JSON.parse` would resolve in silence is a mistake of the
 * sender that should be seen.
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
  // Of a member given twice JSON.parse keeps one, and so the value has fewer than the text.
  if (members !== structure.members) {
    return refusal(`The member ${repeatedName(bytes).slice(0, 80)} is given twice`)
  }
  return { ok: true, value }
}

/** The same without the members that are null: each of them is as if it were left out. Items of lists stay. */
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
 * Walks over the punctuation only, before anything is parsed; leaves syntax errors to `JSON.parse`. Outside
 * strings a colon belongs to one member, and every value but the first follows a comma or an opening bracket.
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

/** Longer strings are jumped over by `indexOf`; for the many short ones its call would cost more than it saves. */
const SHORT_BYTES = 64

/** The place of the quote that closes the string that the quote at `opening` opens, or -1. */
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

/** How many members all objects of a value have; NaN when one is named `__proto__`. */
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

/** The first name that an object has twice, in valid JSON that holds such a name. */
function repeatedName(bytes: Buffer): string {
  const namesOf = new Map<number, Set<string>>()
  for (const { object, quoted } of walkMembers(bytes)) {
    // Its escapes resolved: `"\u0061"` is the same name as `"a"`.
    const name = String(JSON.parse(quoted))
    const names = namesOf.get(object) ?? new Set()
    if (names.has(name)) return name
    namesOf.set(object, names.add(name))
  }
  return ''
}

/** Each member: its name with quotes and escapes, and the place of the brace of its object. */
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
