import dynamic from 'next/dynamic'
import { DocumentPlanList } from '@/components/documents/document-plan-list'
import { deliveryWords, filingLabel, goingWords, sizeText } from '@/components/documents/document-words'
import { StatusBadge } from '@/components/ui/badge'
import { LinkButton } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { classNames } from '@/components/ui/class-names'
import { Panel } from '@/components/ui/panel'
import { canSubmit, UNDERWRITING_PATH } from '@/lib/domain/application/status'
import { isDoubtful, lacksOnlyApproval, READY_FOR_UNDERWRITING } from '@/lib/domain/application/steps'
import { deliverableOf } from '@/lib/domain/documents/deliverable'
import { fileDoubts, openSlots } from '@/lib/domain/documents/document-plan'
import { counted } from '@/lib/domain/values/counted'
import { isBlocking, isSlip } from '@/lib/domain/values/violation'
import { routes } from '@/lib/routes'
import type { ApplicationView } from '@/lib/server/applications/loaders'
import { UnsentProvider } from '../underwriting/unsent-context'
import { ApplicationUpkeep } from './application-upkeep'
import { whereOf } from './finding-words'
import { FindingsPanel, WarningsPanel } from './findings-panel'
import { HandOverPanel } from './hand-over-panel'
import { ModePanel } from './mode-panel'
import { OutgoingPanel } from './record/outgoing-panel'
import { Result } from './result'
import { ReviewFocus } from './review-focus'
import { StepLink } from './review-step-links'
import { ReviewStepValues } from './review-step-values'
import { DiscardRevision } from './revision-buttons'
import { SubmitPanel } from './submit-panel'
import { UnderwritingCallout } from './underwriting-callout'
import { UpdateChanges } from './update-changes'

/** Most applications were started from scratch and do not load it. */
const OriginCallout = dynamic(() => import('./origin-callout').then((part) => part.OriginCallout), {
  loading: () => null,
})

