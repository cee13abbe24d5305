import { ACCEPTED_MEDIA_TYPES, type DocumentMediaType } from './document-kinds'

const MAX_NAME_LENGTH = 80
const LONGEST_EXTENSION = 10

/**
 * A name to store, show and send: no path, no NUL or other control, no invisible or direction-changing
 * mark (which can make `cod.exe` out of `exe.doc`), at most 80 characters with the extension kept, never empty.
 */
export function safeFileName(name: string): string {
  const last = name.toWellFormed().split(/[/\\]/).at(-1) ?? ''
  const visible = last
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replace(/\s+/g, ' ')
    // Nothing loose before a dot: cut in the middle, it could become another name when it is made safe again.
    .replace(/[. ]+\./g, '.')
    .replace(/^[. ]+|[. ]+$/g, '')
  const dot = visible.lastIndexOf('.')
  const extension = dot > 0 && visible.length - dot <= LONGEST_EXTENSION ? visible.slice(dot) : ''
  const stem = visible.slice(0, visible.length - extension.length)
  const kept = cut(stem, MAX_NAME_LENGTH - extension.length).replace(/[. ]+$/, '')
  return `${kept}${extension}` || 'document'
}

/**
 * The same, with an extension that fits the content (interface, "Attachment record": a file name with
 * extension): a photo called `scan` or `scan.pdf` could not be opened where it goes.
 */
export function documentName(name: string, mediaType: DocumentMediaType): string {
  const safe = safeFileName(name)
  const extensions: readonly string[] = ACCEPTED_MEDIA_TYPES[mediaType]
  if (extensions.some((extension) => safe.toLowerCase().endsWith(extension))) return safe
  const extension = extensions[0] ?? ''
  return `${cut(safe, MAX_NAME_LENGTH - extension.length).replace(/[. ]+$/, '')}${extension}`
}

/** What a file is called that is something else by its content; null where its name fits, or says no kind. */
export const calledAs = (name: string, mediaType: DocumentMediaType): string | null => {
  const safe = safeFileName(name)
  return EXTENSION.test(safe) && documentName(name, mediaType) !== safe ? safe : null
}

const EXTENSION = /\.[a-z]\w{0,4}$/i

/** That in words. Whatever it is called later, its extension is that of its content (`documentName`). */
export const misnamedWords = (document: { name: string; calledAs: string | null }): string | null =>
  document.calledAs === null
    ? null
    : `Called ${extensionOf(document.calledAs)}, but its content is ${extensionOf(document.name)}`

const extensionOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1).toUpperCase()

/** The attachment's reference id at the partner: letters, digits and underscore only (interface, "Attachment record"). */
export const referenceIdOf = (documentId: string): string =>
  `doc_${documentId.replace(/[^A-Za-z0-9_]/g, '_')}`

/** At most `length` UTF-16 units, never half a character. */
function cut(text: string, length: number): string {
  let kept = ''
  for (const character of text) {
    if (kept.length + character.length > length) break
    kept += character
  }
  return kept
}
