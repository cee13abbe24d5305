'use client'

import type { DocumentSlot } from '@/lib/domain/documents/document-plan'
import type { DocumentItem } from '@/lib/server/documents/data'
import { DocumentList } from './document-list'
import { useDocuments } from './use-documents'

/** The list alone, for pages that show where documents stand and add none. */
export function ApplicationDocuments({
  applicationId,
  initial,
  plan,
  deliverable,
  mayWrite,
  held,
}: {
  applicationId: string
  initial: readonly DocumentItem[]
  plan: readonly DocumentSlot[]
  deliverable: boolean
  mayWrite: boolean
  held: boolean
}) {
  const { documents, reload, stale } = useDocuments(applicationId, initial, deliverable)
  return (
    <DocumentList
      documents={documents}
      plan={plan}
      deliverable={deliverable}
      mayWrite={mayWrite}
      held={held}
      stale={stale}
      onChanged={reload}
    />
  )
}
