'use client'

import { FileText } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel } from '@/components/ui/panel'
import type { WantedDocument } from '@/lib/domain/documents/document-plan'
import type { DocumentItem } from '@/lib/server/documents/data'
import { DocumentList } from './document-list'
import { DocumentPlanList, missingDocuments } from './document-plan-list'
import { DropZone } from './drop-zone'
import { guessCategory } from './guess-category'
import { InterruptedUploads } from './interrupted-uploads'
import { EMPTY_SNAPSHOT, uploadQueueOf } from './upload-queue'
import { UploadRow } from './upload-row'
import { useDocuments } from './use-documents'

export function DocumentsBoard({
  applicationId,
  initial,
  plan,
  deliverable,
  mayWrite,
}: {
  applicationId: string
  initial: readonly DocumentItem[]
  plan: readonly WantedDocument[]
  deliverable: boolean
  mayWrite: boolean
}) {
  const { documents, reload, stale } = useDocuments(applicationId, initial, deliverable)
  const queue = uploadQueueOf(applicationId)
  const { items, added } = useSyncExternalStore(queue.subscribe, queue.snapshot, () => EMPTY_SNAPSHOT)

  useEffect(() => {
    if (added > 0) void reload()
  }, [added, reload])

  const add = (files: readonly File[]) => {
    const missing = missingDocuments(plan, [...documents, ...queue.snapshot().items])
    const categories = missing.map(({ category }) => category)
    queue.add(files, (name) => guessCategory(name, categories), documents)
  }
  const satisfied = plan.length - missingDocuments(plan, documents).length

  return (
    <div className="flex flex-col gap-4">
      {mayWrite && (
        <InterruptedUploads
          applicationId={applicationId}
          isMine={queue.isMine}
          onFile={(file) => add([file])}
          onAdded={reload}
        />
      )}
      <Panel
        title="What our policy asks for"
        description={`${satisfied} of ${plan.length} added. It follows from the ownership, the volume and the history, and blocks nothing: the partner itself requires no document.`}
      >
        <div className="@container">
          <DocumentPlanList plan={plan} documents={documents} />
        </div>
      </Panel>
      {mayWrite && <DropZone onFiles={add} />}
      {items.length > 0 && (
        <Panel title={`Uploads (${items.length})`} flush>
          <ul tabIndex={-1} className="@container focus-visible:outline-none">
            {items.map((item) => (
              <UploadRow key={item.id} item={item} queue={queue} />
            ))}
          </ul>
        </Panel>
      )}
      <p role="status" className="sr-only">
        {added > 0 && `${added} ${added === 1 ? 'document was' : 'documents were'} added.`}
      </p>
      <Panel title={`Documents (${documents.length})`} flush>
        {documents.length === 0 ? (
          <EmptyState icon={<FileText />} title="No documents yet">
            {mayWrite
              ? 'Drop files anywhere on this page. Each is checked by its content, kept with the application, and sent to the partner once the application is accepted.'
              : 'What is added to this application is listed here.'}
          </EmptyState>
        ) : (
          <DocumentList
            documents={documents}
            deliverable={deliverable}
            mayWrite={mayWrite}
            stale={stale}
            onChanged={reload}
          />
        )}
      </Panel>
    </div>
  )
}
