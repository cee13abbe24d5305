import { Callout } from '@/components/ui/callout'
import { isUpdateNotSent, type StatusAndRevision } from '@/lib/domain/application/status'
import { partAddress } from './case-status'

/** Says that a case shows the values of an update and not those that were decided on. */
export function OpenedForUpdate({
  application,
  isDecided,
}: {
  application: StatusAndRevision
  isDecided: boolean
}) {
  if (!isUpdateNotSent(application)) return null
  return (
    <div className="mb-4">
      <Callout
        tone="warn"
        title="Opened for an update"
        actions={
          isDecided && (
            <a href={partAddress('evidence')} className="text-sm font-medium underline">
              Decision history
            </a>
          )
        }
      >
        The partner has what was submitted. Values, signals and checklist show the changes, which are not
        sent.
      </Callout>
    </div>
  )
}
