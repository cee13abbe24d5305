'use client'

import { useEffect, useRef, useState } from 'react'

export const NOT_LOADED = {
  title: 'Part of this page could not be loaded',
  words:
    'PayFac Desk may have been updated while this page was open, or the connection failed. Saved work is safe. Reload the page.',
}

/**
 * Replaces a part of a page, such as a dialog, whose script could not be loaded. The page and its input stay.
 * Scripts are requested only once, so only a reload helps. Shown above an open dialog.
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

/** For the `catch` of such an `import`. Errors inside the loaded script are thrown as usual. */
export function notLoaded(error: unknown): { default: never } {
  if (!(error instanceof Error) || error.name !== 'ChunkLoadError') throw error
  // It replaces any component and uses the props that it knows.
  return { default: NotLoaded as never }
}
