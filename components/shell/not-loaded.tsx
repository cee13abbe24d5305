'use client'

import { useEffect, useRef, useState } from 'react'

export const NOT_LOADED = {
  title: 'Part of this page could not be loaded',
  words:
    'PayFac Desk may have been updated while this page was open, or the connection failed. Saved work is safe. Reload the page.',
}

/**
 * What stands for a part of a page whose script does not come, such as a dialog: the page stays, with what was typed into
 * it. It is asked for only once, so that nothing but a reload brings it. Above a dialog that is open.
 */
function NotLoaded({ onClose }: { onClose?: () => void }) {
  const box = useRef<HTMLDivElement>(null)
  const [isClosed, setIsClosed] = useState(false)
  useEffect(() => box.current?.showPopover(), [])
  if (isClosed) return null
  return (
    <div
      ref={box}
      role="alert"
      popover="manual"
      className="fixed inset-x-4 top-auto bottom-4 mx-auto my-0 max-w-md rounded-lg border border-bad-line bg-raised px-4 py-3 text-ink shadow-raised"
    >
      <p className="font-semibold text-bad-ink">{NOT_LOADED.title}</p>
      <p className="mt-0.5 text-sm">{NOT_LOADED.words}</p>
      <div className="mt-2.5 flex flex-wrap gap-2">
        <button type="button" className="button button-primary" onClick={() => location.reload()}>
          Reload
        </button>
        <button
          type="button"
          className="button button-secondary"
          onClick={() => {
            setIsClosed(true)
            onClose?.()
          }}
        >
          Close
        </button>
      </div>
    </div>
  )
}

/** Behind the `import` of such a part; what breaks within its script is an error as any other. */
export function notLoaded(error: unknown): { default: never } {
  if (!(error instanceof Error) || error.name !== 'ChunkLoadError') throw error
  // It stands for whatever was to be loaded, and takes of its properties what it knows.
  return { default: NotLoaded as never }
}
