'use client'

import { ErrorNotice } from '@/components/shell/page-notices'

/** One page failed: the ways to all others stay. */
export default function ErrorPage({
  error,
  retry,
}: {
  error: Error & { digest?: string }
  retry: () => void
}) {
  return <ErrorNotice digest={error.digest} retry={retry} />
}
