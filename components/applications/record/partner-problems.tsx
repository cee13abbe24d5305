import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { fieldLabel } from '@/lib/domain/application/either-fields'
import { stepOf } from '@/lib/domain/application/steps'
import type { ApplicationView, AttemptView } from '@/lib/server/applications/loaders'
import { fieldAddress } from '../review-step-links'

const TO_FIELD = 'rounded-sm text-accent-ink underline underline-offset-2'

type Told = AttemptView['problems'][number]

/** What the partner found wrong, in its own words, with links to the fields. */
export function PartnerProblems({
  application,
  problems,
}: {
  application: ApplicationView
  problems: readonly Told[]
}) {
  return (
    <Panel
      title={
        problems.length === 1
          ? 'The partner named 1 problem'
          : `The partner named ${problems.length} problems`
      }
      flush
    >
      <ul>
        {problems.map((problem) => (
          <li
            key={`${problem.code} ${problem.fields.join()} ${problem.message}`}
            className="border-b border-line px-4 py-2.5 last:border-b-0"
          >
            <p className="break-words">
              <bdi>{problem.message}</bdi>
            </p>
            <p className="mt-0.5 flex flex-wrap items-baseline gap-x-4 gap-y-0.5 text-sm text-muted">
              {problem.paths.map((path) =>
                application.mayWrite ? (
                  <Link key={path} href={fieldAddress(application.id, path)} className={TO_FIELD}>
                    Fix <bdi>{fieldLabel(path, application.draft.contacts.items)}</bdi>
                  </Link>
                ) : (
                  <a key={path} href={`#${stepOf(path)}`} className={TO_FIELD}>
                    See <bdi>{fieldLabel(path, application.draft.contacts.items)}</bdi>
                  </a>
                ),
              )}
              {problem.code && (
                <span>
                  Code <code className="font-mono">{problem.code}</code>
                </span>
              )}
              {problem.fields.length > 0 && (
                <span className="break-all">
                  Partner’s field <code className="font-mono">{problem.fields.join(', ')}</code>
                </span>
              )}
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
