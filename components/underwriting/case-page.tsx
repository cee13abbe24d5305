import type { ReactNode } from 'react'
import { ApplicationStatusBadge } from '@/components/applications/application-status-badge'
import { ModePanel } from '@/components/applications/mode-panel'
import { Badge } from '@/components/ui/badge'
import { LinkButton } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { DateTime } from '@/components/ui/date-time'
import { KIND_LABELS } from '@/lib/domain/application/kind-labels'
import { unjudgedItems } from '@/lib/domain/underwriting/request-items'
import { countSignals } from '@/lib/domain/underwriting/signal'
import { pick } from '@/lib/domain/values/pick'
import { routes } from '@/lib/routes'
import type { CaseView } from '@/lib/server/underwriting/loaders'
import { AskTray } from './ask-tray'
import { HeldByOther } from './case-actions'
import { CaseAnchors } from './case-anchors'
import { CaseAsks } from './case-asks'
import { CaseChanged } from './case-changed'
import { CaseChecklist } from './case-checklist'
import { CaseDecision } from './case-decision'
import { CASE_DOCUMENT } from './case-document'
import { CaseDocuments } from './case-documents'
import { CaseEvidence } from './case-evidence'
import { CaseFacts } from './case-facts'
import { CaseHead } from './case-head'
import { CaseNotes } from './case-notes'
import { CasePapers } from './case-papers'
import { CasePart } from './case-part'
import { CaseRail } from './case-rail'
import { CaseRequests } from './case-requests'
import { CaseSignals } from './case-signals'
import { firstDecisionOf, isOpenCase, partAddress, whyNotWorking } from './case-status'
import { CaseTimeline } from './case-timeline'
import { CaseValues } from './case-values'
import { CopyDeclined } from './copy-declined'
import { OUTCOME_TEXTS } from './decision-words'
import { NeighborLinks } from './neighbor-links'
import { OpenedForUpdate } from './opened-for-update'
import { RevealedValues } from './revealed'
import { SignalCount } from './signal-count'
import { TimeUsed } from './time-used'
import { UnsentProvider } from './unsent-context'
import { Words } from './words'

/** Everything that a decision is based on, on one page, with the data beside the documents. */
export function CasePage({ view, comments }: { view: CaseView; comments: ReactNode }) {
  const { application, signals, checklist, notes, requests, decisions } = view
  const whyNot = whyNotWorking(view)
  const confirmed = checklist.filter(
    ({ confirmation, others }) => confirmation || (whyNot !== null && others.length > 0),
  ).length
  const openRequest = requests.find(({ isClosed }) => !isClosed)
  return (
    <UnsentProvider unsent={application.unsent}>
      <CaseAsks key={application.id} applicationId={application.id} mayAsk={whyNot === null}>
        <RevealedValues mayReveal={view.reveals === 'yes'}>
          <CasePapers first={application.documentsClosed === null ? firstPapers(view) : []}>
            <CaseHeader view={view} />
            <CaseAnchors view={view} />
            <Held view={view} />
            <FirstOfTwo view={view} />
            <OpenedForUpdate application={application} isDecided={decisions.length > 0} />
            <CaseFacts view={view} />
            {openRequest?.answer && application.status === 'in-underwriting' && (
              <div className="mb-4">
                <Callout
                  title="Onboarding answered"
                  actions={
                    <a href={partAddress('requests')} className="text-sm font-medium underline">
                      See changes
                    </a>
                  }
                >
                  Accept each answer or ask again.
                </Callout>
              </div>
            )}
            <div className="grid gap-4 xl:grid-cols-[minmax(0,1fr)_34rem]">
              <div className="flex min-w-0 flex-col gap-4">
                <HandOverNote view={view} />
                <ModePanel application={application} />
                <CasePart
                  id="signals"
                  name="Signals"
                  title="Risk signals"
                  actions={<SignalCount counts={countSignals(signals)} />}
                  description="What the rules found and why it may matter. No score: use your judgment."
                  flush
                >
                  <CaseSignals signals={signals} />
                </CasePart>
                <CasePart
                  id="checklist"
                  name="Checklist"
                  title="Checklist"
                  description={`${confirmed} of ${checklist.length} confirmed${whyNot === null ? ' by you' : ''}. Confirm all of them to approve.`}
                  flush
                >
                  <CaseChecklist
                    applicationId={application.id}
                    checklist={checklist}
                    whyNot={whyNot}
                    reveals={view.reveals === 'yes'}
                  />
                </CasePart>
              </div>
              <section
                id="papers"
                tabIndex={-1}
                aria-label="Documents"
                className="min-w-0 rounded-lg xl:row-span-2"
              >
                <div className="xl:sticky xl:top-[calc(var(--top-bar)+3.25rem)] xl:not-has-[[data-empty]]:h-[calc(100dvh-var(--top-bar)-4.25rem)]">
                  <CaseDocuments
                    applicationId={application.id}
                    documents={application.documents.map((document) => pick(document, CASE_DOCUMENT))}
                    plan={application.documentPlan}
                    me={view.me}
                    closed={application.documentsClosed}
                  />
                </div>
              </section>
              <div className="flex min-w-0 flex-col gap-4">
                <section id="data" tabIndex={-1} aria-label="Application" className="rounded-lg">
                  <CaseValues view={view} />
                </section>
                <CasePart id="requests" name="Requests" title="Requests for information" flush>
                  <CaseRequests view={view} mayReview={whyNot === null} />
                </CasePart>
                <CasePart id="notes" name="Notes" title="Notes">
                  <CaseNotes applicationId={application.id} notes={notes} mayWrite={view.mayWork} />
                </CasePart>
                {comments}
                <CasePart id="decision" name="Decision" title="Decision">
                  <CaseDecision view={view} />
                </CasePart>
                {decisions.length > 0 && (
                  <CasePart
                    id="evidence"
                    name="Decision history"
                    title={`Decision history (${decisions.length})`}
                    flush
                  >
                    <CaseEvidence view={view} />
                  </CasePart>
                )}
                <CasePart id="timeline" name="Timeline" title="Timeline" description="Newest first." flush>
                  <CaseTimeline view={view} />
                </CasePart>
              </div>
            </div>
            {/* Beside the documents, which reach to the bottom of the window. */}
            <div
              data-bottom-bar=""
              className="sticky bottom-2 z-20 mt-4 flex flex-col gap-2 xl:max-w-[calc(100%-35rem)]"
            >
              <CaseChanged
                applicationId={application.id}
                shown={pick(application, ['updatedAt', 'status', 'revision', 'statusBeforeRevision'])}
              />
              <AskTray applicationId={application.id} />
              {whyNot === null && view.mayNotDecide === null && (
                <CaseRail
                  openChecks={checklist.filter(({ confirmation }) => confirmation === null).length}
                  unjudged={unjudgedItems(openRequest?.items ?? []).length}
                />
              )}
            </div>
          </CasePapers>
        </RevealedValues>
      </CaseAsks>
    </UnsentProvider>
  )
}

