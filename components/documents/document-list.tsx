'use client'

import { CircleHelp, Download, Eye, Lock, Pencil, Send, Trash2 } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { TroubleNotice } from '@/components/forms/trouble-notice'
import { usePress } from '@/components/forms/use-press'
import { StatusBadge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { CopyableId } from '@/components/ui/copyable-id'
import { DateTime } from '@/components/ui/date-time'
import type { Deliverable } from '@/lib/domain/documents/deliverable'
import { canChangeDocument, canSendDocumentAgain } from '@/lib/domain/documents/delivery-state'
import { type DocumentSlot, fileDoubts, fillPlan } from '@/lib/domain/documents/document-plan'
import { isQuarantined } from '@/lib/domain/documents/scan-state'
import { routes } from '@/lib/routes'
import { changeCategoryAction, sendDocumentAgainAction } from '@/lib/server/documents/actions'
import type { DocumentItem } from '@/lib/server/documents/data'
import { CategorySelect, filedAs } from './category-select'
import { DeliveryHistory } from './delivery-history'
import { deliveryWords, filingLabel, sizeText } from './document-words'
import { type Filing, ownerQuestion } from './guess-category'
import { ICON_BUTTON } from './icon-button'

const DocumentDialog = lazy(() => import('./document-dialog'))

/** The dialogs about one document. */
export type DocumentDialogKind = 'preview' | 'rename' | 'remove' | 'resolve'

export function DocumentList({
  documents,
  plan,
  deliverable,
  mayWrite,
  held,
  closed,
  stale,
  onChanged,
  onRemoved,
}: {
  documents: readonly DocumentItem[]
  plan: readonly DocumentSlot[]
  deliverable: Deliverable
  mayWrite: boolean
  /** Documents cannot be changed because underwriters decide from them. */
  held: boolean
  /** Why this person cannot open the documents; null if they can. */
  closed: string | null
  /** The last reload failed, so the list may be outdated. */
  stale: boolean
  onChanged: () => Promise<void>
  /** Set if the page can undo a removal. */
  onRemoved?: (document: DocumentItem) => void
}) {
  const [dialog, setDialog] = useState<{ kind: DocumentDialogKind; document: DocumentItem } | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const filled = fillPlan(plan, documents)
  const open = filled.flatMap(({ slot, document }) => (document ? [] : [slot]))
  const slotOf = ({ id, slot }: DocumentItem) =>
    filled.find(({ document }) => document?.id === id)?.slot.id ?? slot

  /** The name of the later file that replaced it in its slot; null if it counts itself. */
  const laterOf = ({ id, slot }: DocumentItem) => {
    const counts = filled.find((one) => one.slot.id === slot)?.document
    return counts && counts.id !== id ? counts.name : null
  }

  function closeDialog() {
    setDialog(null)
    // The button that opened the dialog may be gone with its document.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) list.current?.focus()
    })
  }
  return (
    <>
      {stale && (
        <p role="status" className="border-b border-line bg-warn-soft px-4 py-2 text-sm text-warn-ink">
          The list could not be brought up to date: the desk does not answer, or your session has ended.
          Reload the page to see the present state.
        </p>
      )}
      {closed !== null && (
        <p className="flex items-baseline gap-2 border-b border-line px-4 py-2 text-sm text-muted">
          <Lock className="size-3.5 shrink-0 translate-y-0.5" aria-hidden="true" />
          {closed}
        </p>
      )}
      <ul ref={list} tabIndex={-1} className="@container focus-visible:outline-none">
        {documents.map((document) => (
          <DocumentRow
            key={document.id}
            document={{ ...document, slot: slotOf(document) }}
            plan={plan}
            deliverable={deliverable}
            mayWrite={mayWrite}
            mayChange={mayWrite && !held}
            mayOpen={closed === null}
            doubts={fileDoubts(document, plan, documents)}
            replacedBy={laterOf(document)}
            question={ownerQuestion(document.slot, open)}
            onChanged={onChanged}
            onDialog={(kind) => setDialog({ kind, document })}
          />
        ))}
      </ul>
      {dialog && (
        <Suspense>
          <DocumentDialog
            {...dialog}
            documents={documents}
            onSelect={(document) => setDialog({ kind: 'preview', document })}
            onClose={closeDialog}
            onChanged={onChanged}
            onRemoved={onRemoved}
          />
        </Suspense>
      )}
    </>
  )
}

