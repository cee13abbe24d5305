'use client'

import { FileText } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel } from '@/components/ui/panel'
import { type DocumentSlot, openSlots } from '@/lib/domain/documents/document-plan'
import type { AskView } from '@/lib/server/applications/loaders'
import type { DocumentItem } from '@/lib/server/documents/data'
import { StepAsks } from '../applications/step-asks'
import { DocumentList } from './document-list'
import { DocumentPlanList } from './document-plan-list'
import { DropZone } from './drop-zone'
import { type Filing, filingOf, guessFiling } from './guess-category'
import { InterruptedUploads } from './interrupted-uploads'
import { EMPTY_SNAPSHOT, uploadQueueOf } from './upload-queue'
import { UploadRow } from './upload-row'

export function DocumentsBoard({
  applicationId,
  documents,
  reload,
  stale,
  plan,
  deliverable,
  mayWrite,
  asks,
}: {
  applicationId: string
  documents: readonly DocumentItem[]
  reload: () => Promise<void>
  stale: boolean
  plan: readonly DocumentSlot[]
  deliverable: boolean
  mayWrite: boolean
  asks: readonly AskView[]
}) {
  const queue = uploadQueueOf(applicationId)
  const { items, added } = useSyncExternalStore(queue.subscribe, queue.snapshot, () => EMPTY_SNAPSHOT)
  const uploading = items.filter(({ state }) => state !== 'refused')

  useEffect(() => {
    if (added > 0) void reload()
  }, [added, reload])

  const add = (files: readonly File[], filing?: Filing) => {
    // One after another: what the first fills is not open for the second.
    const open = () =>
      openSlots(plan, [...documents, ...queue.snapshot().items.filter(({ state }) => state !== 'refused')])
    queue.add(files, (name) => filing ?? guessFiling(name, open()), documents)
  }
  const missing = openSlots(plan, documents).length

  return (
    <div className="flex flex-col gap-4">
      {asks.length > 0 && <StepAsks applicationId={applicationId} asks={asks} mayAnswer={mayWrite} />}
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
        description={`${plan.length - missing} of ${plan.length} added. Missing documents do not prevent submission: the partner requires none.`}
      >
        <div className="@container">
          <DocumentPlanList
            plan={plan}
            documents={documents}
            uploading={uploading}
            {...(mayWrite && {
              work: {
                onFile: (slot: DocumentSlot, file: File) => add([file], filingOf(slot.id)),
                asked: (slot: DocumentSlot) => asks.filter(({ place }) => place === `documents.${slot.id}`),
              },
            })}
          />
        </div>
      </Panel>
      {mayWrite && <DropZone onFiles={(files) => add(files)} />}
      {items.length > 0 && (
        <Panel title={`Uploads (${items.length})`} flush>
          <ul tabIndex={-1} className="@container focus-visible:outline-none">
            {items.map((item) => (
              <UploadRow key={item.id} item={item} plan={plan} queue={queue} />
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
            plan={plan}
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
