/**
 * A body of the journal for reading: indented JSON, a form (token endpoint) with one field per line, and anything
 * else, or a cut body, unchanged.
 */
export function readableBody(text: string, endpoint: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return endpoint === 'token' && text.includes('=') ? formLines(text) : text
  }
}

const formLines = (text: string): string =>
  [...new URLSearchParams(text)].map(([name, value]) => `${name} = ${value}`).join('\n')
