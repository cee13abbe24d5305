import type { DocumentItem } from '@/lib/server/documents/data'

/** The members of a document that the viewer and a decision need. */
export const CASE_DOCUMENT = [
  'id',
  'name',
  'calledAs',
  'category',
  'slot',
  'mediaType',
  'sizeBytes',
  'scan',
  'sha256',
  'decision',
  'acceptedBy',
  'delivery',
  'keptBack',
] as const satisfies readonly (keyof DocumentItem)[]

export type CaseDocument = Pick<DocumentItem, (typeof CASE_DOCUMENT)[number]>
