import { FileText } from 'lucide-react'
import Link from 'next/link'
import { ApplicationDocuments } from '@/components/documents/application-documents'
import { PageHeader } from '@/components/shell/page-header'
import { Badge, StatusBadge } from '@/components/ui/badge'
import { LinkButton } from '@/components/ui/button'
import { DateTime } from '@/components/ui/date-time'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel } from '@/components/ui/panel'
import { type ApplicationStatus, STATUS_TEXTS } from '@/lib/domain/application/status'
import { itemNames, LIST_SECTIONS } from '@/lib/domain/application/update-plan'
import { routes } from '@/lib/routes'
import type { ApplicationView } from '@/lib/server/applications/loaders'
import { ApplicationUpkeep } from './application-upkeep'
import { AttemptHistory } from './attempt-history'
import { KIND_WORDS } from './kind-words'
import { ResolveOutcome } from './resolve-outcome'
import { ResultCallout } from './result-callout'
import { OutgoingPanel } from './result-outgoing'
import { PartnerProblems } from './result-problems'
import { RecordResults } from './result-records'
import { RefreshWhileSubmitting } from './result-refresh'
import { RefusedRecords } from './result-refused'
import { BeginRevisionButton, DiscardRevisionButton } from './revision-buttons'
import { StagePanel } from './stage-panel'
import { UnderwritingCallout } from './underwriting-callout'

/** An application that was sent: what the partner answered, and what follows from it. */
export function ResultPage({ application }: { application: ApplicationView }) {
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
            <Badge>{KIND_WORDS[kind].name}</Badge>
            <StatusBadge tone={STATUS_TEXTS[status].tone}>{STATUS_TEXTS[status].label}</StatusBadge>
          </>
        }
        subtitle={
          <>
            {application.update && `Revision ${application.update.revision} · `}
            {application.origin && (
              <>
                Started from{' '}
                <Link
                  href={routes.application(application.origin.applicationId)}
                  prefetch={false}
                  className="underline"
                >
                  A-{application.origin.number}
                </Link>{' '}
                ·{' '}
              </>
            )}
            Last change <DateTime at={application.updatedAt} />
          </>
        }
        actions={<LinkButton href={routes.applicationStep(id, 'review')}>See its values</LinkButton>}
      />
      <div className="flex flex-col gap-4">
        {application.underwriting && UNDERWRITING_STATUSES.includes(status) ? (
          <UnderwritingCallout application={application} />
        ) : (
          <ResultCallout application={application} />
        )}
        {latest && (status === 'outcome-unknown' || status === 'ids-needed') && application.maySubmit && (
          <ResolveOutcome application={application} attempt={latest} items={itemsWithoutId(application)} />
        )}
        {(application.mayRevise || (application.inRevision && application.mayDiscard)) && (
          <div className="flex flex-wrap gap-2">
            {application.mayRevise && !application.stage?.locked && (
              <BeginRevisionButton applicationId={id}>Make changes</BeginRevisionButton>
            )}
            {application.mayDiscard && (
              <DiscardRevisionButton
                applicationId={id}
                changes={application.update?.differences.length ?? 0}
              />
            )}
          </div>
        )}
        {latest && kind === 'full' && status === 'partly-accepted' && (
          <RefusedRecords application={application} attempt={latest} />
        )}
        {opportunityId && <StagePanel application={application} mayWrite={application.mayLearnStage} />}
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
            <EmptyState icon={<FileText />} title="No documents">
              {mayWrite && 'They can still be added, and go to the partner by themselves.'}
            </EmptyState>
          ) : (
            <ApplicationDocuments
              applicationId={id}
              initial={documents}
              deliverable={opportunityId !== null}
              mayWrite={mayWrite}
            />
          )}
        </Panel>
        <ApplicationUpkeep application={application} />
        {attempts.length > 0 && <AttemptHistory attempts={attempts} />}
        <OutgoingPanel
          rows={application.outgoing}
          title={application.editable ? 'What would be sent now' : 'What was sent'}
        />
      </div>
    </>
  )
}

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
