'use client'

import { useTransition } from 'react'
import { NOT_LOADED } from './not-loaded'
import { PlainFrame } from './plain-frame'

/**
 * Notices that replace a page, inside or outside the frame. Every page carries them as references to one cached
 * script and not as markup. Their links and buttons are plain and get their addresses passed in: ours would bring
 * the router's link and every address of the desk.
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
 * A failed page with a retry button. A retry does not help if a script could not be loaded, because the page
 * requests it only once.
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
