'use client'

import { Pause, Play, RotateCcw, X } from 'lucide-react'
import { memo, useLayoutEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { ProgressBar } from '@/components/ui/progress-bar'
import type { DocumentSlot } from '@/lib/domain/documents/document-plan'
import { CategorySelect, filedAs } from './category-select'
import { filingLabel, sizeText, timeLeftText } from './document-words'
import { ICON_BUTTON } from './icon-button'
import type { UploadItem, UploadQueue } from './upload-queue'

/** The element of the added documents. */
export const ADDED_DOCUMENTS = 'added-documents'

/** A file being uploaded. Memoized, so that its progress does not rerender the others. */
export const UploadRow = memo(function UploadRow({
  item,
  plan,
  queue,
}: {
  item: UploadItem
  plan: readonly DocumentSlot[]
  queue: UploadQueue
}) {
  const { id, name, state } = item
  const refused = state === 'refused'
  const failed = state === 'failed'
  const row = useRef<HTMLLIElement>(null)
  // An added file moves from here to the list of documents, and the focus with it.
  useLayoutEffect(() => {
    const element = row.current
    return () => {
      if (element?.contains(document.activeElement))
        document.getElementById(ADDED_DOCUMENTS)?.focus({ preventScroll: true })
    }
  }, [])
  return (
    <li
      ref={row}
      tabIndex={-1}
      className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-2 border-b border-line px-4 py-2.5 last:border-b-0 @3xl:grid-cols-[minmax(0,1fr)_12.5rem_auto]"
    >
      <div className="min-w-0">
        <p className="font-medium break-words">
          <bdi>{name}</bdi>
        </p>
        {!refused && (
          <div className="my-1.5">
            <ProgressBar
              label={`Upload of ${name}`}
              value={state === 'checking' || state === 'looking' ? undefined : item.sentBytes}
              max={item.sizeBytes}
              tone={failed ? 'bad' : 'progress'}
            />
          </div>
        )}
        <p className="text-sm text-muted">{progressText(item)}</p>
        {item.message && (
          <p
            role="alert"
            className={(refused && !item.twin) || failed ? 'text-sm text-bad-ink' : 'text-sm text-warn-ink'}
          >
            {item.message}
          </p>
        )}
        {item.warning && !refused && <p className="text-sm text-warn-ink">{item.warning}</p>}
      </div>
      <div className="@max-3xl:col-span-2 @max-3xl:row-start-2 @max-3xl:max-w-64">
        {!refused && (
          <CategorySelect
            of={name}
            value={filedAs(item, plan)}
            plan={plan}
            disabled={state === 'checking'}
            onChange={(filing) => queue.setFiling(id, filing)}
          />
        )}
      </div>
      <div className="flex items-start justify-end gap-1">
        {(state === 'sending' || state === 'waiting') && (
          <Button
            variant="ghost"
            className={ICON_BUTTON}
            aria-label={`Pause ${name}`}
            title="Pause"
            onClick={() => queue.pause(id)}
          >
            <Pause aria-hidden="true" />
          </Button>
        )}
        {state === 'paused' && (
          <Button
            variant="ghost"
            className={ICON_BUTTON}
            aria-label={`Resume ${name}`}
            title="Resume"
            onClick={() => queue.resume(id)}
          >
            <Play aria-hidden="true" />
          </Button>
        )}
        {item.twin === 'offered' && (
          <Button
            size="small"
            onClick={() => {
              // This button disappears when pressed.
              row.current?.focus({ preventScroll: true })
              queue.addAgain(id)
            }}
          >
            Add for {filingLabel(item, plan)} too
          </Button>
        )}
        {failed && (
          <Button aria-label={`Retry ${name}`} onClick={() => queue.resume(id)}>
            <RotateCcw aria-hidden="true" />
            Retry
          </Button>
        )}
        <Button
          variant="ghost"
          className={ICON_BUTTON}
          aria-label={refused ? `Dismiss ${name}` : `Cancel ${name}`}
          title={refused ? 'Dismiss' : 'Cancel'}
          disabled={state === 'checking'}
          onClick={(event) => {
            // This button disappears with its row, so the focus moves to the list.
            event.currentTarget.closest('ul')?.focus()
            queue.cancel(id)
          }}
        >
          <X aria-hidden="true" />
        </Button>
      </div>
    </li>
  )
})

function progressText({ state, sentBytes, sizeBytes, bytesPerSecond }: UploadItem): string {
  const percent = sizeBytes > 0 ? Math.floor((sentBytes / sizeBytes) * 100) : 0
  const far = `${percent}% · ${sizeText(sentBytes)} of ${sizeText(sizeBytes)}`
  switch (state) {
    case 'looking':
      return `Comparing it with what is here · ${sizeText(sizeBytes)}`
    case 'waiting':
      return sentBytes > 0 ? `Waiting for its turn · ${far}` : `Waiting for its turn · ${sizeText(sizeBytes)}`
    case 'sending':
      return bytesPerSecond === null
        ? far
        : [
            far,
            `${sizeText(Math.round(bytesPerSecond))}/s`,
            ...(bytesPerSecond > 0 ? [timeLeftText((sizeBytes - sentBytes) / bytesPerSecond)] : []),
          ].join(' · ')
    case 'paused':
      return `Paused · ${far}`
    case 'checking':
      return 'Received. Looking at its content…'
    case 'failed':
      return `Stopped · ${far}`
    case 'refused':
      return `Not added · ${sizeText(sizeBytes)}`
  }
}
