'use client'

import { FileText } from 'lucide-react'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { Callout } from '@/components/ui/callout'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel } from '@/components/ui/panel'
import type { Deliverable } from '@/lib/domain/documents/deliverable'
import { type DocumentSlot, filedPlaces, openSlots } from '@/lib/domain/documents/document-plan'
import { counted } from '@/lib/domain/values/counted'
import type { ApplicationView, AskView } from '@/lib/server/applications/loaders'
import type { DocumentItem } from '@/lib/server/documents/data'
import type { RefusedFile } from '@/lib/server/documents/loaders'
import { StepAsks } from '../applications/step-asks'
import { DocumentList } from './document-list'
import { DocumentPlanList } from './document-plan-list'
import { filingLabel } from './document-words'
import { DropZone } from './drop-zone'
import { guessFiling, type NewFiling } from './guess-category'
import { InterruptedUploads } from './interrupted-uploads'
import { RefusedFiles } from './refused-files'
import { RemovedNotice } from './removed-notice'
import { EMPTY_SNAPSHOT, isBusy, uploadQueueOf } from './upload-queue'
import { ADDED_DOCUMENTS, UploadRow } from './upload-row'

export function DocumentsBoard({
  applicationId,
  documents,
  reload,
  stale,
  plan,
  deliverable,
  mayWrite,
  held,
  closed,
  takeBack,
  asks,
  unsent,
  refused,
}: {
  applicationId: string
  documents: readonly DocumentItem[]
  reload: () => Promise<void>
  stale: boolean
  plan: readonly DocumentSlot[]
  deliverable: Deliverable
  mayWrite: boolean
  /** Why documents can only be added; null if they can be changed. */
  held: string | null
  /** Why this person cannot open the documents; null if they can. */
  closed: string | null
  takeBack: ReactNode
  asks: readonly AskView[]
  unsent: ApplicationView['unsent']
  /** Files that were refused before this page was opened; later refusals show in the upload list. */
  refused: readonly RefusedFile[]
}) {
  const queue = uploadQueueOf(applicationId)
  const { items, arrived, added, addedNow, renamed } = useSyncExternalStore(
    queue.subscribe,
    queue.snapshot,
    () => EMPTY_SNAPSHOT,
  )
  const [removed, setRemoved] = useState<DocumentItem | null>(null)
  // The notice about a renamed file stays as long as the file is listed.
  const misnamed = renamed.filter(({ to }) => documents.some(({ name }) => name === to))
  // Until the list shows an uploaded file, its slot shows neither the old file nor a button to replace it.
  const uploading = [...arrived, ...items.filter(({ state }) => state !== 'refused')]

  useEffect(() => {
    if (added > 0) void reload()
  }, [added, reload])

  useEffect(() => queue.tellShown(documents), [queue, documents])

  // Whoever leaves has read about refused files, so the next visit does not show them.
  useEffect(() => () => queue.forget(), [queue])

  const add = (files: readonly File[], filing?: NewFiling) => {
    // One by one: a slot that the first file fills is not open for the second.
    const open = () =>
      openSlots(plan, [
        ...documents,
        ...queue.snapshot().arrived,
        ...queue.snapshot().items.filter(({ state }) => state !== 'refused'),
      ])
    queue.add(
      files,
      (name) => filing ?? guessFiling(name, open(), plan),
      filedPlaces(plan, documents).map(({ document, places }) => ({
        ...document,
        filedAs: filingLabel({ category: document.category, slot: places.at(-1) ?? null }, plan),
        filedSlot: places.at(-1) ?? null,
      })),
    )
  }
  const missing = openSlots(plan, documents).length

  return (
    <div className="flex flex-col gap-4">
      {mayWrite && held !== null && documents.length > 0 && (
        <Callout title="These documents cannot be changed now" actions={takeBack}>
          {held}
        </Callout>
      )}
      {asks.length > 0 && (
        <StepAsks applicationId={applicationId} asks={asks} unsent={unsent} mayAnswer={mayWrite} />
      )}
      {mayWrite && (
        <InterruptedUploads
          applicationId={applicationId}
          isMine={queue.isMine}
          onFile={(file, filing) => add([file], filing)}
          onAdded={reload}
        />
      )}
      <Panel
        title="Required by policy"
        description={`${plan.length - missing} of ${plan.length} added. Missing documents do not prevent submission: the partner requires none.`}
      >
        <div className="@container">
          <DocumentPlanList
            plan={plan}
            documents={documents}
            uploading={uploading}
            {...(mayWrite && {
              work: {
                mayReplace: held === null,
                // Filed by slot, so that it fills no other one.
                onFile: (slot: DocumentSlot, file: File, replaces: string | null) =>
                  add([file], { category: slot.category, slot: slot.id, replaces }),
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
      {misnamed.length > 0 && (
        <Callout
          tone="warn"
          title={
            misnamed.length === 1
              ? '1 file is not what its name says'
              : `${misnamed.length} files are not what their names say`
          }
          live="status"
        >
          <ul>
            {misnamed.map(({ from, to }) => (
              <li key={`${from} ${to}`} className="break-words">
                <bdi>{from}</bdi> was added as <bdi>{to}</bdi>: that is what its content is. Open it, and
                remove it if it is the wrong file.
              </li>
            ))}
          </ul>
        </Callout>
      )}
      <p role="status" className="sr-only">
        {addedNow > 0 && !isBusy(items) && `${counted(addedNow, 'document', 'documents')} added.`}
      </p>
      {removed && (
        <RemovedNotice key={removed.id} document={removed} reload={reload} onClose={() => setRemoved(null)} />
      )}
      <div id={ADDED_DOCUMENTS} tabIndex={-1} className="rounded-lg">
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
              held={held !== null}
              closed={closed}
              stale={stale}
              onChanged={reload}
              onRemoved={setRemoved}
            />
          )}
        </Panel>
      </div>
      <RefusedFiles files={refused} />
    </div>
  )
}