/** The documents of the first checklist group that is open, else the first document. */
function firstPapers({ checklist, application: { documents } }: CaseView): string[] {
  const open = checklist.find(
    ({ confirmation, documents: its }) => confirmation === null && its !== null && its.length > 0,
  )
  const together = checklist.filter(({ group }) => group === open?.group)
  const papers = together.flatMap(({ documents: its }) => its?.map(({ id }) => id) ?? [])
  return papers.length > 0 ? [...new Set(papers)] : documents.slice(0, 1).map(({ id }) => id)
}

function CaseHeader({ view }: { view: CaseView }) {
  const { application, underwriter, given, round, clock, people, me } = view
  const { id, number, title, status, kind } = application
  return (
    <CaseHead
      applicationId={id}
      number={number}
      name={title}
      underwriter={underwriter}
      people={people}
      me={me}
      acts={view.mayWork && isOpenCase(view)}
      mayNotDecide={view.mayNotDecide}
      badges={
        <>
          <Badge>A-{number}</Badge>
          <Badge>{KIND_LABELS[kind].name}</Badge>
          <ApplicationStatusBadge application={application} />
          {round > 1 && <Badge>Round {round}</Badge>}
        </>
      }
      given={
        <>
          {given.isAnswer ? 'Answered' : 'Sent'} by <bdi>{given.by}</bdi>, <DateTime at={given.at} />
        </>
      }
      clock={<TimeUsed {...clock} isOver={!isOpenCase(view)} />}
    >
      {status === 'declined' && application.upkeep.mayWrite && (
        <CopyDeclined applicationId={id} kind={kind} />
      )}
      <NeighborLinks neighbors={view.neighbors} />
      <LinkButton href={routes.application(id)}>Application</LinkButton>
      <LinkButton href={routes.underwritingSummary(id)}>Summary</LinkButton>
    </CaseHead>
  )
}

function Held({ view }: { view: CaseView }) {
  const { underwriter, application, people, me, mayWork } = view
  if (!mayWork || !isOpenCase(view) || !underwriter || underwriter.id === me) return null
  const { id: applicationId, number, title: name } = application
  return (
    <div className="mb-4">
      <HeldByOther
        assigned={{ applicationId, number, name, underwriter }}
        since={underwriter.since}
        people={people}
        me={me}
      />
    </div>
  )
}

/** Tells whoever opens the case that one of two people has decided. The decision itself has the words. */
function FirstOfTwo({ view }: { view: CaseView }) {
  const first = firstDecisionOf(view)
  if (!first || view.application.status !== 'in-underwriting') return null
  return (
    <div className="mb-4">
      <Callout
        title={
          <>
            <bdi>{first.byId === view.me ? 'You' : first.by}</bdi> made the first of two decisions
          </>
        }
        actions={
          <a href={partAddress('decision')} className="text-sm font-medium underline">
            See decision
          </a>
        }
      >
        {OUTCOME_TEXTS[first.outcome].done}, <DateTime at={first.at} />.{' '}
        {first.byId === view.me
          ? 'Another underwriter must make the second.'
          : 'The second confirms the checklist for itself.'}
      </Callout>
    </div>
  )
}

function HandOverNote({ view: { handedOver } }: { view: CaseView }) {
  if (handedOver.note === '') return null
  return (
    <div className="rounded-lg border border-line bg-surface px-4 py-3">
      <p className="text-sm text-muted">
        <bdi className="font-medium text-ink">{handedOver.by}</bdi> wrote with it
      </p>
      <Words text={handedOver.note} />
    </div>
  )
}
