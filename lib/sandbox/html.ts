/** Markup that is safe to send without escaping. */
class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type { Html }

type Part = string | Html | readonly Html[] | null

/** A template that escapes its parts for element content and quoted attributes. A null part is omitted. */
export const html = (markup: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(String.raw({ raw: markup }, ...parts.map(partText)))

/** Our own text to insert without escaping, such as a style sheet. */
export const ownMarkup = (text: string): Html => new Html(text)

function partText(part: Part): string {
  if (part === null) return ''
  if (typeof part === 'string') return escapeText(part)
  return part instanceof Html ? part.text : part.map(({ text }) => text).join('')
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeText = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
