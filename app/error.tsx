'use client'

import { ErrorNotice } from '@/components/shell/page-notices'

/** Shown if the frame itself failed: without the database, not even the signed-in person is known. */
export default function ErrorPage({
  error,
  retry,
}: {
  error: Error & { digest?: string }
  retry: () => void
}) {
  return <ErrorNotice error={error} retry={retry} />
}
