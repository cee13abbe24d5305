import { PartnerWords } from '@/components/shell/partner-words'
import { StatusBadge } from '@/components/ui/badge'
import { CopyableId } from '@/components/ui/copyable-id'
import { DateTime } from '@/components/ui/date-time'
import { Panel } from '@/components/ui/panel'
import type { AttemptView } from '@/lib/server/applications/loaders'
import { attemptWords } from './attempt-words'

const RESOLUTIONS: Record<NonNullable<AttemptView['resolution']>['kind'], string> = {
  found: 'Found at the partner by',
  absent: 'Not at the partner, says',
  'sent-again': 'Sent again by',
}

/** The ID that links to this part of the page use. */
export const ATTEMPTS_PATH = 'attempts'

/** Every attempt to send it, latest first. */
export function AttemptHistory({ attempts }: { attempts: readonly AttemptView[] }) {
  return (
    <div id={ATTEMPTS_PATH} className="min-w-0 scroll-mt-30">
      <Panel title={`Attempts (${attempts.length})`} flush>
        <ol>
          {attempts.map((attempt) => {
            const { tone, label } = attemptWords(attempt)
            return (
              <li key={attempt.id} className="border-b border-line px-4 py-2.5 last:border-b-0">
                <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <StatusBadge tone={tone}>{label}</StatusBadge>
                  <DateTime at={attempt.at} seconds />
                  <span className="text-sm text-muted">
                    {attempt.httpStatus === null ? 'no HTTP answer' : `HTTP ${attempt.httpStatus}`}
                    {attempt.answeredAt && ` · after ${secondsBetween(attempt.at, attempt.answeredAt)} s`}
                  </span>
                </div>
                {attempt.message && (
                  <p className="mt-1 break-words">
                    <PartnerWords text={attempt.message} />
                  </p>
                )}
                {attempt.resolution && (
                  <p className="mt-1 break-words">
                    {RESOLUTIONS[attempt.resolution.kind]} <bdi>{attempt.resolution.by}</bdi>,{' '}
                    <DateTime at={attempt.resolution.at} />: <bdi>{attempt.resolution.note}</bdi>
                  </p>
                )}
                <p className="mt-0.5 text-sm text-muted">
                  SHA-256 of the request{' '}
                  <CopyableId value={attempt.requestSha256} label="hash of the request" />
                </p>
                {attempt.answer && (
                  <details className="mt-1 text-sm">
                    <summary className="inline-block rounded-sm py-0.5 text-muted underline decoration-dotted underline-offset-2 hover:text-ink">
                      The partner’s raw answer, masked
                    </summary>
                    <pre className="mt-1 max-h-96 overflow-auto rounded-md border border-line bg-sunken p-3 font-mono text-xs break-words whitespace-pre-wrap">
                      {readable(attempt.answer)}
                    </pre>
                  </details>
                )}
              </li>
            )
          })}
        </ol>
      </Panel>
    </div>
  )
}

const secondsBetween = (from: string, to: string): string =>
  ((Date.parse(to) - Date.parse(from)) / 1_000).toFixed(1)

/** Indented JSON; anything else unchanged. */
function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
