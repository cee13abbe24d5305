import type { ApplicationView } from '@/lib/server/applications/loaders'
import { DocumentsBoard } from './documents-board'

/** The documents step: what the policy asks for, adding files, and where each stands with the partner. */
export function DocumentsStep({ application }: { application: ApplicationView }) {
  return (
    <DocumentsBoard
      applicationId={application.id}
      initial={application.documents}
      plan={application.documentPlan}
      deliverable={application.opportunityId !== null}
      mayWrite={application.mayWriteDocuments}
    />
  )
}
