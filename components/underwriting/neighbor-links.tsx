import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PageAction } from '@/components/shell/page-actions'
import { Link } from '@/components/ui/link'
import { routes } from '@/lib/routes'
import type { CaseView } from '@/lib/server/underwriting/loaders'

/** Links to the previous and next case of the queue. */
export function NeighborLinks({ neighbors: { previous, next } }: Pick<CaseView, 'neighbors'>) {
  if (!previous && !next) return null
  return (
    <nav aria-label="Other cases" className="flex gap-1">
      {previous && (
        <NeighborLink to={previous} action="previous-case" keyName="k" label="Previous case">
          <ChevronLeft className="size-4" aria-hidden="true" />
        </NeighborLink>
      )}
      {next && (
        <NeighborLink to={next} action="next-case" keyName="j" label="Next in queue">
          <ChevronRight className="size-4" aria-hidden="true" />
        </NeighborLink>
      )}
    </nav>
  )
}

function NeighborLink({
  to: { applicationId, number },
  action,
  keyName,
  label,
  children,
}: {
  to: NonNullable<CaseView['neighbors']['next']>
  action: PageAction
  keyName: string
  label: string
  children: ReactNode
}) {
  return (
    <Link
      href={routes.underwritingCase(applicationId)}
      data-action={action}
      aria-keyshortcuts={keyName}
      aria-label={`${label}, A-${number}`}
      title={`${label}, A-${number} (${keyName})`}
      className="button button-ghost px-1.5"
    >
      {children}
    </Link>
  )
}
