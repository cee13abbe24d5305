import { Callout } from '@/components/ui/callout'
import { Link } from '@/components/ui/link'
import { KIND_LABELS } from '@/lib/domain/application/kind-labels'
import { routes } from '@/lib/routes'
import type { ApplicationView } from '@/lib/server/applications/loaders'
import { Decided } from '../underwriting/decided'

/** More would push the form out of sight. */
const MOST_OPEN = 6

/** What an application was started from, and which values it could not keep. */
export function OriginCallout({
  origin: { applicationId, number, kind, leftOut, decline },
}: {
  origin: NonNullable<ApplicationView['origin']>
}) {
  return (
    <Callout
      tone={decline ? 'warn' : 'info'}
      title={
        <>
          Started from{' '}
          <Link href={routes.application(applicationId)} className="underline">
            A-{number}
          </Link>{' '}
          ({KIND_LABELS[kind].name}){decline && ', which our underwriters declined'}
        </>
      }
    >
      {decline && (
        <div className="mb-2">
          <Decided decision={decline} />
        </div>
      )}
      {leftOut.length === 0 ? (
        'Its values were copied; the two are independent of each other.'
      ) : (
        <details open={leftOut.length <= MOST_OPEN}>
          <summary className="inline-block rounded-sm py-0.5 underline decoration-dotted underline-offset-2">
            {leftOut.length === 1 ? '1 of its values' : `${leftOut.length} of its values`} had no place here
          </summary>
          <dl className="mt-1">
            {leftOut.map(({ label, text }) => (
              <div key={`${label} ${text}`} className="flex flex-wrap gap-x-2 py-0.5">
                <dt className="text-muted">{label}</dt>
                <dd className="min-w-0 break-words whitespace-pre-line">
                  <bdi>{text}</bdi>
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </Callout>
  )
}
