/** What reading a body gave: a value, or one sentence on why there is none. */
export type JsonReading = { ok: true; value: unknown } | { ok: false; message: string }

const MAX_DEPTH = 64
/** Keeps the cost of hostile bodies down; the largest honest one has some thousands. */
const MAX_TOKENS = 1_000_000

/**
 * Reads UTF-8 JSON strictly: no broken UTF-8, no member named twice, none named `__proto__`, no deep
 * nesting. What `JSON.parse` would resolve in silence is a mistake of the sender that should be seen.
 */
export function readJson(bytes: Uint8Array): JsonReading {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return { ok: false, message: 'The body is not valid UTF-8' }
  }
  const problem = structureProblem(text)
  if (problem) return { ok: false, message: problem }
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch {
    return { ok: false, message: 'The body is not valid JSON' }
  }
}

/** Walks over the punctuation only, before anything is parsed; leaves syntax errors to `JSON.parse`. */
function structureProblem(text: string): string | null {
  // One set of member names for each open object, null for each open array.
  const open: (Set<string> | null)[] = []
  const punctuation = /["{}[\]]/g
  let tokens = 0
  for (let match = punctuation.exec(text); match; match = punctuation.exec(text)) {
    tokens += 1
    if (tokens > MAX_TOKENS) return 'The body has too many members'
    switch (match[0]) {
      case '{':
      case '[':
        open.push(match[0] === '{' ? new Set() : null)
        if (open.length > MAX_DEPTH) return `The body is nested deeper than ${MAX_DEPTH} levels`
        break
      case '"': {
        const end = stringEnd(text, match.index + 1)
        if (end === -1) return 'The body is not valid JSON'
        punctuation.lastIndex = end + 1
        const names = open.at(-1)
        if (names && isFollowedByColon(text, end + 1)) {
          const name = memberName(text.slice(match.index, end + 1))
          if (name === '__proto__') return 'A member may not be named __proto__'
          if (names.has(name)) return `The member ${name.slice(0, 80)} is given twice`
          names.add(name)
        }
        break
      }
      default:
        open.pop()
    }
  }
  return null
}

/** The place of the closing quote of a string that begins at `from`, or -1. `indexOf` makes long strings cheap. */
function stringEnd(text: string, from: number): number {
  for (let end = text.indexOf('"', from); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0
    while (end - 1 - backslashes >= from && text.charAt(end - 1 - backslashes) === '\\') backslashes += 1
    if (backslashes % 2 === 0) return end
  }
  return -1
}

function isFollowedByColon(text: string, from: number): boolean {
  const next = /[^ \t\r\n]/g
  next.lastIndex = from
  return next.exec(text)?.[0] === ':'
}

/** A name with its escapes resolved, so that `"\u0061"` is the same name as `"a"`. */
function memberName(quoted: string): string {
  try {
    return String(JSON.parse(quoted))
  } catch {
    return quoted
  }
}
