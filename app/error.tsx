'use client'

import { ErrorNotice } from '@/components/shell/page-notices'

export default function ErrorPage({
  error,
  reset,
}: {
  error: Error & { digest?: string }
  reset: () => void
}) {
  return <ErrorNotice digest={error.digest} onRetry={reset} />
}
