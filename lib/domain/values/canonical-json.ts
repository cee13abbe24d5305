/**
 * The canonical text of a plain value (RFC 8785): members sorted by UTF-16 code units, numbers as ECMAScript writes
 * them, no white space. Hashes and signatures use it, so that they can be recomputed from stored data.
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
