/**
 * The attributes of an element, and the character after them. If that is not `>`, a value contains `<`, which XML does
 * not allow: looking for its end would take time with the square of the text, and skipping it would hide an attribute.
 */
export const ATTRIBUTES = `((?:[^<>"']|"[^"<]*"|'[^'<]*')*)([^]?)`
/** The text from the first match of `start` to the next of `end`; '' if either is missing. */
export function within(text: string, start: RegExp, end: RegExp): string {
  const from = text.search(start)
  const rest = from === -1 ? '' : text.slice(from)
  return rest.slice(0, Math.max(rest.search(end), 0))
}

/** The attributes of every element with this name, by attribute name without its prefix. */
export function tagsOf(text: string, name: string): Map<string, string>[] {
  const tags = new RegExp(`<(?:\\w+:)?${name}\\s${ATTRIBUTES}`, 'g')
  return [...text.matchAll(tags)].map(([, attributes = '', end]) => {
    if (end !== '>') throw new Error('An attribute value contains “<”.')
    return new Map(
      [...attributes.matchAll(ATTRIBUTE)].map(
        ([, key = '', double, single]) => [key, decoded(double ?? single ?? '')] as const,
      ),
    )
  })
}

/** Matches a name only from its first letter; otherwise a long one would be tried again from every letter. */
const ATTRIBUTE = /(?<![\w:])(?:\w+:)?(\w+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const decoded = (text: string): string =>
  text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, digits, name) => {
    if (name !== undefined) return ENTITIES[name] ?? whole
    const code = hex === undefined ? Number(digits) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
