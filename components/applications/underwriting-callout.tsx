import { LinkButton } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { DateTime } from '@/components/ui/date-time'
import { Link } from '@/components/ui/link'
import { UNDERWRITING_PATH } from '@/lib/domain/application/status'
import { inTheWay, isInDraft } from '@/lib/domain/application/steps'
import { outlives } from '@/lib/domain/underwriting/evidence'
import { counted } from '@/lib/domain/values/counted'
import { routes } from '@/lib/routes'
import type { ApplicationView } from '@/lib/server/applications/loaders'
import type { RequestView } from '@/lib/server/cases/view'
import { Decided } from '../underwriting/decided'
import { fieldAddress } from './review-step-links'
import { StepAsks } from './step-asks'
import { TakeBackButton } from './take-back-button'

/** Where an application stands in underwriting, and what staff should do. */
export function UnderwritingCallout({
  application,
  linksCase = true,
  isOnReview = false,
}: {
  application: ApplicationView
  /** Whether it is on the review step, above the panel that it links to. */
  isOnReview?: boolean
  /** False if a link to the case is already beside it. */
  linksCase?: boolean
}) {
  const { id, status, underwriting, mayTakeBack, mayOpenCase } = application
  if (!underwriting) return null
  const { given, underwriter, firstDecidedBy, request, decision } = underwriting
  const takeBack = mayTakeBack ? (
    <TakeBackButton applicationId={id} status={status} />
  ) : (
    linksCase &&
    mayOpenCase && (
      <LinkButton size="small" href={routes.underwritingCase(id)}>
        Open the case
      </LinkButton>
    )
  )
  const { wrong, missing } = inTheWay(application.violations)
  const blocking = [...wrong, ...missing]
  /** An upgrade, or a list that an admin changed, can make a value wrong that was right when it was approved. */
  const toCorrect = blocking.filter(isInDraft).length
  switch (status) {
    case 'in-underwriting':
      return (
        <Callout title="Our underwriters have it" actions={takeBack}>
          <p>
            {given.isAnswer ? 'Answered' : 'Sent'} by <bdi>{given.by}</bdi>, <DateTime at={given.at} />.{' '}
            {underwriter ? (
              <>
                <bdi>{underwriter.name}</bdi> has the case
                {underwriter.since && (
                  <>
                    {' '}
                    since <DateTime at={underwriter.since} />
                  </>
                )}
                .
              </>
            ) : firstDecidedBy === null ? (
              'No underwriter has claimed it.'
            ) : (
              <>
                <bdi>{firstDecidedBy}</bdi> made the first of two decisions; another underwriter makes the
                second.
              </>
            )}{' '}
            It is locked{mayTakeBack && '; recall it to change it'}.
          </p>
        </Callout>
      )
    case 'info-requested':
      return (
        <Callout tone="warn" title="Our underwriters need something before they decide" actions={takeBack}>
          {request && <Asked application={application} request={request} isOnReview={isOnReview} />}
        </Callout>
      )
    case 'approved':
      if (blocking.length > 0)
        return (
          <Callout
            tone="warn"
            title={`Our underwriters approved it, and it cannot be submitted ${toCorrect > 0 ? 'as it is' : 'yet'}`}
            actions={takeBack}
          >
            {decision && <Decided decision={decision} />}
            <ul className="mt-1 list-disc ps-5">
              {blocking.map(({ path, message }) => (
                <li key={`${path} ${message}`}>{message}</li>
              ))}
            </ul>
            {toCorrect > 0 && (
              <p className="mt-1">
                {counted(toCorrect, 'problem')} must be corrected first: the rules or lists changed after the
                approval. {mayTakeBack ? 'Recall it,' : 'Onboarding has to recall it,'} correct it and send it
                to underwriting again. It then needs a new decision.
              </p>
            )}
          </Callout>
        )
      return (
        <Callout tone="good" title="Our underwriters approved it" actions={takeBack}>
          {decision && <Decided decision={decision} />}
          <p className="mt-1">
            {mayTakeBack && (
              <>
                {isOnReview ? (
                  'Submit it below'
                ) : (
                  <Link href={routes.applicationStep(id, 'review')} className={WAY}>
                    Review and submit it
                  </Link>
                )}
                . To change it, recall it.{' '}
              </>
            )}
            {decision && outlives(decision.reasons, 'added')
              ? 'The documents to follow can be added at any time. Any other change needs a new decision.'
              : 'A change needs a new decision; so does one of its documents.'}
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
      return fallen(application) && decision ? (
        <Callout tone="warn" title="Our underwriters approved it before it changed">
          <Decided decision={decision} />
          <p className="mt-1">
            A value or a document changed, so the approval does not cover it.
            {application.mayHandOver && (
              <>
                {' '}
                <ToHandOver applicationId={id} isOnReview={isOnReview}>
                  Send it to underwriting again
                </ToHandOver>
                .
              </>
            )}
          </p>
        </Callout>
      ) : null
  }
}

const WAY = 'rounded-sm underline underline-offset-2'

/** Links to the hand-over panel: further down on the review step, or from another page to that step. */
function ToHandOver({
  applicationId,
  isOnReview,
  children,
}: {
  applicationId: string
  isOnReview: boolean
  children: string
}) {
  return isOnReview ? (
    <a href={`#${UNDERWRITING_PATH}`} className={WAY}>
      {children}
    </a>
  ) : (
    <Link href={fieldAddress(applicationId, UNDERWRITING_PATH)} className={WAY}>
      {children}
    </Link>
  )
}

/** The approval no longer counts because what would be sent has changed. */
const fallen = ({ underwriting, violations }: ApplicationView): boolean =>
  underwriting?.decision?.outcome === 'approve' && violations.some(({ path }) => path === UNDERWRITING_PATH)

function Asked({
  application: { id, asks, unsent, mayWrite, maySubmit },
  request: { askedBy, askedAt },
  isOnReview,
}: {
  application: ApplicationView
  request: RequestView
  isOnReview: boolean
}) {
  const done = asks.filter(({ isDone }) => isDone).length
  return (
    <>
      <p className="mb-2">
        <bdi>{askedBy}</bdi>, <DateTime at={askedAt} />. {done} of {asks.length} answered.
        {maySubmit && (
          <>
            {' '}
            <ToHandOver applicationId={id} isOnReview={isOnReview}>
              Return it
            </ToHandOver>{' '}
            when all are.
          </>
        )}
      </p>
      <StepAsks applicationId={id} asks={asks} unsent={unsent} mayAnswer={mayWrite} title={false} />
    </>
  )
}
