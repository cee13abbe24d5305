import type { ReactNode } from 'react'
import { PageHeader } from '@/components/shell/page-header'
import { Badge } from '@/components/ui/badge'
import { CopyableId } from '@/components/ui/copyable-id'
import { DateTime } from '@/components/ui/date-time'
import { Description, DescriptionList } from '@/components/ui/description-list'
import { Panel } from '@/components/ui/panel'
import { KIND_LABELS } from '@/lib/domain/application/kind-labels'
import { routes } from '@/lib/routes'
import type { ApplicationBrief } from '@/lib/server/applications/brief-loaders'
import { ApplicationStatusBadge } from './application-status-badge'

/** An application for those who need no more of it than how it stands, and what it is funded as. */
export function BriefPage({
  application,
  fundingMerchants,
}: {
  application: ApplicationBrief
  fundingMerchants: ReactNode
}) {
  const { number, kind, title, assignee, opportunityId, updatedAt } = application
  return (
    <>
      <PageHeader
        title={<bdi>{title}</bdi>}
        back={{ href: routes.applications, label: 'Applications' }}
        badges={
          <>
            <Badge>A-{number}</Badge>
            <Badge>{KIND_LABELS[kind].name}</Badge>
            <ApplicationStatusBadge application={application} />
          </>
        }
        subtitle={
          <>
            Last change <DateTime at={updatedAt} />
          </>
        }
      />
      <div className="flex flex-col gap-4">
        <Panel
          title="Application"
          description="Owners, bank accounts and documents are shown to onboarding and underwriting."
        >
          <DescriptionList>
            <Description term="Assignee">{assignee && <bdi>{assignee}</bdi>}</Description>
            <Description term="Opportunity at the partner">
              {opportunityId && <CopyableId value={opportunityId} label="Opportunity" />}
            </Description>
          </DescriptionList>
        </Panel>
        {fundingMerchants}
      </div>
    </>
  )
}
