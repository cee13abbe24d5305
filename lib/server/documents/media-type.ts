import { isUtf8 } from 'node:buffer'
import { fileTypeFromBuffer } from 'file-type'
import { type DocumentMediaType, isAcceptedMediaType } from '@/lib/domain/documents/document-kinds'

/** As many first bytes as the look at a file needs. */
export const HEAD_BYTES = 4_100

export type MediaTypeResult = { ok: true; mediaType: DocumentMediaType } | { ok: false; message: string }

const refused = (what: string): MediaTypeResult => ({
  ok: false,
  message: `${what} The partner takes PDF, images (JPEG, PNG and similar) and plain text. Save or scan the document as one of these and add it again.`,
})

/**
 * What a file is by its content; its name decides nothing but whether plain text is called CSV. Markup is
 * refused although it is text: a page that runs scripts is no document.
 */
export async function detectMediaType(head: Buffer, name: string): Promise<MediaTypeResult> {
  const found = await fileTypeFromBuffer(head)
  const text = isText(head)
  // Some are known by two or three letters: "BMW" and "GIFT" are words, and no picture, sound or film is text.
  if (found && !(text && /^(image\/(?!svg)|audio\/|video\/)/.test(found.mime))) {
    return isAcceptedMediaType(found.mime)
      ? { ok: true, mediaType: found.mime }
      : refused(`By its content this is ${kindWords(found.ext, name)}.`)
  }
  if (!text) return refused('By its content this is no kind of file that we know.')
  if (/^\uFEFF?\s*</.test(head.toString('utf8')))
    return refused('By its content this is a web page or other markup.')
  return { ok: true, mediaType: /\.csv$/i.test(name) ? 'text/csv' : 'text/plain' }
}

/** Tab, the line ends, form feed, and the escape of terminal output. */
const TEXT_CONTROLS = new Set([0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1b])

function isText(head: Buffer): boolean {
  // The last character may have been cut in the middle: up to three bytes of it are left out.
  const whole = [0, 1, 2, 3].some((cut) => isUtf8(head.subarray(0, Math.max(0, head.length - cut))))
  return whole && head.every((byte) => byte >= 0x20 || TEXT_CONTROLS.has(byte))
}

const KINDS: Readonly<Record<string, string>> = {
  docx: 'a Word document (DOCX)',
  doc: 'a Word document (DOC)',
  xlsx: 'an Excel workbook (XLSX)',
  xls: 'an Excel workbook (XLS)',
  pptx: 'a PowerPoint presentation (PPTX)',
  exe: 'a program (EXE)',
  zip: 'a ZIP archive',
}

/** An office document is an archive: which, is often told by its name alone. */
function kindWords(extension: string, name: string): string {
  const named = extension === 'zip' ? (/\.(docx|xlsx|pptx)$/i.exec(name)?.[1] ?? extension) : extension
  const kind = KINDS[named.toLowerCase()]
  if (kind) return kind
  const letters = extension.toUpperCase()
  // As the letters are read out: an MP3, a GZ.
  return `${/^[AEFHILMNORSX8]/.test(letters) ? 'an' : 'a'} ${letters} file`
}
