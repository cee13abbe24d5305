import type { ReactNode } from 'react'
import { ApplicationDocuments } from '@/components/documents/application-documents'
import { PageHeader } from '@/components/shell/page-header'
import { Badge } from '@/components/ui/badge'
import { LinkButton } from '@/components/ui/button'
import { DateTime } from '@/components/ui/date-time'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { KIND_LABELS } from '@/lib/domain/application/kind-labels'
import type { ApplicationStatus } from '@/lib/domain/application/status'
import { itemNames, LIST_SECTIONS } from '@/lib/domain/application/update-plan'
import { routes } from '@/lib/routes'
import type { ApplicationView } from '@/lib/server/applications/loaders'
import { ApplicationStatusBadge } from './application-status-badge'
import { ApplicationActions, ApplicationAssignee } from './application-upkeep'
import { AttemptHistory } from './attempt-history'
import { ResolveOutcome } from './resolve-outcome'
import { ResultCallout } from './result-callout'
import { OutgoingPanel } from './result-outgoing'
import { PartnerProblems } from './result-problems'
import { RecordResults } from './result-records'
import { RefreshWhileSubmitting } from './result-refresh'
import { RefusedRecords } from './result-refused'
import { DiscardRevision } from './revision-buttons'
import { StagePanel } from './stage-panel'
import { UnderwritingCallout } from './underwriting-callout'
import { NeededRecordIds, OtherRecordIds } from './unnamed-records'

/** An application that was sent: what the partner answered, and what follows from it. */
export function ResultPage({
  application,
  fundingMerchants,
  comments,
}: {
  application: ApplicationView
  /** What it is funded as, or how it comes to that; nothing where the partner does not have it yet. */
  fundingMerchants: ReactNode
  comments: ReactNode
}) {
  const { id, number, kind, title, status, documents, opportunityId, attempts } = application
  const [latest] = attempts
  const mayWrite = application.mayWriteDocuments
  return (
    <>
      {status === 'submitting' && <RefreshWhileSubmitting />}
      <PageHeader
        title={<bdi>{title}</bdi>}
        back={{ href: routes.applications, label: 'Applications' }}
        badges={
          <>
            <Badge>A-{number}</Badge>
            <Badge>{KIND_LABELS[kind].name}</Badge>
            <ApplicationStatusBadge application={application} />
          </>
        }
        subtitle={
          <>
            {application.adopted && (
              <>
                Added from the partner by <bdi>{application.adopted.by}</bdi>,{' '}
                <DateTime at={application.adopted.at} /> ·{' '}
              </>
            )}
            {application.update && `Revision ${application.update.revision} · `}
            {application.origin && (
              <>
                Started from{' '}
                <Link href={routes.application(application.origin.applicationId)} className="underline">
                  A-{application.origin.number}
                </Link>{' '}
                ·{' '}
              </>
            )}
            Last change <DateTime at={application.updatedAt} />
          </>
        }
        actions={
          <>
            <ApplicationActions application={application} />
            <ReviewLink application={application} />
          </>
        }
      />
      <div className="flex flex-col gap-4">
        <ApplicationAssignee application={application} />
        {application.underwriting && UNDERWRITING_STATUSES.includes(status) ? (
          <>
            <UnderwritingCallout application={application} />
            {application.mayDiscard && (
              <div>
                <DiscardRevision application={application} />
              </div>
            )}
          </>
        ) : (
          <ResultCallout application={application} />
        )}
        {latest && (status === 'outcome-unknown' || status === 'ids-needed') && application.maySubmit && (
          <ResolveOutcome application={application} attempt={latest} items={itemsWithoutId(application)} />
        )}
        {latest && kind === 'full' && status === 'partly-accepted' && (
          <RefusedRecords application={application} attempt={latest} />
        )}
        <NeededRecordIds application={application} />
        {opportunityId && <StagePanel application={application} mayWrite={application.mayLearnStage} />}
        {fundingMerchants}
        {latest && latest.problems.length > 0 && (
          <PartnerProblems application={application} problems={latest.problems} />
        )}
        {latest && latest.results.length > 0 && <RecordResults attempt={latest} />}
        <Panel
          title={`Documents (${documents.length})`}
          actions={
            <LinkButton size="small" href={routes.applicationStep(id, 'documents')}>
              {mayWrite ? 'Add documents' : 'Open'}
            </LinkButton>
          }
          flush
        >
          {documents.length === 0 ? (
            <p className="px-4 py-3 text-sm text-muted">
              {mayWrite
                ? `No documents yet. Added documents are sent automatically${opportunityId ? '' : ' once the partner has named the opportunity'}.`
                : 'No documents.'}
            </p>
          ) : (
            <ApplicationDocuments
              applicationId={id}
              initial={documents}
              plan={application.documentPlan}
              deliverable={opportunityId !== null}
              mayWrite={mayWrite}
              held={application.documentsHeld !== null}
            />
          )}
        </Panel>
        {comments}
        {attempts.length > 0 && <AttemptHistory attempts={attempts} />}
        <OtherRecordIds application={application} />
        {/* Of what the partner had first, nothing was sent yet. */}
        {(latest || !application.adopted) && (
          <OutgoingPanel
            {...(IS_SENT.includes(status) && application.sent
              ? { rows: application.sent, title: 'What was sent' }
              : { rows: application.outgoing, title: 'What would be sent now' })}
          />
        )}
      </div>
    </>
  )
}

/** To all of it, named after the next thing to do where that is done there. */
function ReviewLink({ application: { id, status, maySubmit } }: { application: ApplicationView }) {
  const next = maySubmit ? NEXT_ON_REVIEW[status] : undefined
  return (
    <LinkButton variant={next ? 'primary' : undefined} href={routes.applicationStep(id, 'review')}>
      {next ?? 'View application'}
    </LinkButton>
  )
}

const NEXT_ON_REVIEW: Readonly<Partial<Record<ApplicationStatus, string>>> = {
  approved: 'Review and submit',
  'info-requested': 'Answer and return',
}

/** Of the others nothing that is shown here has reached the partner. */
const IS_SENT: readonly ApplicationStatus[] = [
  'submitting',
  'submitted',
  'partly-accepted',
  'ids-needed',
  'outcome-unknown',
]

/** Where our own underwriters are what matters of it. */
const UNDERWRITING_STATUSES: readonly ApplicationStatus[] = [
  'in-underwriting',
  'info-requested',
  'approved',
  'declined',
]

/** Contacts and accounts whose record ids are not known: all of a first submission, the new ones of an update. */
const itemsWithoutId = ({ draft, update }: Pick<ApplicationView, 'draft' | 'update'>) =>
  update
    ? update.items.filter(({ effect }) => effect === 'create' || effect === 'unclear')
    : LIST_SECTIONS.flatMap((section) => itemNames(section, draft).map((item) => ({ section, ...item })))
