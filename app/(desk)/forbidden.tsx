'use client'

import { PageNotice } from '@/components/shell/page-notice'
import { routes } from '@/lib/routes'

/** As the page for what was not found: a reference, and not its markup. */
export default function Forbidden() {
  return (
    <PageNotice title="You don’t have access to this page">
      <p className="mb-4 text-sm text-muted">Ask an administrator for access.</p>
      <a href={routes.home} className="button button-secondary">
        Go to overview
      </a>
    </PageNotice>
  )
}
