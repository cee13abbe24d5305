/**
 * Names of which every PDF with something to show has one in the clear, encrypted or not (ISO 32000, 7.7.3.3): a
 * page and what is on it, or the objects that hold compressed pages.
 */
const PAGE_NAMES = ['Page', 'Contents', 'ObjStm', 'XRef']

/** A name's letter can be written as `#` and its code. */
const letterOrCode = (letter: string): string => `(?:${letter}|#${letter.charCodeAt(0).toString(16)})`

/**
 * Ignores case, for the hex digits; that only errs toward "may have pages". The lookahead excludes longer names such
 * as /Pages.
 */
const PAGE_NAME = new RegExp(
  `/(?:${PAGE_NAMES.map((name) => [...name].map(letterOrCode).join('')).join('|')})(?![\\w.+*#-])[^]`,
  'i',
)

/** No name is longer, with the letter after it. */
const LONGEST_NAME = 32

/** Whether a PDF may have a page; false only where it certainly has none, whatever a viewer makes of the rest. */
export async function mayHavePages(content: AsyncIterable<Uint8Array>): Promise<boolean> {
  let text = ''
  for await (const part of content) {
    text = text.slice(-LONGEST_NAME) + new TextDecoder('latin1').decode(part)
    if (PAGE_NAME.test(text)) return true
  }
  return PAGE_NAME.test(`${text.slice(-LONGEST_NAME)} `)
}
