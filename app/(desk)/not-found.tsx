'use client'

import { PageNotice } from '@/components/shell/page-notice'
import { routes } from '@/lib/routes'

/** Every page brings this one along: as a reference to a script that is kept, and not as its markup. */
export default function NotFound() {
  return (
    <PageNotice title="Page not found">
      <p className="mb-4 text-sm text-muted">
        The record may have been removed, or the link may be incomplete.
      </p>
      <a href={routes.home} className="button button-secondary">
        Go to overview
      </a>
    </PageNotice>
  )
}
