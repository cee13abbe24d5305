import type { ReactNode } from 'react'
import { ApplicationDocuments } from '@/components/documents/application-documents'
import { LinkButton } from '@/components/ui/button'
import { DateTime } from '@/components/ui/date-time'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { nextStep } from '@/lib/domain/application/next-step'
import type { ApplicationStatus } from '@/lib/domain/application/status'
import { itemNames, LIST_SECTIONS } from '@/lib/domain/application/update-plan'
import { deliverableOf } from '@/lib/domain/documents/deliverable'
import { openSlots } from '@/lib/domain/documents/document-plan'
import { routes } from '@/lib/routes'
import type { ApplicationView } from '@/lib/server/applications/loaders'
import type { HistoryEntry } from '@/lib/server/applications/record-loaders'
import { ApplicationActions, ApplicationAssignee } from '../application-upkeep'
import { DoneNotice } from '../done-notice'
import { WarningsPanel } from '../findings-panel'
import { ModePanel } from '../mode-panel'
import { ResolveOutcome } from '../resolve-outcome'
import { Result } from '../result'
import { ReviewStepValues } from '../review-step-values'
import { BeginRevisionButton, DiscardRevision } from '../revision-buttons'
import { StagePanel } from '../stage-panel'
import { UnderwritingCallout } from '../underwriting-callout'
import { NeededRecordIds, OtherRecordIds, splitUnnamed } from '../unnamed-records'
import { AttemptHistory } from './attempt-history'
import { NextStepBar } from './next-step-bar'
import { OutgoingPanel } from './outgoing-panel'
import { PartnerProblems } from './partner-problems'
import { RecordResults } from './partner-records'
import { RecordCallout } from './record-callout'
import { RecordHeader } from './record-header'
import { RecordTimeline } from './record-timeline'
import { RefreshWhileSubmitting } from './refresh-while-submitting'
import { RefusedRecords } from './refused-records-panel'

