'use client'

import { useSyncExternalStore } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { forgetUpload, listInterrupted } from './upload-memory'
import type { UploadItem } from './upload-queue'

/**
 * After a reload the page has no files any more, only the memory that their uploads were begun. Dropping
 * the same files goes on where they stopped.
 */
export function InterruptedUploads({
  applicationId,
  items,
}: {
  applicationId: string
  items: readonly UploadItem[]
}) {
  // One text, so that the same memory is the same snapshot; nothing on the server.
  const remembered = useSyncExternalStore(
    subscribeToMemory,
    () => JSON.stringify(listInterrupted(applicationId)),
    () => '[]',
  )
  const interrupted: ReturnType<typeof listInterrupted> = JSON.parse(remembered)
  const open = interrupted.filter(
    ({ fingerprint }) => !items.some((item) => item.fingerprint === fingerprint),
  )
  if (open.length === 0) return null
  return (
    <Callout
      tone="info"
      title={open.length === 1 ? '1 upload was interrupted' : `${open.length} uploads were interrupted`}
      actions={
        <Button
          size="small"
          onClick={() => {
            for (const { fingerprint } of open) forgetUpload(applicationId, fingerprint)
            window.dispatchEvent(new Event(FORGOTTEN))
          }}
        >
          Forget {open.length === 1 ? 'it' : 'them'}
        </Button>
      }
    >
      <p>
        Drop the same {open.length === 1 ? 'file' : 'files'} again: what has arrived is kept for a week, and
        it goes on from there.
      </p>
      <ul className="mt-1 list-disc ps-4">
        {open.map(({ fingerprint, name }) => (
          <li key={fingerprint} className="break-words">
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
    </Callout>
  )
}

const FORGOTTEN = 'uploads-forgotten'

/** Another window's changes, and our own button's. */
function subscribeToMemory(listener: () => void) {
  window.addEventListener('storage', listener)
  window.addEventListener(FORGOTTEN, listener)
  return () => {
    window.removeEventListener('storage', listener)
    window.removeEventListener(FORGOTTEN, listener)
  }
}
