import type { ReactNode } from 'react'
import { PageHeader } from '@/components/shell/page-header'
import { Badge } from '@/components/ui/badge'
import { KIND_LABELS } from '@/lib/domain/application/kind-labels'
import { routes } from '@/lib/routes'
import type { ApplicationBrief } from '@/lib/server/applications/brief-loaders'
import { ApplicationStatusBadge } from '../application-status-badge'

/** The head of an application's page, the same for everybody and in every status. */
export const RecordHeader = ({
  application,
  subtitle,
  actions,
}: {
  application: Pick<ApplicationBrief, 'number' | 'kind' | 'title' | 'status' | 'statusBeforeRevision'> & {
    isUnchanged?: boolean
  }
  subtitle: ReactNode
  actions?: ReactNode
}) => (
  <PageHeader
    title={<bdi>{application.title}</bdi>}
    back={{ href: routes.applications, label: 'Applications' }}
    badges={
      <>
        <Badge>A-{application.number}</Badge>
        <Badge>{KIND_LABELS[application.kind].name}</Badge>
        <ApplicationStatusBadge application={application} />
      </>
    }
    subtitle={subtitle}
    actions={actions}
  />
)
