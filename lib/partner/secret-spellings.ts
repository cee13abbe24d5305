const MIN_LENGTH = 4

const HTML: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/**
 * A secret and its spellings in forms, URLs, JSON and HTML, for masking it in responses. Empty if the secret is too
 * short to tell from other text.
 */
export function spellingsOf(secret: string): string[] {
  if (secret.length < MIN_LENGTH) return []
  const json = JSON.stringify(secret).slice(1, -1)
  return [
    ...new Set([
      secret,
      encodeURIComponent(secret.toWellFormed()),
      new URLSearchParams({ s: secret }).toString().slice('s='.length),
      json,
      // Some JSON writers escape slashes too.
      json.replaceAll('/', '\\/'),
      // Some JSON writers emit only ASCII.
      json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
      secret.replace(/[&<>"]/g, (mark) => HTML[mark] ?? mark),
    ]),
  ]
}
