import { ACCEPTED_MEDIA_TYPES, type DocumentMediaType } from './document-kinds'

const MAX_NAME_LENGTH = 80
const LONGEST_EXTENSION = 10

/**
 * A file name that is safe to store, show and send: no path, control characters, or invisible or direction-changing
 * marks (which can show `exe.doc` as `cod.exe`); at most 80 characters with the extension kept; never empty.
 */
export function safeFileName(name: string): string {
  const last = name.toWellFormed().split(/[/\\]/).at(-1) ?? ''
  const visible = last
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replace(/\s+/g, ' ')
    // Removes spaces and dots before a dot: after cutting, making the name safe again would change it.
    .replace(/[. ]+\./g, '.')
    .replace(/^[. ]+|[. ]+$/g, '')
  const dot = visible.lastIndexOf('.')
  const extension = dot > 0 && visible.length - dot <= LONGEST_EXTENSION ? visible.slice(dot) : ''
  const stem = visible.slice(0, visible.length - extension.length)
  const kept = cut(stem, MAX_NAME_LENGTH - extension.length).replace(/[. ]+$/, '')
  return `${kept}${extension}` || 'document'
}

/**
 * The safe name with an extension that fits the content (interface, "Attachment record": a file name with
 * extension). A photo called `scan` or `scan.pdf` could not be opened at the partner.
 */
export function documentName(name: string, mediaType: DocumentMediaType): string {
  const safe = safeFileName(name)
  const extensions: readonly string[] = ACCEPTED_MEDIA_TYPES[mediaType]
  if (extensions.some((extension) => safe.toLowerCase().endsWith(extension))) return safe
  const extension = extensions[0] ?? ''
  return `${cut(safe, MAX_NAME_LENGTH - extension.length).replace(/[. ]+$/, '')}${extension}`
}

/** The file's name if its extension does not fit the content; null if it fits or there is no extension. */
export const calledAs = (name: string, mediaType: DocumentMediaType): string | null => {
  const safe = safeFileName(name)
  return EXTENSION.test(safe) && documentName(name, mediaType) !== safe ? safe : null
}

/** Why text with this name is no document, in words: its extension is that of a PDF or an image. Null for other names. */
export function textInDisguise(name: string): string | null {
  const safe = safeFileName(name).toLowerCase()
  const isOther = Object.entries(ACCEPTED_MEDIA_TYPES).some(
    ([mediaType, extensions]) =>
      !mediaType.startsWith('text/') && extensions.some((extension) => safe.endsWith(extension)),
  )
  return isOther
    ? `This file is named as a ${extensionOf(safe)}, but its content is plain text, which no viewer opens under that name. Add the original file. If the document is text, name it .txt.`
    : null
}

const EXTENSION = /\.[a-z]\w{0,4}$/i

/** The same in words. Renaming keeps the content's extension (`documentName`). */
export const misnamedWords = (document: { name: string; calledAs: string | null }): string | null =>
  document.calledAs === null
    ? null
    : `Called ${extensionOf(document.calledAs)}, but its content is ${extensionOf(document.name)}`

const extensionOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1).toUpperCase()

/**
 * The attachment's reference ID at the partner: only letters, digits and underscores (interface, "Attachment
 * record").
 */
export const referenceIdOf = (documentId: string): string =>
  `doc_${documentId.replace(/[^A-Za-z0-9_]/g, '_')}`

/** At most `length` UTF-16 units, without splitting a character. */
function cut(text: string, length: number): string {
  let kept = ''
  for (const character of text) {
    if (kept.length + character.length > length) break
    kept += character
  }
  return kept
}
