import Link from 'next/link'
import { Callout } from '@/components/ui/callout'
import { DateTime } from '@/components/ui/date-time'
import { reasonOf } from '@/lib/domain/underwriting/reasons'
import { pathOfPlace } from '@/lib/domain/underwriting/request-items'
import type { ApplicationView } from '@/lib/server/applications/loaders'
import type { DecisionView, RequestView } from '@/lib/server/underwriting/view'
import { fieldAddress } from './review-step-links'
import { TakeBackButton } from './take-back-button'

/** Where an application stands with our own underwriters, and what that asks of staff. */
export function UnderwritingCallout({ application }: { application: ApplicationView }) {
  const { id, status, underwriting, mayTakeBack } = application
  if (!underwriting) return null
  const { handedOver, underwriter, request, decision } = underwriting
  const takeBack = mayTakeBack && <TakeBackButton applicationId={id} status={status} />
  switch (status) {
    case 'in-underwriting':
      return (
        <Callout title="Our underwriters have it" actions={takeBack}>
          <p>
            Handed over by <bdi>{handedOver.by}</bdi>, <DateTime at={handedOver.at} />.{' '}
            {underwriter ? (
              <>
                <bdi>{underwriter.name}</bdi> works on it.
              </>
            ) : (
              'Nobody has claimed it yet.'
            )}{' '}
            It cannot be changed meanwhile; take it back to change it.
          </p>
        </Callout>
      )
    case 'info-requested':
      return (
        <Callout tone="warn" title="Our underwriters need something before they decide" actions={takeBack}>
          {request && <Asked application={application} request={request} />}
        </Callout>
      )
    case 'approved':
      return (
        <Callout tone="good" title="Our underwriters approved it as it stands" actions={takeBack}>
          {decision && <Decided decision={decision} />}
          <p className="mt-1">
            Submit it on the review step. To change it, take it back: a change needs a new decision.
          </p>
        </Callout>
      )
    case 'declined':
      return (
        <Callout tone="bad" title="Our underwriters declined it">
          {decision && <Decided decision={decision} />}
          <p className="mt-1">
            It is closed, and its reasons are kept. Where things have changed, start a new one from it.
          </p>
        </Callout>
      )
    default:
      return null
  }
}

function Asked({
  application: { id, draft },
  request: { items, askedBy, askedAt },
}: {
  application: ApplicationView
  request: RequestView
}) {
  return (
    <>
      <p>
        <bdi>{askedBy}</bdi>, <DateTime at={askedAt} />. Each entry leads to its place; hand it back on the
        review step when all is answered.
      </p>
      <ul className="mt-2 flex flex-col gap-1">
        {items
          .filter(({ state }) => state === 'open' || state === 'again')
          .map(({ id: itemId, place, label, note }) => {
            const path = pathOfPlace(draft, place)
            return (
              <li key={itemId} className="break-words">
                {path === null ? (
                  <span className="font-medium">{label}</span>
                ) : (
                  <Link
                    href={fieldAddress(id, path.startsWith('documents.') ? 'documents' : path)}
                    className="font-medium underline"
                  >
                    {label}
                  </Link>
                )}
                {': '}
                <bdi>{note}</bdi>
              </li>
            )
          })}
      </ul>
    </>
  )
}

function Decided({ decision: { by, at, reasons, note } }: { decision: DecisionView }) {
  return (
    <>
      <p>
        <bdi>{by}</bdi>, <DateTime at={at} />:{' '}
        {reasons.map((code) => reasonOf(code)?.label ?? code).join('; ')}.
      </p>
      {note !== '' && (
        <p className="mt-1 break-words whitespace-pre-line">
          <bdi>{note}</bdi>
        </p>
      )}
    </>
  )
}
