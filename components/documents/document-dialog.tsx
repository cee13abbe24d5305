'use client'

import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { FieldFrame } from '@/components/forms/field-frame'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Dialog } from '@/components/ui/dialog'
import { removeDocumentAction, renameDocumentAction } from '@/lib/server/documents/actions'
import type { DocumentItem } from '@/lib/server/documents/data'
import type { DocumentDialogKind } from './document-list'
import { DocumentViewer } from './document-viewer'
import { categoryLabel, sizeText, whyItStays } from './document-words'
import { ResolveDelivery } from './resolve-delivery'

type DialogProps = { document: DocumentItem; onClose: () => void; onChanged: () => Promise<void> }

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
  const { document } = props
  const attempt = document.attempts.findLast(({ state, resolution }) => state === 'unknown' && !resolution)
  if (kind === 'preview') return <Preview {...props} documents={documents} onSelect={onSelect} />
  if (kind === 'rename') return <Rename {...props} />
  if (kind === 'remove') return <Remove {...props} />
  return attempt && <ResolveDelivery {...props} attempt={attempt} />
}

type ActionResult = {
  data?: { ok: true } | { ok: false; message: string }
  serverError?: { message: string }
}

/** Runs an action about a document; `problem` says why it was not done. */
function useAction({ onClose, onChanged }: Pick<DialogProps, 'onClose' | 'onChanged'>) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function run(act: () => Promise<ActionResult>) {
    setBusy(true)
    const result = await act().catch(
      (): ActionResult => ({ serverError: { message: 'The desk did not answer. Try again in a while.' } }),
    )
    const failure =
      result.serverError?.message ?? (result.data?.ok ? null : (result.data?.message ?? 'Couldn’t complete.'))
    await onChanged()
    setBusy(false)
    setProblem(failure)
    if (failure === null) onClose()
  }
  return { run, busy, problem }
}

function Remove({ document, onClose, onChanged }: DialogProps) {
  const { run, busy, problem } = useAction({ onClose, onChanged })
  const stays = whyItStays(document)
  return (
    <ShortDialog
      title={stays ? 'This document stays' : 'Remove this document?'}
      name={document.name}
      problem={problem}
      onClose={onClose}
      footer={
        stays ? (
          <Button onClick={onClose}>Close</Button>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button
              variant="danger"
              busy={busy}
              onClick={() => run(() => removeDocumentAction({ documentId: document.id }))}
            >
              Remove it
            </Button>
          </>
        )
      }
    >
      {stays ??
        "It leaves the application and is not sent to the partner. Its content stays in the desk's archive."}
    </ShortDialog>
  )
}

function Rename({ document, onClose, onChanged }: DialogProps) {
  const { run, busy, problem } = useAction({ onClose, onChanged })
  const [missing, setMissing] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const form = useId()

  function rename(event: FormEvent) {
    event.preventDefault()
    const name = input.current?.value.trim() ?? ''
    setMissing(name === '')
    if (name === '') return input.current?.focus()
    if (!busy) void run(() => renameDocumentAction({ documentId: document.id, name }))
  }
  return (
    <ShortDialog
      title="Rename this document"
      name={document.name}
      problem={problem}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" busy={busy}>
            Rename it
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={rename} noValidate className="mt-3 text-ink">
        <FieldFrame
          path="document-name"
          meta={{
            label: 'Name',
            hint: 'The partner gets the file under this name, with the extension of its content.',
          }}
          required
          findings={missing ? [{ severity: 'error', message: 'A document needs a name.' }] : []}
        >
          {(control) => (
            <input
              {...control}
              ref={input}
              type="text"
              defaultValue={document.name}
              maxLength={200}
              autoComplete="off"
              className="control"
              onFocus={({ currentTarget }) => {
                const dot = currentTarget.value.lastIndexOf('.')
                currentTarget.setSelectionRange(0, dot > 0 ? dot : currentTarget.value.length)
              }}
            />
          )}
        </FieldFrame>
      </form>
    </ShortDialog>
  )
}

function ShortDialog({
  title,
  name,
  problem,
  footer,
  onClose,
  children,
}: {
  title: string
  name: string
  problem: string | null
  footer: ReactNode
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Dialog open onClose={onClose} title={title} footer={footer}>
      <p className="font-medium break-words">
        <bdi>{name}</bdi>
      </p>
      <div className="mt-1 text-sm text-muted">{children}</div>
      {problem && (
        <div className="mt-3">
          <Callout tone="bad" title="Couldn’t complete" live="alert">
            {problem}
          </Callout>
        </div>
      )}
    </Dialog>
  )
}

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
