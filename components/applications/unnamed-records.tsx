import { ChevronRight } from 'lucide-react'
import { Panel } from '@/components/ui/panel'
import type { PartnerRecord } from '@/lib/domain/application/partner-records'
import type { ApplicationView } from '@/lib/server/applications/loaders'
import { RecordIdForm } from './record-id-form'
import { recordKind } from './record-kind'

/** Records without a known ID, separated into those that hold something up (`needed`) and the others. */
export const splitUnnamed = ({ kind, unnamed }: Pick<ApplicationView, 'kind' | 'unnamed'>) => {
  const waits = (record: PartnerRecord) => waitingFor(kind, record) !== null
  return { needed: unnamed.filter(waits), others: unnamed.filter((record) => !waits(record)) }
}

/** What waits for the ID, in words; null if nothing does. */
function waitingFor(kind: ApplicationView['kind'], { objectType }: PartnerRecord): string | null {
  if (objectType === 'Opportunity')
    return kind === 'full' ? 'Its documents wait for it.' : 'Its documents and every update wait for it.'
  if (kind === 'full') return null
  return objectType === 'Account' ? 'Every update waits for it.' : 'It cannot be updated without it.'
}

/** The IDs that hold something up, in a panel of their own because entering them is the next step. */
export function NeededRecordIds({ application }: { application: ApplicationView }) {
  const { needed } = splitUnnamed(application)
  if (needed.length === 0) return null
  return (
    <Panel
      title={needed.length === 1 ? 'A record ID is missing' : `${needed.length} record IDs are missing`}
      description="The partner did not name what it has. Look there, or ask its support, and enter it here."
      flush
    >
      <RecordList application={application} records={needed} />
    </Panel>
  )
}

/** The other IDs, folded because nothing waits for them. */
export function OtherRecordIds({ application }: { application: ApplicationView }) {
  const { others } = splitUnnamed(application)
  if (others.length === 0 || !application.maySubmit) return null
  return (
    <details className="group rounded-lg border border-line bg-surface">
      <summary className="flex min-h-11 items-center gap-2 rounded-lg px-4 py-2.5">
        <ChevronRight className="size-4 shrink-0 text-muted group-open:rotate-90" aria-hidden="true" />
        <span className="flex flex-wrap items-baseline gap-x-2">
          <h2 className="text-base font-semibold">Records with unknown IDs</h2>
          <span className="text-sm text-muted">{others.length}; nothing waits for them</span>
        </span>
      </summary>
      <div className="border-t border-line">
        <RecordList application={application} records={others} />
      </div>
    </details>
  )
}

function RecordList({
  application: { id, kind, maySubmit },
  records,
}: {
  application: ApplicationView
  records: readonly PartnerRecord[]
}) {
  return (
    <ul>
      {records.map((record) => {
        const { objectType, itemId, name } = record
        const waiting = waitingFor(kind, record)
        const called = itemId === '' ? recordKind(objectType) : name
        return (
          <li
            key={`${objectType} ${itemId}`}
            className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2.5 last:border-b-0"
          >
            <span className="font-medium break-words">
              <bdi>{called}</bdi>
            </span>
            {itemId !== '' && <span className="text-sm text-muted">{recordKind(objectType)}</span>}
            {waiting && <span className="text-sm text-warn-ink">{waiting}</span>}
            {maySubmit && (
              <RecordIdForm
                applicationId={id}
                record={{ ...record, name: called }}
                primary={objectType === 'Opportunity'}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}
