import { Panel } from '@/components/ui/panel'
import type { ApplicationView } from '@/lib/server/applications/loaders'
import { AssigneeField } from './assignee-field'
import { DoneNotice } from './done-notice'
import { StartFrom } from './start-from'
import { WithdrawButton } from './withdraw-button'

type Kept = { application: Pick<ApplicationView, 'id' | 'kind' | 'status' | 'assignee' | 'upkeep'> }

/** Who the application is assigned to. */
export const ApplicationAssignee = ({ application: { id, assignee, upkeep } }: Kept) => (
  <AssigneeField
    applicationId={id}
    assignee={assignee}
    people={upkeep.people}
    me={upkeep.me}
    mayAssign={upkeep.mayWrite}
  />
)

/** Actions on the whole application, besides filling it in and sending it. */
export function ApplicationActions({ application: { id, kind, status, upkeep } }: Kept) {
  if (!upkeep.mayWrite) return null
  return (
    <>
      {upkeep.mayCopy && <StartFrom applicationId={id} kind={kind} />}
      {upkeep.mayWithdraw && <WithdrawButton applicationId={id} isDraft={status === 'draft'} />}
    </>
  )
}

/** Both in one row, at the end of a step. */
export const ApplicationUpkeep = ({ application }: Kept) => (
  <Panel>
    <DoneNotice applicationId={application.id} />
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
      <ApplicationAssignee application={application} />
      <div className="flex flex-wrap gap-2 empty:hidden">
        <ApplicationActions application={application} />
      </div>
    </div>
  </Panel>
)
