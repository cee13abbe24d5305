'use client'

import { PlainFrame } from '@/components/shell/plain-frame'

export default function ErrorPage({
  error,
  reset,
}: {
  error: Error & { digest?: string }
  reset: () => void
}) {
  return (
    <PlainFrame title="This page could not be shown">
      <p className="mb-4 text-sm text-muted">
        Saved work is safe. Try again. If it fails again, give support this number:{' '}
        <code className="font-mono text-ink">{error.digest ?? 'none'}</code>
      </p>
      {/* Every page brings this one: without our button, which brings the router's link. */}
      <button type="button" className="button button-primary" onClick={reset}>
        Try again
      </button>
    </PlainFrame>
  )
}
