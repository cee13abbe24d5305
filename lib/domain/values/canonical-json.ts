/**
 * The one text of a plain value (RFC 8785): members in the order of their UTF-16 code units, numbers as ECMAScript
 * writes them, nothing between. What is hashed or signed is this, so that it can be made again from what was stored.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`)
    return `{${members.join(',')}}`
  }
  if (typeof value === 'number' && !Number.isFinite(value)) throw new Error('JSON has no such number.')
  const text = JSON.stringify(value)
  if (text === undefined) throw new Error('JSON has no such value.')
  return text
}
