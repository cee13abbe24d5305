'use client'

import { PlainFrame } from '@/components/shell/plain-frame'
import { routes } from '@/lib/routes'

/** Every page brings this one along: as a reference to a script that is kept, and not as its markup. */
export default function NotFound() {
  return (
    <PlainFrame title="Page not found">
      <p className="mb-4 text-sm text-muted">
        The record may have been removed, or the link may be incomplete.
      </p>
      {/* No link of the router: every page brings this one, and would bring the router's link with it. */}
      <a href={routes.home} className="button button-secondary">
        Go to overview
      </a>
    </PlainFrame>
  )
}