/** The page of an application in any status: next step, values, history. Changes are made in the wizard. */
export function RecordPage({
  application,
  history,
  fundingMerchants,
  comments,
}: {
  application: ApplicationView
  history: readonly HistoryEntry[]
  /** The funding merchants, or how to get them; nothing if the partner does not have the application yet. */
  fundingMerchants: ReactNode
  comments: ReactNode
}) {
  const { id, kind, status, attempts, opportunityId } = application
  const [latest] = attempts
  const problems = latest?.problems ?? []
  const records = latest && latest.results.length > 0 && <RecordResults attempt={latest} />
  const hasRejected = rejectedIn(application) > 0
  return (
    <>
      {status === 'submitting' && <RefreshWhileSubmitting />}
      <RecordHeader
        application={application}
        subtitle={<Origin application={application} />}
        actions={<OtherActions application={application} />}
      />
      <NextStepBar application={application} next={nextStep(factsOf(application))} />
      <DoneNotice applicationId={id} />
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_28rem]">
        <div className="flex min-w-0 flex-col gap-4">
          <Result applicationId={id} status={status}>
            <StatusCallout application={application} />
          </Result>
          <WarningsPanel application={application} />
          {latest && (status === 'outcome-unknown' || status === 'ids-needed') && application.maySubmit && (
            <Part id={status === 'ids-needed' ? 'record-ids' : 'resolve'}>
              <ResolveOutcome
                application={application}
                attempt={latest}
                items={itemsWithoutId(application)}
              />
            </Part>
          )}
          {latest && kind === 'full' && status === 'partly-accepted' && (
            <Part id="support">
              <RefusedRecords application={application} attempt={latest} />
            </Part>
          )}
          {splitUnnamed(application).needed.length > 0 && (
            <Part id={status === 'ids-needed' ? undefined : 'record-ids'}>
              <NeededRecordIds application={application} />
            </Part>
          )}
          {problems.length > 0 && <PartnerProblems application={application} problems={problems} />}
          <ReviewStepValues application={application} verb={application.mayWrite ? 'Edit' : null} />
          <ModePanel application={application} />
          {/* Nothing has been sent yet of an application that the partner had first. */}
          {(latest || !application.adopted) && (
            <OutgoingPanel
              {...(IS_SENT.includes(status) && application.sent
                ? { rows: application.sent, title: 'What was sent' }
                : { rows: application.outgoing, title: 'What would be sent now' })}
            />
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          {hasRejected && records}
          {fundingMerchants}
          <Documents application={application} />
          {opportunityId && <StagePanel application={application} mayWrite={application.mayLearnStage} />}
          {!hasRejected && records}
          <OtherRecordIds application={application} />
          {comments}
          {attempts.length > 0 && <AttemptHistory attempts={attempts} />}
          <RecordTimeline history={history} />
        </div>
      </div>
    </>
  )
}

/** A part of this page that a next step can lead to. */
const Part = ({ id, children }: { id: string | undefined; children: ReactNode }) => (
  <div id={id} tabIndex={-1} className="rounded-lg">
    {children}
  </div>
)

function Origin({ application: { adopted, update, origin, updatedAt } }: { application: ApplicationView }) {
  return (
    <>
      {adopted && (
        <>
          Added from the partner by <bdi>{adopted.by}</bdi>, <DateTime at={adopted.at} /> ·{' '}
        </>
      )}
      {update && `Revision ${update.revision} · `}
      {origin && (
        <>
          Started from{' '}
          <Link href={routes.application(origin.applicationId)} className="underline">
            A-{origin.number}
          </Link>{' '}
          ·{' '}
        </>
      )}
      Last change <DateTime at={updatedAt} />
    </>
  )
}

/** Assignee, and other actions on the whole application. */
function OtherActions({ application }: { application: ApplicationView }) {
  const { id, status, mayRevise, stage } = application
  return (
    <>
      <ApplicationAssignee application={application} />
      {mayRevise && status === 'submitted' && !stage?.locked && (
        <BeginRevisionButton applicationId={id}>Make changes</BeginRevisionButton>
      )}
      <ApplicationActions application={application} />
      {/* If nothing was changed, discarding is the next step and shown there. */}
      {application.mayDiscard && !application.isUnchanged && <DiscardRevision application={application} />}
    </>
  )
}

function StatusCallout({ application }: { application: ApplicationView }) {
  const { status, underwriting } = application
  if (status === 'draft') return <UnderwritingCallout application={application} linksCase={false} />
  return underwriting && UNDERWRITING_STATUSES.includes(status) ? (
    <UnderwritingCallout application={application} linksCase={status !== 'in-underwriting'} />
  ) : (
    <RecordCallout application={application} />
  )
}

function Documents({ application }: { application: ApplicationView }) {
  const { id, documents, documentPlan, mayWriteDocuments: mayWrite } = application
  const missing = openSlots(documentPlan, documents)
  return (
    <Panel
      title={`Documents (${documents.length})`}
      actions={
        <LinkButton size="small" href={routes.applicationStep(id, 'documents')}>
          {mayWrite ? 'Add' : 'Open'} <span className="sr-only">documents</span>
        </LinkButton>
      }
      flush
    >
      <ApplicationDocuments
        applicationId={id}
        initial={documents}
        plan={documentPlan}
        deliverable={deliverableOf(application)}
        mayWrite={mayWrite}
        held={application.documentsHeld !== null}
        closed={application.documentsClosed}
      />
      {missing.length > 0 && (
        <p className="border-t border-line px-4 py-2.5 text-sm break-words text-warn-ink">
          Missing: {missing.map(({ label }) => label).join(', ')}
        </p>
      )}
    </Panel>
  )
}

const rejectedIn = ({ attempts: [latest] }: Pick<ApplicationView, 'attempts'>): number =>
  latest?.results.filter(({ success, enteredId }) => !success && enteredId === null).length ?? 0

const factsOf = (application: ApplicationView) => ({
  ...application,
  partnerProblems: application.attempts[0]?.problems.length ?? 0,
  rejectedRecords: rejectedIn(application),
  neededIds: splitUnnamed(application).needed.length,
  isStageLocked: application.stage?.locked ?? false,
  mayTakeUp: application.upkeep.mayTakeUp,
})

/** In other statuses, nothing shown here has reached the partner. */
const IS_SENT: readonly ApplicationStatus[] = [
  'submitting',
  'submitted',
  'partly-accepted',
  'ids-needed',
  'outcome-unknown',
]

/** Statuses in which our own underwriters matter most. */
const UNDERWRITING_STATUSES: readonly ApplicationStatus[] = [
  'in-underwriting',
  'info-requested',
  'approved',
  'declined',
]

/** Contacts and accounts without a known record ID: all of a first submission, the new ones of an update. */
const itemsWithoutId = ({ draft, update }: Pick<ApplicationView, 'draft' | 'update'>) =>
  update
    ? update.items.filter(({ effect }) => effect === 'create' || effect === 'unclear')
    : LIST_SECTIONS.flatMap((section) => itemNames(section, draft).map((item) => ({ section, ...item })))
