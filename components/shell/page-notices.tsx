'use client'

import { PlainFrame } from './plain-frame'

/**
 * What stands in place of a page. Every page brings them along: as references to one script that is kept, and not as
 * their markup. Their links and buttons are plain ones, with the address given: ours would bring the router's link with
 * them, and the notices every address of the desk once more.
 */

export const NotFoundNotice = ({ list }: { list: string }) => (
  <PlainFrame title="Page not found">
    <p className="mb-4 text-sm text-muted">
      The record may have been removed, or the link may be incomplete.
    </p>
    <a href={list} className="button button-secondary">
      Go to the applications
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

export const ErrorNotice = ({ digest, onRetry }: { digest: string | undefined; onRetry: () => void }) => (
  <PlainFrame title="This page could not be shown">
    <p className="mb-4 text-sm text-muted">
      Saved work is safe. Try again. If it fails again, give support this number:{' '}
      <code className="font-mono text-ink">{digest ?? 'none'}</code>
    </p>
    <button type="button" className="button button-primary" onClick={onRetry}>
      Try again
    </button>
  </PlainFrame>
)