function DocumentRow({
  document,
  plan,
  deliverable,
  mayWrite,
  mayChange,
  mayOpen,
  doubts,
  replacedBy,
  question,
  onChanged,
  onDialog,
}: {
  /** With the slot that it fills, whether or not one was chosen. */
  document: DocumentItem
  plan: readonly DocumentSlot[]
  deliverable: Deliverable
  mayWrite: boolean
  mayChange: boolean
  mayOpen: boolean
  doubts: readonly string[]
  /** The name of the file that now has its slot. */
  replacedBy: string | null
  /** Asks which person or account the file is for; null if there is nothing to choose. */
  question: string | null
  onChanged: () => Promise<void>
  onDialog: (kind: DocumentDialogKind) => void
}) {
  const { busy, press, trouble } = usePress()
  const { id, name } = document
  const delivery = deliveryWords(document, deliverable)

  const changeFiling = (filing: Filing) =>
    press('filing', () => changeCategoryAction({ documentId: id, ...filing }).finally(onChanged))
  const sendAgain = () => press('send', () => sendDocumentAgainAction({ documentId: id }).finally(onChanged))

  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-2 border-b border-line px-4 py-2.5 last:border-b-0 @3xl:grid-cols-[minmax(0,1fr)_12.5rem_minmax(0,16rem)_9.25rem]">
      <div className="min-w-0 @max-lg:col-span-2">
        <p className="font-medium break-words">
          <bdi>{name}</bdi>
        </p>
        <p className="text-sm text-muted">
          {sizeText(document.sizeBytes)} · <DateTime at={document.uploadedAt} /> ·{' '}
          <bdi>{document.uploadedBy}</bdi>
        </p>
        {doubts.map((words) => (
          <p key={words} className="text-sm break-words text-warn-ink">
            <bdi>{words}</bdi>.
          </p>
        ))}
        {replacedBy !== null && (
          <p className="text-sm text-muted">
            Replaced by <bdi className="break-all">{replacedBy}</bdi>
          </p>
        )}
        {document.decision?.verdict === 'rejected' && (
          <p className="text-sm break-words text-bad-ink">
            Rejected: <bdi>{document.decision.reason}</bdi>
          </p>
        )}
        {document.decision?.verdict === 'accepted' && (
          <p className="text-sm text-good-ink">Accepted by underwriting</p>
        )}
        <TroubleNotice trouble={trouble} title="Couldn’t complete" />
      </div>
      <div className="@max-3xl:col-span-2 @max-3xl:max-w-64">
        {mayChange ? (
          <CategorySelect of={name} value={filedAs(document, plan)} plan={plan} onChange={changeFiling} />
        ) : (
          <p>{filingLabel(document, plan)}</p>
        )}
        {question !== null && mayChange && <p className="mt-1 text-sm text-warn-ink">{question}</p>}
      </div>
      <div className="min-w-0 @max-3xl:col-span-2">
        <StatusBadge tone={delivery.tone}>{delivery.label}</StatusBadge>
        {delivery.detail && <p className="mt-1 text-sm break-words text-muted">{delivery.detail}</p>}
        {document.attachmentId && (
          <p className="mt-1 text-sm">
            <CopyableId value={document.attachmentId} label={`attachment id of ${name}`} />
          </p>
        )}
        {mayWrite && canSendDocumentAgain(document.delivery) && document.keptBack === null && (
          <Button
            size="small"
            className="mt-1.5"
            aria-label={`Send again: ${name}`}
            busy={busy === 'send'}
            onClick={sendAgain}
          >
            <Send aria-hidden="true" />
            Send again
          </Button>
        )}
        {mayWrite && document.delivery === 'unknown' && (
          <Button
            size="small"
            className="mt-1.5"
            aria-label={`Say how it ended: ${name}`}
            onClick={() => onDialog('resolve')}
          >
            <CircleHelp aria-hidden="true" />
            Say how it ended…
          </Button>
        )}
        <DeliveryHistory attempts={document.attempts} said={delivery.detail} />
      </div>
      <div className="flex items-start justify-end gap-1 @max-lg:col-span-2 @max-lg:-ms-2 @max-lg:justify-start @lg:@max-3xl:col-start-2 @lg:@max-3xl:row-start-1">
        {mayChange && canChangeDocument(document.delivery) && (
          <Button
            variant="ghost"
            className={ICON_BUTTON}
            aria-label={`Rename ${name}`}
            title="Rename"
            onClick={() => onDialog('rename')}
          >
            <Pencil aria-hidden="true" />
          </Button>
        )}
        {mayOpen && !isQuarantined(document.scan) && (
          <>
            <Button
              variant="ghost"
              className={ICON_BUTTON}
              aria-label={`Preview ${name}`}
              title="Preview"
              onClick={() => onDialog('preview')}
            >
              <Eye aria-hidden="true" />
            </Button>
            <a
              href={routes.api.documentContent(id)}
              download={name}
              aria-label={`Download ${name}`}
              title={document.scan === null ? 'Download (not scanned for malware)' : 'Download'}
              className="inline-grid size-8.5 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink pointer-coarse:size-11"
            >
              <Download className="size-4" aria-hidden="true" />
            </a>
          </>
        )}
        {mayChange && (
          <Button
            variant="ghost"
            className={ICON_BUTTON}
            aria-label={`Remove ${name}`}
            title="Remove"
            onClick={() => onDialog('remove')}
          >
            <Trash2 aria-hidden="true" />
          </Button>
        )}
      </div>
    </li>
  )
}
