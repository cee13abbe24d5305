'use client'

import { type ReactNode, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Dialog } from '@/components/ui/dialog'
import { routes } from '@/lib/routes'
import { removeDocumentAction, sendDocumentAgainAction } from '@/lib/server/documents/actions'
import type { DocumentItem } from '@/lib/server/documents/data'
import type { DocumentDialogKind } from './document-list'
import { categoryLabel, sizeText } from './document-words'

/** Loaded when the first dialog is opened, hence a default export. */
export default function DocumentDialog({
  kind,
  document,
  onClose,
  onChanged,
}: {
  kind: DocumentDialogKind
  document: DocumentItem
  onClose: () => void
  onChanged: () => Promise<void>
}) {
  if (kind === 'preview') return <Preview document={document} onClose={onClose} />
  if (kind === 'remove') {
    return (
      <Confirmation
        title="Remove this document?"
        what={<bdi>{document.name}</bdi>}
        meaning="It leaves the application and is not sent to the partner. Its content stays in the desk's archive."
        confirm="Remove it"
        act={() => removeDocumentAction({ documentId: document.id })}
        onClose={onClose}
        onChanged={onChanged}
      />
    )
  }
  return (
    <Confirmation
      title="Send this document again?"
      what={<bdi>{document.name}</bdi>}
      meaning="Nobody knows whether the first sending arrived. If it did, the partner will have this document twice. Look at the opportunity there first."
      confirm="Send it again"
      act={() => sendDocumentAgainAction({ documentId: document.id, confirmed: true })}
      onClose={onClose}
      onChanged={onChanged}
    />
  )
}

type ActionResult = {
  data?: { ok: true } | { ok: false; message: string }
  serverError?: { message: string }
}

function Confirmation({
  title,
  what,
  meaning,
  confirm,
  act,
  onClose,
  onChanged,
}: {
  title: string
  what: ReactNode
  meaning: string
  confirm: string
  act: () => Promise<ActionResult>
  onClose: () => void
  onChanged: () => Promise<void>
}) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function run() {
    setBusy(true)
    const result = await act().catch(
      (): ActionResult => ({ serverError: { message: 'The desk did not answer. Try again in a while.' } }),
    )
    const failure =
      result.serverError?.message ?? (result.data?.ok ? null : (result.data?.message ?? 'This was not done.'))
    await onChanged()
    setBusy(false)
    setProblem(failure)
    if (failure === null) onClose()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" busy={busy} onClick={run}>
            {confirm}
          </Button>
        </>
      }
    >
      <p className="font-medium break-words">{what}</p>
      <p className="mt-1 text-sm text-muted">{meaning}</p>
      {problem && (
        <div className="mt-3">
          <Callout tone="bad" title="It was not done" live="alert">
            {problem}
          </Callout>
        </div>
      )}
    </Dialog>
  )
}

function Preview({ document, onClose }: { document: DocumentItem; onClose: () => void }) {
  const { id, name, mediaType, category, sizeBytes } = document
  const address = routes.api.documentContent(id)
  const frame = useRef<HTMLDivElement>(null)
  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      title={<bdi className="break-words">{name}</bdi>}
      description={`${categoryLabel(category)} · ${sizeText(sizeBytes)}`}
      footer={
        // On a phone, browsers show no PDF inside a page.
        <a
          href={address}
          target="_blank"
          rel="noreferrer"
          className="rounded-sm text-sm text-accent-ink underline underline-offset-2"
        >
          Open in a new tab
        </a>
      }
    >
      <div ref={frame} tabIndex={-1} className="focus-visible:outline-none">
        {mediaType.startsWith('image/') ? (
          // biome-ignore lint/performance/noImgElement: a private document, which no image service may see or keep
          <img
            src={address}
            alt={name}
            className="mx-auto max-h-[70dvh] max-w-full rounded-md border border-line bg-white"
          />
        ) : (
          <iframe
            src={address}
            title={name}
            // Chromium shows no PDF in a sandboxed frame. Its viewer runs nothing of the page's, and the answer
            // itself says `sandbox` and `nosniff`, so that nothing else can be shown there in its place.
            sandbox={mediaType === 'application/pdf' ? undefined : ''}
            // The viewer takes the focus, and Escape would then close nothing.
            onLoad={() => frame.current?.focus()}
            className="h-[70dvh] w-full rounded-md border border-line bg-white"
          />
        )}
      </div>
    </Dialog>
  )
}
