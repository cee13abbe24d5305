'use client'

import { useState } from 'react'
import type { Deliverable } from '@/lib/domain/documents/deliverable'
import type { DocumentSlot } from '@/lib/domain/documents/document-plan'
import type { DocumentItem } from '@/lib/server/documents/data'
import { DocumentList } from './document-list'
import { RemovedNotice } from './removed-notice'
import { useDocuments } from './use-documents'

/** The document list for pages that only show documents and add none. */
export function ApplicationDocuments({
  applicationId,
  initial,
  plan,
  deliverable,
  mayWrite,
  held,
  closed,
}: {
  applicationId: string
  initial: readonly DocumentItem[]
  plan: readonly DocumentSlot[]
  deliverable: Deliverable
  mayWrite: boolean
  held: boolean
  closed: string | null
}) {
  const { documents, reload, stale } = useDocuments(applicationId, initial, deliverable)
  const [removed, setRemoved] = useState<DocumentItem | null>(null)
  return (
    <>
      {removed && (
        <div className="p-3">
          <RemovedNotice
            key={removed.id}
            document={removed}
            reload={reload}
            onClose={() => setRemoved(null)}
          />
        </div>
      )}
      {documents.length === 0 ? (
        <p className="px-4 py-3 text-sm text-muted">
          {mayWrite
            ? `No documents yet. Added documents are sent automatically${deliverable ? '' : ' once the partner has named the opportunity'}.`
            : 'No documents.'}
        </p>
      ) : (
        <DocumentList
          documents={documents}
          plan={plan}
          deliverable={deliverable}
          mayWrite={mayWrite}
          held={held}
          closed={closed}
          stale={stale}
          onChanged={reload}
          onRemoved={setRemoved}
        />
      )}
    </>
  )
}
