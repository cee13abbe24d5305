/** Markup that may be sent as it is. */
class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type { Html }

type Part = string | Html | readonly Html[] | null

/** A template whose parts are escaped, for element content and for quoted attributes; null is nothing. */
export const html = (markup: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(String.raw({ raw: markup }, ...parts.map(partText)))

/** Text of our own that is to stand as it is, such as a style sheet. */
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
