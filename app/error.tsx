'use client'

import { ErrorNotice } from '@/components/shell/page-notices'

/** Where the frame itself failed: with the database away, who is signed in cannot be said either. */
export default function ErrorPage({
  error,
  retry,
}: {
  error: Error & { digest?: string }
  retry: () => void
}) {
  return <ErrorNotice error={error} retry={retry} />
}
