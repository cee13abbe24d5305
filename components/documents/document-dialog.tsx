'use client'

import { ActionDialog } from '@/components/dialogs/action-dialog'
import { TextInput } from '@/components/dialogs/action-fields'
import type { DeskAction } from '@/components/forms/use-desk-action'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { documentInput, renameDocumentInput } from '@/lib/domain/documents/inputs'
import { removeDocumentAction, renameDocumentAction } from '@/lib/server/documents/actions'
import type { DocumentItem } from '@/lib/server/documents/data'
import type { DocumentDialogKind } from './document-list'
import { DocumentViewer } from './document-viewer'
import { categoryLabel, sizeText, whyItStays } from './document-words'
import { ResolveDelivery } from './resolve-delivery'

type DialogProps = {
  document: DocumentItem
  onClose: () => void
  onChanged: () => Promise<void>
  onRemoved?: ((document: DocumentItem) => void) | undefined
}

/** Loaded when the first dialog is opened, hence a default export. */
export default function DocumentDialog({
  kind,
  documents,
  onSelect,
  ...props
}: DialogProps & {
  kind: DocumentDialogKind
  documents: readonly DocumentItem[]
  onSelect: (document: DocumentItem) => void
}) {
  if (kind === 'preview') return <Preview {...props} documents={documents} onSelect={onSelect} />
  if (kind === 'rename') return <Rename {...props} />
  if (kind === 'remove') return <Remove {...props} />
  const attempt = props.document.attempts.findLast(
    ({ state, resolution }) => state === 'unknown' && !resolution,
  )
  return attempt && <ResolveDelivery {...props} attempt={attempt} />
}

/** The list reloads after any result: a refusal also means that something changed. */
const thenReload =
  <In, T>(action: DeskAction<In, T>, onChanged: () => Promise<void>): DeskAction<In, T> =>
  (input) =>
    action(input).finally(onChanged)

function Remove({ document, onClose, onChanged, onRemoved }: DialogProps) {
  const stays = whyItStays(document)
  if (stays)
    return (
      <Dialog
        open
        onClose={onClose}
        title="This document stays"
        footer={<Button onClick={onClose}>Close</Button>}
      >
        <Name of={document} />
        <p className="mt-1 text-sm text-muted">{stays}</p>
      </Dialog>
    )
  return (
    <ActionDialog
      title="Remove this document?"
      description="It leaves the application and is not sent to the partner. Its content stays in the desk’s archive."
      confirm="Remove it"
      failed="Couldn’t complete"
      danger
      unanswered="try-again"
      schema={documentInput}
      values={{ documentId: document.id }}
      action={thenReload(removeDocumentAction, onChanged)}
      onDone={() => {
        onRemoved?.(document)
        onClose()
      }}
      onClose={onClose}
    >
      <Name of={document} />
    </ActionDialog>
  )
}

const Rename = ({ document, onClose, onChanged }: DialogProps) => (
  <ActionDialog
    title="Rename this document"
    confirm="Rename it"
    failed="Couldn’t complete"
    unanswered="try-again"
    schema={renameDocumentInput}
    values={{ documentId: document.id, name: document.name }}
    action={thenReload(renameDocumentAction, onChanged)}
    onDone={onClose}
    onClose={onClose}
  >
    <Name of={document} />
    <TextInput
      name="name"
      label="Name"
      hint="The partner gets the file under this name, with the extension of its content."
      maxLength={200}
      onFocus={({ currentTarget }) => {
        const dot = currentTarget.value.lastIndexOf('.')
        currentTarget.setSelectionRange(0, dot > 0 ? dot : currentTarget.value.length)
      }}
    />
  </ActionDialog>
)

const Name = ({ of }: { of: DocumentItem }) => (
  <p className="font-medium break-words">
    <bdi>{of.name}</bdi>
  </p>
)

function Preview({
  document,
  documents,
  onSelect,
  onClose,
}: Pick<DialogProps, 'document' | 'onClose'> & {
  documents: readonly DocumentItem[]
  onSelect: (document: DocumentItem) => void
}) {
  const { id, name, category, sizeBytes } = document
  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      title={<bdi className="break-words">{name}</bdi>}
      description={`${categoryLabel(category)} · ${sizeText(sizeBytes)}`}
    >
      <div className="h-[calc(100dvh-12rem)]">
        <DocumentViewer
          documents={documents}
          currentId={id}
          onSelect={(selected) => {
            const next = documents.find((candidate) => candidate.id === selected)
            if (next) onSelect(next)
          }}
        />
      </div>
    </Dialog>
  )
}
