'use client'

import { ErrorNotice } from '@/components/shell/error-notice'
import { PageNotice } from '@/components/shell/page-notice'

/** One page failed: the ways to all others stay. */
export default function ErrorPage({
  error,
  retry,
}: {
  error: Error & { digest?: string }
  retry: () => void
}) {
  return (
    <PageNotice title="This page could not be shown">
      <ErrorNotice digest={error.digest} retry={retry} />
    </PageNotice>
  )
}
