'use client'

import { PlainFrame } from '@/components/shell/plain-frame'
import { Button } from '@/components/ui/button'

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
      <Button variant="primary" onClick={reset}>
        Try again
      </Button>
    </PlainFrame>
  )
}
