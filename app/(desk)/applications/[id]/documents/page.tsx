import { DocumentsStep } from '@/components/documents/documents-step'
import { loadRefusedFiles } from '@/lib/server/documents/loaders'
import { framed, loadStep, type StepPageProps, stepMetadata } from '../step-page'

export const generateMetadata = stepMetadata('documents')

export default async function DocumentsStepPage(props: StepPageProps) {
  const application = await loadStep(props, 'documents')
  const { documents, documentPlan, opportunityId, asks, unsent, violations } = application
  const { mayWriteDocuments, documentsHeld, documentsClosed, mayTakeBack } = application
  return (
    <DocumentsStep
      refused={await loadRefusedFiles(application.id)}
      application={{
        ...framed(application),
        documents,
        documentPlan,
        opportunityId,
        mayWriteDocuments,
        documentsHeld,
        documentsClosed,
        mayTakeBack,
        asks,
        unsent,
        violations,
      }}
    />
  )
}
