import { DocumentsStep } from '@/components/documents/documents-step'
import { framed, loadStep, type StepPageProps, stepMetadata } from '../step-page'

export const generateMetadata = stepMetadata('documents')

export default async function DocumentsStepPage(props: StepPageProps) {
  const application = await loadStep(props, 'documents')
  const { documents, documentPlan, opportunityId, asks, unsent, violations } = application
  const { mayWriteDocuments, documentsHeld, documentsClosed, mayTakeBack } = application
  return (
    <DocumentsStep
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
