import type { Violation } from '@/lib/domain/values/violation'

/** PDF, images and text (interface, "Upload attachments"), by content, with their usual extensions. */
export const ACCEPTED_MEDIA_TYPES = {
  'application/pdf': ['.pdf'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
  'image/gif': ['.gif'],
  'image/webp': ['.webp'],
  'image/tiff': ['.tif', '.tiff'],
  'image/bmp': ['.bmp'],
  'image/heic': ['.heic', '.heif'],
  'image/heif': ['.heic', '.heif'],
  'text/plain': ['.txt'],
  'text/csv': ['.csv'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type DocumentMediaType = keyof typeof ACCEPTED_MEDIA_TYPES

export const isAcceptedMediaType = (mediaType: string): mediaType is DocumentMediaType =>
  Object.hasOwn(ACCEPTED_MEDIA_TYPES, mediaType)

/** Types that a browser displays in a page; others are only downloaded. */
export const isShownInPage = (mediaType: string): boolean =>
  /^(application\/pdf|image\/(jpeg|png|gif|webp|bmp)|text\/(plain|csv))$/.test(mediaType)

/** 100 MB of content per file (interface, "Limits"). Base64 adds a third on the wire. */
export const MAX_DOCUMENT_BYTES = 104_857_600

/** 37.5 MB: the partner's platform is known to refuse larger Base64 bodies. */
export const WARN_DOCUMENT_BYTES = 39_321_600

/** An empty file or one over 100 MB is an error; over 37.5 MB is a warning. */
export function checkDocumentSize(sizeBytes: number): Violation[] {
  if (sizeBytes <= 0) {
    return [finding('error', 'This file is empty. Choose the file that holds the document.')]
  }
  if (sizeBytes > MAX_DOCUMENT_BYTES) {
    return [
      finding('error', 'This file is over 100 MB, which the partner refuses. Split it, or scan it smaller.'),
    ]
  }
  if (sizeBytes > WARN_DOCUMENT_BYTES) {
    return [
      finding('warning', 'Files over 37.5 MB are often refused by the partner. A smaller scan is safer.'),
    ]
  }
  return []
}

const finding = (severity: Violation['severity'], message: string): Violation => ({
  path: 'documents',
  code: 'range',
  message,
  severity,
})

export const DOCUMENT_CATEGORIES = [
  { slug: 'voided-check', label: 'Voided check' },
  { slug: 'bank-statement', label: 'Bank statement' },
  { slug: 'identity', label: 'Identity' },
  { slug: 'formation-papers', label: 'Formation documents' },
  { slug: 'processing-statement', label: 'Processing statement' },
  { slug: 'other', label: 'Other' },
] as const
export type DocumentCategory = (typeof DOCUMENT_CATEGORIES)[number]['slug']

export const isDocumentCategory = (slug: string): slug is DocumentCategory =>
  DOCUMENT_CATEGORIES.some((category) => category.slug === slug)
