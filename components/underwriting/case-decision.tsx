import type { ReactNode } from 'react'
import { Callout } from '@/components/ui/callout'
import { DateTime } from '@/components/ui/date-time'
import { wholeMoneyText } from '@/components/ui/money'
import { statusTextsOf } from '@/lib/domain/application/status'
import { OWN_WORK } from '@/lib/domain/underwriting/decision'
import type { Verdict } from '@/lib/domain/underwriting/reasons'
import { unjudgedItems } from '@/lib/domain/underwriting/request-items'
import { moneyText } from '@/lib/domain/values/money'
import type { CaseView } from '@/lib/server/underwriting/loaders'
import { checkId, firstDecisionOf, whyNotWorking } from './case-status'
import { DecisionForm, type DecisionFormProps } from './decision-form'
import { OUTCOME_TEXTS, reasonsText } from './decision-words'
import { PlaceLinks } from './place-links'
import { WithdrawDecline } from './withdraw-decline'
import { Words } from './words'

/** The decision form, or why this person cannot decide now. */
export function CaseDecision({ view }: { view: CaseView }) {
  const first = firstDecisionOf(view)
  const refusal = refusalOf(view)
  return (
    // Each round starts a new decision.
    <DecisionForm key={view.round} form={refusal ? null : formOf(view)} after={wayBackOf(view)}>
      <div className="flex flex-col gap-3 not-last:mb-4 empty:hidden">
        {view.needsSecond && isUndecided(view) && <FourEyes view={view} />}
        <Unread view={view} />
        {first && <FirstDecision first={first} isMine={first.byId === view.me} />}
        {refusal}
      </div>
    </DecisionForm>
  )
}

const isUndecided = ({ application: { status } }: CaseView): boolean =>
  status === 'in-underwriting' || status === 'info-requested'

/** Also right after the decision, where its result stands. */
function wayBackOf({ application, decisions: [latest], mayNotDecide }: CaseView): ReactNode {
  if (application.status !== 'declined' || !latest?.inEffect || mayNotDecide !== null) return null
  return (
    <div>
      <WithdrawDecline applicationId={application.id} decisionId={latest.id} />
    </div>
  )
}

function refusalOf(view: CaseView): ReactNode {
  const { application, mayNotDecide, me, underwriter } = view
  if (!isUndecided(view)) {
    return (
      <p className="text-sm text-muted">
        No decision needed:{' '}
        {application.status === 'declined'
          ? 'Declined and closed. Onboarding can copy it into a new application.'
          : statusTextsOf(application).meaning}
      </p>
    )
  }
  if (mayNotDecide === 'no-permission') {
    return <p className="text-sm text-muted">You can view this case but not decide it.</p>
  }
  if (mayNotDecide === 'own-work') {
    return (
      <Callout title="Someone else must decide">
        {OWN_WORK} No one can decide on their own work.{' '}
        {underwriter?.id === me
          ? 'Release the case or assign it to someone else.'
          : 'You can still add notes.'}
      </Callout>
    )
  }
  if (mayNotDecide === 'decided-first') {
    return <p className="text-sm text-muted">You decided. Another underwriter must confirm it.</p>
  }
  const why = whyNotWorking(view)
  return why === null ? null : <p className="text-sm text-muted">{why}</p>
}

function FourEyes({ view: { fourEyesAbove, firstDecisionId, decisions, round } }: { view: CaseView }) {
  const limit = fourEyesAbove === null ? '' : ` of ${moneyText(fourEyesAbove)} a month`
  const latest = decisions[0]
  const haveDisagreed = latest?.round === round && !latest.inEffect && latest.confirms !== null
  const wasStale = decisions.some(({ id, stale }) => id === firstDecisionId && stale)
  return (
    <Callout
      tone={haveDisagreed ? 'warn' : 'info'}
      title={haveDisagreed ? 'Two underwriters disagreed on this case' : 'Two underwriters decide this case'}
    >
      {haveDisagreed && 'Neither decision counts. Both are listed below with their reasons. '}
      Its highest monthly volume is above the limit{limit}, or is unknown.{' '}
      {firstDecisionId === null || wasStale
        ? 'The case stays open until another underwriter confirms the first decision.'
        : 'Another underwriter must make the second decision.'}
    </Callout>
  )
}

/** Entries that were confirmed with a reason instead of an opened document. */
function Unread({ view: { checklist } }: { view: CaseView }) {
  const unread = checklist.filter(({ confirmation, others }) =>
    [confirmation, ...others].some((one) => one?.but === 'document not opened'),
  )
  if (unread.length === 0) return null
  return (
    <Callout tone="warn" title="Confirmed without opening a document">
      <PlaceLinks places={unread.map(({ key, text }) => ({ id: checkId(key), label: text }))} />
    </Callout>
  )
}

function FirstDecision({
  first: { outcome, reasons, note, by, at, stale },
  isMine,
}: {
  first: CaseView['decisions'][number]
  isMine: boolean
}) {
  return (
    <Callout
      tone={stale ? 'warn' : 'info'}
      title={
        <>
          First decision: {OUTCOME_TEXTS[outcome].done.toLowerCase()}
          {isMine ? ' by you' : ''}
          {stale && ', now stale'}
        </>
      }
    >
      <p>
        <bdi>{by}</bdi>, <DateTime at={at} />: {reasonsText(reasons)}.
      </p>
      {note !== '' && (
        <div className="mt-1">
          <Words text={note} />
        </div>
      )}
      {stale && (
        <p className="mt-1">
          The application or its documents changed since. The next decision is the first again.
        </p>
      )}
    </Callout>
  )
}

function formOf(view: CaseView): DecisionFormProps {
  const { application, seen, checklist, requests, missing } = view
  return {
    applicationId: application.id,
    seen,
    sectionLabels: Object.fromEntries(application.steps.map(({ slug, label }) => [slug, label])),
    unjudged: unjudgedItems(requests.find(({ isClosed }) => !isClosed)?.items ?? []).map(({ id, label }) => ({
      id,
      label,
    })),
    missing,
    about: aboutOf(application.draft),
    openChecks: checklist.flatMap(({ key, confirmation }) => (confirmation === null ? [key] : [])),
    meanings: meaningsOf(view),
  }
}

function aboutOf({ merchant, options }: CaseView['application']['draft']): string {
  const volume = options.highMonthlyVolume.trim()
  return volume === ''
    ? `${merchant.legalName}, with no highest monthly volume.`
    : `${merchant.legalName}, up to ${wholeMoneyText(volume)} a month.`
}

function meaningsOf(view: CaseView): Readonly<Record<Verdict, string>> {
  const first = firstDecisionOf(view)
  if (first && !first.stale) {
    const disagrees = 'Differs from the first decision: neither counts, and two new decisions are needed.'
    const confirms = 'Confirms the first decision, which then takes effect.'
    return first.outcome === 'approve'
      ? { approve: confirms, decline: disagrees }
      : { approve: disagrees, decline: confirms }
  }
  if (view.needsSecond) {
    const waits = 'Takes effect once a second underwriter confirms it.'
    return { approve: waits, decline: waits }
  }
  return {
    approve: 'Onboarding can submit it unchanged. You cannot withdraw an approval.',
    decline: 'It is closed. Onboarding sees the reasons. A mistaken decline can be withdrawn in the case.',
  }
}