/** Everything that will be sent, what prevents it, and the submission itself. */
export function ReviewStep({ application }: { application: ApplicationView }) {
  const { id, violations, documents, documentPlan, status } = application
  const errors = violations.filter(isBlocking)
  const others = errors.filter(({ path }) => path !== UNDERWRITING_PATH)
  const mayAnswer = status === 'info-requested' && application.maySubmit
  const goingWith = violations.filter(isDoubtful).map((warning) => ({
    path: warning.path,
    words: `${whereOf(warning.path, warning.message, application.draft.contacts.items, documentPlan)}${warning.message}`,
    isSlip: isSlip(warning),
  }))
  const { missing, total } = application.needs.documents
  const ready = errors.length === 0
  const goesBack = application.isUnchanged && application.mayDiscard

  return (
    <div className="flex flex-col gap-4">
      <ReviewFocus />
      {application.origin && <OriginCallout origin={application.origin} />}
      <Result applicationId={id} status={status}>
        <UnderwritingCallout application={application} isOnReview />
      </Result>
      {goesBack && (
        <Callout
          title="Nothing changed since it was sent"
          actions={<DiscardRevision application={application} size="small" />}
        >
          Change what the partner should have, or discard the update.
        </Callout>
      )}
      {(canSubmit(status) || mayAnswer) &&
        !(goesBack && ready) &&
        (ready ? (
          canSubmit(status) && <ReadyCallout application={application} warnings={goingWith.length} />
        ) : application.mayHandOver && lacksOnlyApproval(violations) ? (
          <Callout
            tone={goingWith.length > 0 ? 'info' : 'good'}
            title={withWarnings(READY_FOR_UNDERWRITING, goingWith.length)}
          >
            Read through what will be sent, then{' '}
            <a href={`#${UNDERWRITING_PATH}`} className="underline">
              send it to underwriting
            </a>
            .
          </Callout>
        ) : (
          <FindingsPanel
            application={application}
            tone="bad"
            title={
              errors.length === 1
                ? '1 item required before submission'
                : `${errors.length} items required before submission`
            }
            description="Each entry leads to its field."
            violations={errors}
          />
        ))}
      <WarningsPanel application={application} />

      {application.statusBeforeRevision && application.update && !application.isUnchanged && (
        <UpdateChanges
          applicationId={id}
          update={application.update}
          isAdopted={application.adopted !== null}
          mayEnterIds={application.maySubmit}
          mayWrite={application.mayWrite}
        />
      )}

      <ReviewStepValues application={application} />

      <Panel
        title={`Documents (${documents.length})`}
        actions={<StepLink applicationId={id} step="documents" label="Documents" />}
      >
        <div className="grid gap-x-8 gap-y-4 lg:grid-cols-2">
          <div className="min-w-0">
            {documents.length === 0 ? (
              <p className="text-sm text-muted">
                No document was added. They can also be added after submitting.
              </p>
            ) : (
              <ul className="flex flex-col gap-2">
                {documents.map((document) => {
                  const { tone, label } = deliveryWords(document, deliverableOf(application))
                  return (
                    <li key={document.id} className="flex items-start justify-between gap-3">
                      <div className="min-w-0">
                        <p className="break-words">
                          <bdi>{document.name}</bdi>
                        </p>
                        <p className="text-sm text-muted">
                          {filingLabel(document, documentPlan)} · {sizeText(document.sizeBytes)}
                        </p>
                        {fileDoubts(document, documentPlan, documents).map((words) => (
                          <p key={words} className="text-sm break-words text-warn-ink">
                            <bdi>{words}</bdi>.
                          </p>
                        ))}
                      </div>
                      <StatusBadge tone={tone}>{label}</StatusBadge>
                    </li>
                  )
                })}
              </ul>
            )}
          </div>
          <div className="min-w-0">
            <p className={classNames('mb-2 text-sm', missing > 0 ? 'text-warn-ink' : 'text-muted')}>
              {missing === 0
                ? 'All documents required by policy are here.'
                : `${missing} of ${total} documents required by policy ${missing === 1 ? 'is' : 'are'} missing. That does not prevent submission.`}
            </p>
            <div className="@container">
              <DocumentPlanList plan={documentPlan} documents={documents} />
            </div>
          </div>
        </div>
      </Panel>

      <ModePanel application={application} />

      <OutgoingPanel rows={application.outgoing} title="Exactly what will be sent" />

      {application.mayDiscard && !goesBack && (
        <div>
          <DiscardRevision application={application} />
        </div>
      )}

      {(application.mayHandOver || mayAnswer) && (
        <UnsentProvider unsent={application.unsent}>
          <HandOverPanel
            application={application}
            errors={others.length}
            warnings={goingWith}
            asks={application.asks}
            missing={openSlots(documentPlan, documents).map(({ label }) => label)}
            isMain={mayAnswer || others.length < errors.length}
          />
        </UnsentProvider>
      )}

      {!goesBack && (
        <SubmitPanel
          applicationId={id}
          kind={application.kind}
          versions={application.versions}
          status={status}
          maySubmit={application.maySubmit}
          changes={application.statusBeforeRevision === null ? null : (application.update?.differences ?? [])}
          errors={errors.length}
          needsApproval={others.length < errors.length}
          warnings={goingWith}
          missing={openSlots(documentPlan, documents).map(({ label }) => label)}
          hasNoMode={application.draft.options.partnerUnderwrites === ''}
          summary={summaryOf(application)}
        />
      )}

      <ApplicationUpkeep application={application} />
    </div>
  )
}

/** Something with warnings is not simply ready. */
const withWarnings = (ready: string, warnings: number): string =>
  warnings > 0 ? `${ready} with ${counted(warnings, 'warning')}` : ready

function ReadyCallout({
  application: { id, status, adopted },
  warnings,
}: {
  application: ApplicationView
  warnings: number
}) {
  if (status !== 'refused') {
    return (
      <Callout
        tone={warnings > 0 ? 'info' : 'good'}
        title={withWarnings(adopted ? 'Ready to send' : 'Ready to submit', warnings)}
      >
        Read through what will be sent, then submit it.
      </Callout>
    )
  }
  return (
    <Callout
      tone="warn"
      title="The partner rejected it"
      actions={
        <LinkButton size="small" href={routes.application(id)}>
          See its answer
        </LinkButton>
      }
    >
      What it named and no one has changed since is listed below. Fix it, or submit it as it is where the
      partner has changed its mind.
    </Callout>
  )
}

/** For an update, the name of the application is enough. */
function summaryOf({ draft, documents, title, statusBeforeRevision }: ApplicationView): string {
  if (statusBeforeRevision !== null) return title
  return [
    title,
    counted(draft.contacts.items.length, 'contact'),
    counted(draft.accounts.items.length, 'bank account'),
    ...('pricing' in draft ? [counted(draft.pricing.items.length, 'line item')] : []),
    goingWords(documents),
  ].join(' · ')
}
