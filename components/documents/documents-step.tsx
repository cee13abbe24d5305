'use client'

import { TakeBackButton } from '@/components/applications/take-back-button'
import { type FramedApplication, WizardFrame } from '@/components/applications/wizard-frame'
import { FocusFieldFromHash } from '@/components/forms/focus-field'
import { type StepNeeds, stepOf, stepStates } from '@/lib/domain/application/steps'
import { deliverableOf } from '@/lib/domain/documents/deliverable'
import {
  addedOf,
  documentSets,
  filedSince,
  filesSince,
  fileViolations,
  openSlots,
} from '@/lib/domain/documents/document-plan'
import type { ApplicationView } from '@/lib/server/applications/loaders'
import type { RefusedFile } from '@/lib/server/documents/loaders'
import { DocumentsBoard } from './documents-board'
import { useDocuments } from './use-documents'

type DocumentedApplication = FramedApplication &
  Pick<
    ApplicationView,
    | 'documents'
    | 'documentPlan'
    | 'opportunityId'
    | 'mayWriteDocuments'
    | 'documentsHeld'
    | 'documentsClosed'
    | 'mayTakeBack'
    | 'asks'
    | 'unsent'
    | 'violations'
  >

/** The documents step: the plan, adding files, and where each document stands with the partner. */
export function DocumentsStep({
  application,
  refused,
}: {
  application: DocumentedApplication
  refused: readonly RefusedFile[]
}) {
  const { id, documentPlan: plan } = application
  const deliverable = deliverableOf(application)
  const { documents, reload, stale } = useDocuments(id, application.documents, deliverable)
  const missing = openSlots(plan, documents).length
  // A file added meanwhile answers its request.
  const sets = documentSets(plan, documents)
  const asks = application.asks.map((ask) => {
    const slot = ask.place.replace(/^documents\./, '')
    const came = filedSince(plan, documents, ask.at)
    if (slot === ask.place || (ask.count === undefined && !came.includes(slot))) return ask
    const added = addedOf(slot, ask.count, came, sets)
    return {
      ...ask,
      files: filesSince(plan, documents, ask.at, slot),
      added,
      isDone: ask.answer !== '' || added === null || added.filled >= added.of,
    }
  })
  // The needs as a reload would compute them, because files are added without one.
  const needs: StepNeeds = {
    documents: { missing, total: plan.length },
    asks,
    status: application.status,
  }
  const others = application.violations.filter(({ path }) => stepOf(path) !== 'documents')
  const visited = new Set(
    application.steps.filter(({ state }) => state !== 'not-visited').map(({ slug }) => slug),
  )
  const steps = stepStates(application.kind, [...others, ...fileViolations(plan, documents)], visited, needs)
  return (
    <WizardFrame application={application} step="documents" steps={steps}>
      <DocumentsBoard
        applicationId={id}
        documents={documents}
        reload={reload}
        stale={stale}
        plan={plan}
        deliverable={deliverable}
        mayWrite={application.mayWriteDocuments}
        held={application.documentsHeld}
        closed={application.documentsClosed}
        takeBack={
          application.mayTakeBack && <TakeBackButton applicationId={id} status={application.status} />
        }
        unsent={application.unsent}
        refused={refused}
        asks={asks.filter(({ path }) => path !== null && stepOf(path) === 'documents')}
      />
      <FocusFieldFromHash />
    </WizardFrame>
  )
}
