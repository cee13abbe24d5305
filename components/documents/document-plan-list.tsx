'use client'

import { Circle, CircleCheck, CircleDashed, RefreshCw, TriangleAlert, Upload } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { ACCEPTED_MEDIA_TYPES } from '@/lib/domain/documents/document-kinds'
import { type DocumentSlot, fileDoubts, fillPlan, rejectedFor } from '@/lib/domain/documents/document-plan'
import type { DecisionOnDocument } from '@/lib/server/documents/data'

type UploadingFile = { id: string | number; category: string; slot: string | null; name: string }

type PlacedDocument = {
  id: string
  category: string
  slot: string | null
  name: string
  calledAs: string | null
  sha256: string
  decision: Pick<DecisionOnDocument, 'verdict' | 'reason'> | null
}

/** The actions in a slot, on pages where files are added. */
type SlotWork = {
  onFile: (slot: DocumentSlot, file: File, replaces: string | null) => void
  /** Whether the file in a slot may be replaced. */
  mayReplace: boolean
  /** Our underwriters' requests for this slot, and whether each is done. */
  asked: (slot: DocumentSlot) => readonly { id: string; note: string; isDone: boolean }[]
}

/**
 * The documents that our policy asks for, one slot each, with the file that fills it. A file that is dropped on a
 * slot or chosen in it fills that slot.
 */
export function DocumentPlanList({
  plan,
  documents,
  uploading = [],
  work,
}: {
  plan: readonly DocumentSlot[]
  documents: readonly PlacedDocument[]
  /** Files that are being uploaded. */
  uploading?: readonly UploadingFile[]
  work?: SlotWork
}) {
  const files = [
    ...documents.map((file) => ({ ...file, isHere: true as const })),
    ...uploading.map((file) => ({ ...file, isHere: false as const })),
  ]
  return (
    <ul className="grid gap-x-6 gap-y-1.5 @2xl:grid-cols-2">
      {fillPlan(plan, files).map(({ slot, document }, index) => (
        <Slot
          key={slot.id}
          slot={slot}
          file={document}
          doubts={document?.isHere ? fileDoubts(document, plan, documents) : []}
          rejected={rejectedFor(slot, plan, files).filter((file) => file.isHere)}
          // A reason that several slots in a row share is shown once.
          why={plan[index - 1]?.why === slot.why ? null : slot.why}
          work={work}
        />
      ))}
    </ul>
  )
}

function Slot({
  slot,
  file,
  doubts,
  rejected,
  why,
  work,
}: {
  slot: DocumentSlot
  file: (PlacedDocument & { isHere: true }) | (UploadingFile & { isHere: false }) | null
  doubts: readonly string[]
  /** Rejected files that nothing has replaced. */
  rejected: readonly PlacedDocument[]
  why: string | null
  work: SlotWork | undefined
}) {
  const [over, setOver] = useState(false)
  const reasons = rejected.map(({ decision }) => decision?.reason)
  // A rejection's reason is also the request for a replacement, so it is shown once.
  const asks = (work?.asked(slot) ?? []).filter(({ note, isDone }) => isDone || !reasons.includes(note))
  const place = useRef<HTMLLIElement>(null)
  const replaces = work?.mayReplace && file?.isHere ? file.id : null
  const isAsked = asks.some(({ isDone }) => !isDone)
  const takesFiles = work !== undefined && (file === null || replaces !== null || isAsked)
  const [Icon, verb] = replaces === null ? [Upload, 'Choose file'] : [RefreshCw, 'Replace']

  function take(taken: File) {
    work?.onFile(slot, taken, replaces)
    // The button disappears during the upload.
    place.current?.focus({ preventScroll: true })
  }

  function drop(event: DragEvent) {
    setOver(false)
    const [dropped, ...more] = [...event.dataTransfer.files]
    // Several files, or a folder, are handled by the page.
    if (!work || !dropped || more.length > 0) return
    if (event.dataTransfer.items[0]?.webkitGetAsEntry()?.isDirectory) return
    event.preventDefault()
    event.stopPropagation()
    take(dropped)
  }

  return (
    <li
      ref={place}
      data-field={`documents.${slot.id}`}
      tabIndex={-1}
      onDragOver={takesFiles ? () => setOver(true) : undefined}
      onDragLeave={takesFiles ? () => setOver(false) : undefined}
      onDrop={takesFiles ? drop : undefined}
      className={classNames(
        'flex scroll-mt-24 gap-2.5 rounded-md border px-2.5 py-2',
        over
          ? 'border-accent bg-accent-soft'
          : takesFiles && (file === null || isAsked)
            ? 'border-dashed border-line-strong'
            : 'border-transparent',
      )}
    >
      <SlotMark file={file} isDoubtful={doubts.length > 0} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
          <p className="min-w-0 break-words">
            <bdi className="font-medium">{slot.label}</bdi>{' '}
            {file === null ? (
              <span className="text-sm text-warn-ink">Missing</span>
            ) : file.isHere ? (
              <span
                className={classNames(
                  'text-sm break-all',
                  doubts.length > 0 ? 'text-warn-ink' : 'text-good-ink',
                )}
              >
                <bdi>{file.name}</bdi>
                {file.decision?.verdict === 'accepted' && <span className="break-normal"> · Accepted</span>}
              </span>
            ) : (
              <span className="text-sm text-muted">
                Uploading <bdi className="break-all">{file.name}</bdi>
              </span>
            )}
          </p>
          {takesFiles && (
            <Button
              size="small"
              variant={replaces === null || isAsked ? 'secondary' : 'ghost'}
              aria-label={`${verb}: ${slot.label}`}
              onClick={() => pickFile(take)}
            >
              <Icon aria-hidden="true" />
              {verb}
            </Button>
          )}
        </div>
        {doubts.map((words) => (
          <p key={words} className="text-sm break-words text-warn-ink">
            <bdi>{words}</bdi>.
          </p>
        ))}
        {over && replaces !== null && (
          <p className="text-sm text-accent-ink">Drop it here to replace this file.</p>
        )}
        {why !== null && <p className="text-sm text-muted">{why}</p>}
        {rejected.map(({ id, name, decision }) => (
          <p key={id} className="text-sm break-words text-bad-ink">
            Rejected: <bdi>{decision?.reason}</bdi> (<bdi className="break-all">{name}</bdi>)
          </p>
        ))}
        {asks.map(({ id, note, isDone }) => (
          <p
            key={id}
            className={classNames('text-sm break-words', isDone ? 'text-good-ink' : 'text-warn-ink')}
          >
            {isDone ? 'Answered: ' : 'Underwriting asks: '}
            <bdi>{note}</bdi>
          </p>
        ))}
      </div>
    </li>
  )
}

function SlotMark({ file, isDoubtful }: { file: { isHere: boolean } | null; isDoubtful: boolean }) {
  const [Icon, color] =
    file === null
      ? [Circle, 'text-warn-ink']
      : !file.isHere
        ? [CircleDashed, 'text-muted']
        : isDoubtful
          ? [TriangleAlert, 'text-warn-ink']
          : [CircleCheck, 'text-good-ink']
  return <Icon className={classNames('mt-0.5 size-4 shrink-0', color)} aria-hidden="true" />
}

const EXTENSIONS = Object.values(ACCEPTED_MEDIA_TYPES).flat().join(',')

/** Opens a file chooser that is not part of the page, for one slot. */
function pickFile(onFile: (file: File) => void): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = EXTENSIONS
  input.onchange = () => {
    const [file] = input.files ?? []
    if (file) onFile(file)
  }
  input.click()
}
