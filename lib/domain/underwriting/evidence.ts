import type { AnySectionName } from '@/lib/domain/application/draft'

/** What a decision is based on: the version of each section, and the name and content of each document. */
export type Evidence = {
  versions: Readonly<Partial<Record<AnySectionName, number>>>
  documents: readonly { id: string; name: string; sha256: string }[]
}

/**
 * The same as in `draft.ts`, in form order. Repeated here so that a page that compares two versions loads no
 * schemas.
 */
export const EVIDENCE_SECTIONS: readonly AnySectionName[] = [
  'merchant',
  'contacts',
  'accounts',
  'options',
  'pricing',
]

/** Sections with another version, and the names of documents that were added, removed, renamed or replaced. */
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
 * Whether an approval survives a change of its documents. One that asked for documents to follow survives an added
 * document; any other change was not reviewed.
 */
export const outlives = (reasons: readonly string[], change: DocumentChange): boolean =>
  change === 'added' && reasons.includes('papers-to-follow')
