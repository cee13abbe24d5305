import { Panel } from '@/components/ui/panel'
import type { ApplicationView } from '@/lib/server/applications/loaders'
import { AssigneeField } from './assignee-field'
import { StartFrom } from './start-from'
import { TakeUpButton, WithdrawButton } from './withdraw-button'

/** Whose the application is, and what can be done with it as a whole, beside filling and sending it. */
export function ApplicationUpkeep({ application }: { application: ApplicationView }) {
  const { id, kind, assignee, upkeep } = application
  return (
    <Panel title="Keeping it">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <AssigneeField
          applicationId={id}
          assignee={assignee}
          people={upkeep.people}
          me={upkeep.me}
          mayAssign={upkeep.mayWrite}
        />
        {upkeep.mayWrite && (
          <div className="flex flex-wrap gap-2">
            <StartFrom applicationId={id} kind={kind} />
            {upkeep.mayWithdraw && <WithdrawButton applicationId={id} />}
            {upkeep.mayTakeUp && <TakeUpButton applicationId={id} />}
          </div>
        )}
      </div>
    </Panel>
  )
}
