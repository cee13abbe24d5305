/**
 * A body of the journal for reading: JSON with indents, a form (the token endpoint's) one field a line,
 * anything else, and what was cut off, as it came.
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
