'use client'

import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Panel } from '@/components/ui/panel'
import { ProgressBar } from '@/components/ui/progress-bar'
import type { UnfinishedUpload } from '@/lib/server/documents/unfinished'
import { sizeText } from './document-words'
import type { NewFiling } from './guess-category'
import { ICON_BUTTON } from './icon-button'
import { endUpload, isSameFile, registerUpload } from './upload-requests'
import { useUnfinished } from './use-unfinished'

/**
 * After a reload, the page no longer has the files, but the desk has the bytes that arrived. An upload continues
 * when the same file, recognized by size and content, is chosen or dropped again. A complete one only needs to be
 * added.
 */
export function InterruptedUploads({
  applicationId,
  isMine,
  onFile,
  onAdded,
}: {
  applicationId: string
  /** Whether this page itself is handling the upload. */
  isMine: (uploadId: string) => boolean
  /** Continues the upload that the file belongs to. */
  onFile: (file: File, filing: NewFiling) => void
  onAdded: () => Promise<void>
}) {
  const { interrupted, reload } = useUnfinished(applicationId, isMine)
  const list = useRef<HTMLUListElement>(null)
  if (interrupted.length === 0) return null
  const [one, them] = [interrupted.length === 1, interrupted.length === 1 ? 'it' : 'them']
  return (
    <Panel
      title={one ? '1 upload was interrupted' : `${interrupted.length} uploads were interrupted`}
      description={`Drop the same ${one ? 'file' : 'files'} anywhere on this page, or choose ${them} here: what was received is kept for a week, and ${one ? 'it goes' : 'they go'} on from there.`}
      flush
    >
      <ul ref={list} tabIndex={-1} className="focus-visible:outline-none">
        {interrupted.map((upload) => (
          <InterruptedRow
            key={upload.id}
            applicationId={applicationId}
            upload={upload}
            onFile={onFile}
            onGone={async (added) => {
              // The pressed button disappears with its row.
              list.current?.focus()
              await Promise.all([reload(), added ? onAdded() : null])
            }}
          />
        ))}
      </ul>
    </Panel>
  )
}

function InterruptedRow({
  applicationId,
  upload,
  onFile,
  onGone,
}: {
  applicationId: string
  upload: UnfinishedUpload
  onFile: (file: File, filing: NewFiling) => void
  onGone: (added: boolean) => Promise<void>
}) {
  const picker = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { id, name, category, slot, replaces, sizeBytes, receivedBytes } = upload
  const whole = receivedBytes === sizeBytes

  async function run(act: () => Promise<string | null>) {
    setBusy(true)
    setProblem(
      await act().catch((error: unknown) =>
        error instanceof TypeError || !(error instanceof Error) ? NO_ANSWER : error.message,
      ),
    )
    setBusy(false)
  }
  const add = () =>
    run(async () => {
      await registerUpload(applicationId, { uploadId: id, name, category, slot, replaces })
      await onGone(true)
      return null
    })
  const cancel = () =>
    run(async () => {
      await endUpload(id)
      await onGone(false)
      return null
    })
  const goOn = (file: File) =>
    run(async () => {
      if (!(await isSameFile(applicationId, upload, file))) return otherFile(file, upload)
      onFile(file, { category, slot, replaces })
      return null
    })

  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 border-b border-line px-4 py-2.5 last:border-b-0">
      <div className="min-w-0">
        <p className="font-medium break-words">
          <bdi>{name}</bdi>
        </p>
        <div className="my-1.5 max-w-xl">
          <ProgressBar label={`Received of ${name}`} value={receivedBytes} max={sizeBytes} />
        </div>
        <p className="text-sm text-muted">
          {whole
            ? `All ${sizeText(sizeBytes)} were received: it only has to be added.`
            : `Received ${sizeText(receivedBytes)} of ${sizeText(sizeBytes)}`}
        </p>
        {problem && (
          <p role="alert" className="text-sm break-words text-bad-ink">
            {problem}
          </p>
        )}
      </div>
      <div className="flex items-start justify-end gap-1">
        <input
          ref={picker}
          type="file"
          tabIndex={-1}
          aria-hidden="true"
          className="hidden"
          onChange={({ target }) => {
            const [file] = target.files ?? []
            // So that the same file can be picked again.
            target.value = ''
            if (file) void goOn(file)
          }}
        />
        {whole ? (
          <Button size="small" variant="primary" aria-label={`Add ${name}`} busy={busy} onClick={add}>
            Add it
          </Button>
        ) : (
          <Button
            size="small"
            aria-label={`Choose ${name} again`}
            busy={busy}
            onClick={() => picker.current?.click()}
          >
            Choose the file
          </Button>
        )}
        <Button
          variant="ghost"
          size="small"
          className={ICON_BUTTON}
          aria-label={`Cancel the upload of ${name}`}
          title="Cancel, and throw away what was received"
          disabled={busy}
          onClick={cancel}
        >
          <X aria-hidden="true" />
        </Button>
      </div>
    </li>
  )
}

const NO_ANSWER = 'The desk did not answer. Try again in a while.'

const otherFile = (file: File, { name, sizeBytes }: UnfinishedUpload): string =>
  file.size === sizeBytes
    ? `“${file.name}” is another file: it does not begin with what was received of “${name}”. If it was changed since, cancel this and add it again.`
    : `“${file.name}” is another file: it has ${sizeText(file.size)}, and “${name}” has ${sizeText(sizeBytes)}.`
