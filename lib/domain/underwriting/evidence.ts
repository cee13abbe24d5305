import type { AnySectionName } from '@/lib/domain/application/draft'

/** What a decision is made from: the version of each section, and each document with its name and content. */
export type Evidence = {
  versions: Readonly<Partial<Record<AnySectionName, number>>>
  documents: readonly { id: string; name: string; sha256: string }[]
}

/** As in `draft.ts`, in form order. Named again, as a page that compares two versions needs none of the schemas. */
export const EVIDENCE_SECTIONS: readonly AnySectionName[] = [
  'merchant',
  'contacts',
  'accounts',
  'options',
  'pricing',
]

/** Sections whose version differs, and the names of documents that came, went, or are other ones or called otherwise. */
export function changesBetween(
  seen: Evidence,
  current: Evidence,
): { sections: AnySectionName[]; documents: string[] } {
  const isIn = ({ documents }: Evidence, document: Evidence['documents'][number]): boolean =>
    documents.some(
      ({ id, name, sha256 }) => id === document.id && name === document.name && sha256 === document.sha256,
    )
  const changed = [
    ...seen.documents.filter((document) => !isIn(current, document)),
    ...current.documents.filter((document) => !isIn(seen, document)),
  ]
  return {
    sections: EVIDENCE_SECTIONS.filter((section) => seen.versions[section] !== current.versions[section]),
    documents: [...new Set(changed.map(({ name }) => name))],
  }
}

export const isStale = (seen: Evidence, current: Evidence): boolean => {
  const { sections, documents } = changesBetween(seen, current)
  return sections.length > 0 || documents.length > 0
}

export type DocumentChange = 'added' | 'removed' | 'renamed'

/**
 * Whether an approval outlives a change of the documents that it was made from. One that asked for documents to
 * follow waits for them; whatever else comes, goes or is called otherwise is not what was looked at.
 */
export const outlives = (reasons: readonly string[], change: DocumentChange): boolean =>
  change === 'added' && reasons.includes('papers-to-follow')
