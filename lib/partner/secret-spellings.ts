const MIN_LENGTH = 4

const HTML: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/**
 * A secret as it is, and as forms, addresses, JSON and pages spell it, for hiding it in a text that came
 * back. None for one that is too short to be told from other text.
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
      // Some escape slashes too.
      json.replaceAll('/', '\\/'),
      // Some write JSON in ASCII only.
      json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
      secret.replace(/[&<>"]/g, (mark) => HTML[mark] ?? mark),
    ]),
  ]
}
