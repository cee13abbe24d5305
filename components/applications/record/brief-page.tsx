import type { ReactNode } from 'react'
import { CopyableId } from '@/components/ui/copyable-id'
import { DateTime } from '@/components/ui/date-time'
import { Description, DescriptionList } from '@/components/ui/description-list'
import { Panel } from '@/components/ui/panel'
import type { ApplicationBrief } from '@/lib/server/applications/brief-loaders'
import { RecordHeader } from './record-header'

/** The page for people who may see only the application's status and its funding merchants. */
export function BriefPage({
  application,
  fundingMerchants,
}: {
  application: ApplicationBrief
  fundingMerchants: ReactNode
}) {
  const { assignee, opportunityId } = application
  return (
    <>
      <RecordHeader
        application={application}
        subtitle={
          <>
            Last change <DateTime at={application.updatedAt} />
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
