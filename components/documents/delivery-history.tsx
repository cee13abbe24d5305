import { PartnerWords } from '@/components/shell/partner-words'
import { DateTime } from '@/components/ui/date-time'
import type { DeliveryAttempt } from '@/lib/server/documents/data'

const STATES: Record<DeliveryAttempt['state'], string> = {
  prepared: 'Prepared',
  sending: 'Sending',
  accepted: 'Accepted',
  refused: 'Refused',
  'not-sent': 'Not sent',
  unknown: 'Outcome unknown',
}

const saysItAll = ({ state, resolution, answer }: DeliveryAttempt): boolean =>
  !resolution && (state === 'accepted' || !answer)

const RESOLUTIONS: Record<NonNullable<DeliveryAttempt['resolution']>['kind'], string> = {
  found: 'Found at the partner by',
  absent: 'Not at the partner, says',
  'sent-again': 'Sent again by',
}

/** Every attempt to send a document. Shown if it says more than the document's state. */
export function DeliveryHistory({
  attempts,
  said,
}: {
  attempts: readonly DeliveryAttempt[]
  /** Text that is already shown above. */
  said: string | null
}) {
  const [first] = attempts
  if (!first || (attempts.length === 1 && saysItAll(first))) return null
  return (
    <details className="mt-1 text-sm">
      <summary className="inline-block rounded-sm py-0.5 text-muted underline decoration-dotted underline-offset-2 hover:text-ink">
        {attempts.length === 1 ? 'How it was sent' : `Sent ${attempts.length} times`}
      </summary>
      <ol className="mt-1 flex flex-col gap-2 border-s border-line ps-3">
        {attempts.map(({ id, state, at, httpStatus, message, resolution, answer }) => (
          <li key={id}>
            <p>
              <span className="font-medium">{STATES[state]}</span> · <DateTime at={at} seconds />
              {httpStatus !== null && ` · HTTP ${httpStatus}`}
            </p>
            {message && message !== said && (
              <p className="break-words text-muted">
                <PartnerWords text={message} />
              </p>
            )}
            {resolution && (
              <p className="break-words">
                {RESOLUTIONS[resolution.kind]} <bdi>{resolution.by}</bdi>, <DateTime at={resolution.at} />:{' '}
                <bdi>{resolution.note}</bdi>
              </p>
            )}
            {answer && (
              <details>
                <summary className="inline-block rounded-sm text-muted underline decoration-dotted underline-offset-2 hover:text-ink">
                  The partner’s raw answer, masked
                </summary>
                <pre className="mt-1 max-h-60 overflow-auto rounded-md border border-line bg-sunken p-2 font-mono text-xs break-words whitespace-pre-wrap">
                  {answer}
                </pre>
              </details>
            )}
          </li>
        ))}
      </ol>
    </details>
  )
}
