import { StatusBadge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { DateTime } from '@/components/ui/date-time'
import { CHECK_STATE_TEXTS } from '@/lib/domain/connections/connections'
import type { CheckView } from '@/lib/server/connections/check'
import type { ConnectionRow } from '@/lib/server/connections/loaders'

/** One endpoint: what is checked, the last results, and a button to check it now. */
export function ConnectionCheck({
  row: { title, tried, address, checks },
  busy,
  onCheck,
}: {
  row: ConnectionRow
  busy: boolean
  onCheck: () => void
}) {
  const [last, ...earlier] = checks
  const isTold = last?.facts.some(({ name }) => name === 'Address')
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 border-b border-line px-4 py-3 last:border-b-0">
      <div className="min-w-0 flex-1 basis-72">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h3 className="font-semibold break-words">{title}</h3>
          {last ? <State check={last} /> : <StatusBadge tone="neutral">Not checked yet</StatusBadge>}
        </div>
        {address && !isTold && <p className="font-mono text-xs break-all text-muted">{address}</p>}
        {last ? <Result check={last} /> : <p className="mt-1 text-sm text-muted">{tried}</p>}
        {last && (
          <p className="mt-1 text-sm text-muted">
            <When check={last} /> {tried}
          </p>
        )}
        {earlier.length > 0 && <Earlier checks={earlier} title={title} />}
      </div>
      <Button size="small" busy={busy} onClick={onCheck}>
        Check<span className="sr-only"> {title}</span>
      </Button>
    </li>
  )
}

const State = ({ check: { state } }: { check: CheckView }) => (
  <StatusBadge tone={CHECK_STATE_TEXTS[state].tone}>{CHECK_STATE_TEXTS[state].label}</StatusBadge>
)

const When = ({ check: { at, by } }: { check: CheckView }) => (
  <>
    Checked <DateTime at={at} seconds /> by {by === null ? 'the desk' : <bdi>{by}</bdi>}.
  </>
)

function Result({ check: { state, found, meaning, advice, facts } }: { check: CheckView }) {
  const isWrong = state === 'failed' || state === 'attention'
  return (
    <div className="mt-1 max-w-prose text-sm">
      <p
        className={classNames(
          'break-words',
          isWrong && (state === 'failed' ? 'text-bad-ink' : 'text-warn-ink'),
        )}
      >
        {found}
      </p>
      {meaning && state !== 'ok' && <p className="break-words">{meaning}</p>}
      {advice && state !== 'ok' && <p className="font-medium break-words">{advice}</p>}
      {facts.length > 0 && (
        <dl className="mt-1 grid gap-x-4 gap-y-0.5 sm:grid-cols-[auto_1fr]">
          {facts.map(({ name, value }) => (
            <div key={name} className="contents">
              <dt className="text-muted max-sm:mt-1">{name}</dt>
              <dd className="min-w-0 break-words">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}

function Earlier({ checks, title }: { checks: readonly CheckView[]; title: string }) {
  return (
    <details className="mt-1 text-sm">
      <summary className="inline-block rounded-sm py-1 text-muted underline decoration-dotted underline-offset-2 hover:text-ink">
        {checks.length === 1 ? '1 earlier result' : `${checks.length} earlier results`}
        <span className="sr-only"> of {title}</span>
      </summary>
      <ol className="mt-1 flex flex-col gap-2 border-s-2 border-line ps-3">
        {checks.map((check) => (
          <li key={check.n}>
            <p className="flex flex-wrap items-center gap-x-2">
              <State check={check} />
              <span className="text-muted">
                <When check={check} />
              </span>
            </p>
            <p className="max-w-prose break-words">{check.found}</p>
          </li>
        ))}
      </ol>
    </details>
  )
}
