'use client'

import { ErrorNotice } from '@/components/shell/error-notice'
import { PlainFrame } from '@/components/shell/plain-frame'

/** Where the frame itself failed: with the database away, who is signed in cannot be said either. */
export default function ErrorPage({
  error,
  retry,
}: {
  error: Error & { digest?: string }
  retry: () => void
}) {
  return (
    <PlainFrame title="This page could not be shown">
      <ErrorNotice digest={error.digest} retry={retry} />
    </PlainFrame>
  )
}
