import { Badge } from '@/components/ui/badge'
import { DateTime } from '@/components/ui/date-time'
import { areAccepted, isAsked } from '@/lib/domain/underwriting/request-items'
import { pick } from '@/lib/domain/values/pick'
import type { RequestView } from '@/lib/server/cases/view'
import type { CaseView } from '@/lib/server/underwriting/loaders'
import { AnswerReview } from './answer-reviews'
import { type AnsweredItem, answeredItems, isAbout } from './answered-items'
import { ItemAnswer } from './item-answer'
import { WithdrawAsk } from './withdraw-ask'
import { Words } from './words'

/** The requests to staff, latest first, with what they did since. */
export function CaseRequests({ view, mayReview }: { view: CaseView; mayReview: boolean }) {
  const { requests, application } = view
  if (requests.length === 0) {
    return (
      <p className="p-4 text-sm text-muted">
        Nothing was asked.
        {mayReview &&
          ' To ask, press the question mark at a value or document; all that you pick goes to staff in one request.'}
      </p>
    )
  }
  return (
    <ul>
      {requests.map((request) => (
        <AskedAndAnswered
          key={request.id}
          request={request}
          answered={answeredItems(request, application.documents, application.documentPlan)}
          applicationId={application.id}
          mayReview={mayReview}
          mayWithdraw={
            application.status === 'info-requested' && view.mayWork && view.mayNotDecide !== 'own-work'
          }
        />
      ))}
    </ul>
  )
}

function AskedAndAnswered({
  request,
  answered,
  applicationId,
  mayReview,
  mayWithdraw,
}: {
  request: RequestView
  answered: readonly AnsweredItem[]
  applicationId: string
  mayReview: boolean
  mayWithdraw: boolean
}) {
  const asked = request.items.filter(isAsked)
  return (
    <li className="border-b border-line px-4 py-3 last:border-b-0">
      <Asked request={request} answered={answered} mayReview={mayReview} />
      <OtherChanges request={request} />
      {!request.isClosed && mayReview ? (
        <AnswerReview applicationId={applicationId} requestId={request.id} items={answered} />
      ) : (
        <ul className="mt-2 flex flex-col gap-3">
          {answered.map((one) => (
            <li key={one.item.id} className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
              <ItemAnswer answered={one} />
              {mayWithdraw && !request.isClosed && asked.length > 1 && isAsked(one.item) && (
                <WithdrawAsk
                  applicationId={applicationId}
                  requestId={request.id}
                  item={pick(one.item, ['id', 'label'])}
                  drafts={[]}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {!request.isClosed && mayWithdraw && (
        <div className="mt-3">
          <WithdrawAsk
            applicationId={applicationId}
            requestId={request.id}
            item={null}
            drafts={asked.map((item) => pick(item, ['place', 'label', 'note', 'count']))}
          />
        </div>
      )}
    </li>
  )
}

function Asked({
  request: { askedBy, askedAt, round, answer, isClosed, items },
  answered,
  mayReview,
}: {
  request: RequestView
  answered: readonly AnsweredItem[]
  mayReview: boolean
}) {
  const rejected = answered.filter(({ isRejected }) => isRejected).length
  const left = items.filter(({ state }) => state === 'unanswered').length + rejected
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-sm text-muted">
          <bdi className="font-medium text-ink">{askedBy}</bdi> asked, <DateTime at={askedAt} />
          {round > 1 && ` · round ${round}`}
        </h3>
        {isClosed ? (
          <Badge>{closedWord(items, rejected)}</Badge>
        ) : (
          <Badge tone={answer && left === 0 ? 'progress' : 'warn'}>
            {answer === null
              ? // Recalled and sent anew instead.
                mayReview
                ? 'Not answered'
                : 'Waiting on onboarding'
              : left === 0
                ? 'Answered'
                : `${left} of ${items.filter(({ state }) => state !== 'withdrawn').length} not answered`}
          </Badge>
        )}
      </div>
      {answer && (
        <div className="mt-1">
          <p className="text-sm text-muted">
            <bdi className="font-medium text-ink">{answer.by}</bdi> answered, <DateTime at={answer.at} />
          </p>
          {answer.note !== '' && <Words text={answer.note} />}
        </div>
      )}
    </>
  )
}

function closedWord(items: RequestView['items'], rejected: number): string {
  if (items.every(({ state }) => state === 'withdrawn')) return 'Withdrawn'
  return rejected === 0 && areAccepted(items) ? 'Settled' : 'Closed'
}

/** Changes that no one requested. */
function OtherChanges({ request: { items, differences } }: { request: RequestView }) {
  const others = differences.filter((difference) => !items.some((item) => isAbout(item, difference)))
  if (others.length === 0) return null
  return (
    <div className="mt-2 rounded-md bg-sunken px-3 py-2 text-sm">
      <p className="font-medium">Other changes since</p>
      <ul>
        {others.map(({ path, label, before, after }) => (
          <li key={path} className="break-words">
            {label}: <bdi>{before || 'nothing'}</bdi> → <bdi>{after || 'nothing'}</bdi>
          </li>
        ))}
      </ul>
    </div>
  )
}
