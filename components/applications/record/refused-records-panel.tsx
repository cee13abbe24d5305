import { CopyableText } from '@/components/ui/copyable-text'
import { Panel } from '@/components/ui/panel'
import type { ApplicationView, AttemptView } from '@/lib/server/applications/loaders'
import { recordKind } from '../record-kind'
import { refusedRecords, supportText } from './refused-records'

/**
 * What to do if the partner accepted only part of a full application: its endpoint only creates (interface,
 * "Endpoints", 4), so only the partner can add the rest.
 */
export function RefusedRecords({
  application,
  attempt,
}: {
  application: ApplicationView
  attempt: AttemptView
}) {
  const refused = refusedRecords(attempt.results, application.outgoing)
  if (refused.length === 0) return null
  return (
    <Panel
      title="What is left to do"
      description="With the partner’s support: the desk does not resend this, because the endpoint only creates."
    >
      <ol className="flex flex-col gap-2">
        {refused.map(({ result }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a stored answer never changes its order
          <li key={index} className="flex flex-wrap gap-x-3 gap-y-0.5">
            <span className="font-medium break-words">
              <bdi>{result.name}</bdi>{' '}
              <span className="font-normal text-muted">{recordKind(result.objectType)}</span>
            </span>
            <span className="min-w-0 break-words text-bad-ink">
              <bdi>{result.message || 'The partner gave no reason.'}</bdi>
            </span>
          </li>
        ))}
      </ol>
      <div className="mt-4 border-t border-line pt-3">
        <CopyableText
          label="Text for the partner’s support"
          hint="Identities are masked. Add what they ask for by a way that is safe for it."
          text={supportText(application, attempt, refused)}
        />
      </div>
    </Panel>
  )
}
