import { fileTypeFromBuffer } from 'file-type'
import { type DocumentMediaType, isAcceptedMediaType } from '@/lib/domain/documents/document-kinds'
import { textInDisguise } from '@/lib/domain/documents/file-name'
import type { Outcome } from '@/lib/domain/values/outcome'
import { decodeText, textCharset } from './text-charset'

type MediaTypeResult = Outcome<{ mediaType: DocumentMediaType }>

const refused = (what: string): MediaTypeResult => ({
  ok: false,
  message: `${what} The partner takes PDF, images (JPEG, PNG and similar) and plain text. Save or scan the document as one of these and add it again.`,
})

/**
 * What a file is by its content; its name decides nothing but whether plain text is called CSV. Markup is
 * refused although it is text: a page that runs scripts is no document. A text may begin with `<` all the same.
 */
export async function detectMediaType(head: Buffer, name: string): Promise<MediaTypeResult> {
  const found = await fileTypeFromBuffer(head)
  const charset = textCharset(head)
  // Some are known by two or three letters: "BMW" and "GIFT" are words, and no picture, sound or film is text.
  if (found && !(charset && /^(image\/(?!svg)|audio\/|video\/)/.test(found.mime))) {
    // A phone's burst of pictures is a picture as any other of it.
    const mediaType = found.mime.replace(/^(image\/hei[cf])-sequence$/, '$1')
    return isAcceptedMediaType(mediaType)
      ? { ok: true, mediaType }
      : refused(`By its content this is ${kindWords(found.ext, name)}.`)
  }
  const isLatePdf = LATE_PDF.test(head.toString('latin1', 0, LATEST_PDF))
  if (!charset && isLatePdf) return { ok: true, mediaType: 'application/pdf' }
  if (!charset) return refused('The file type is unknown.')
  if (MARKUP.test(decodeText(head, charset)))
    return refused('By its content this is a web page or other markup.')
  if (isLatePdf && /\.pdf$/i.test(name)) return { ok: true, mediaType: 'application/pdf' }
  const disguise = textInDisguise(name)
  if (disguise !== null) return { ok: false, message: disguise }
  return { ok: true, mediaType: /\.csv$/i.test(name) ? 'text/csv' : 'text/plain' }
}

/** Viewers open a PDF that begins after other lines, within so many bytes. */
const LATEST_PDF = 1_024
const LATE_PDF = /[\r\n]%PDF-\d/

/** The beginning of a page, a drawing or XML; `<12 months>` and `<ana@bakery.example>` are words. */
const MARKUP =
  /^\uFEFF?\s*<(?:[!?/]|(?:html|head|body|title|meta|link|base|style|script|template|svg|math|iframe|frameset|object|embed|img|image|video|audio|form|input|table|div|span|p|a|b|i|h[1-6]|br|hr|ul|ol|li|pre|font|center|marquee|xml|xsl:\w+|rss|feed|details)(?:[\s/>]|$))/i

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
