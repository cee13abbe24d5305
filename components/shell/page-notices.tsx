'use client'

import { useTransition } from 'react'
import { NOT_LOADED } from './not-loaded'
import { PlainFrame } from './plain-frame'

/**
 * What stands in place of a page, within the frame or without it. Every page brings them along: as references to one
 * script that is kept, and not as their markup. Their links and buttons are plain ones, with the address given: ours
 * would bring the router's link with them, and the notices every address of the desk once more.
 */

export const NotFoundNotice = ({ home }: { home: string }) => (
  <PlainFrame title="Page not found">
    <p className="mb-4 text-sm text-muted">
      The record may have been removed, or the link may be incomplete.
    </p>
    <a href={home} className="button button-secondary">
      Go to overview
    </a>
  </PlainFrame>
)

export const ForbiddenNotice = ({ home }: { home: string }) => (
  <PlainFrame title="You don’t have access to this page">
    <p className="mb-4 text-sm text-muted">Ask an administrator for access.</p>
    <a href={home} className="button button-secondary">
      Go to overview
    </a>
  </PlainFrame>
)

/**
 * What became of a page that failed, and one more try: `retry` asks the desk anew. That would not bring a script which
 * could not be loaded: the page itself asks for it only once.
 */
export function ErrorNotice({
  error,
  retry,
}: {
  error: { name: string; digest?: string }
  retry: () => void
}) {
  const [busy, start] = useTransition()
  if (error.name === 'ChunkLoadError')
    return (
      <PlainFrame title={NOT_LOADED.title}>
        <p className="mb-4 text-sm text-muted">{NOT_LOADED.words}</p>
        <button type="button" className="button button-primary" onClick={() => location.reload()}>
          Reload
        </button>
      </PlainFrame>
    )
  return (
    <PlainFrame title="This page could not be shown">
      <p className="mb-4 text-sm text-muted">
        Saved work is safe. Try again.
        {error.digest && (
          <>
            {' '}
            If it fails again, give support this number:{' '}
            <code className="font-mono text-ink">{error.digest}</code>
          </>
        )}
      </p>
      <button type="button" className="button button-primary" aria-busy={busy} onClick={() => start(retry)}>
        {busy ? 'Trying again…' : 'Try again'}
      </button>
    </PlainFrame>
  )
}
