import { WizardFrame } from '@/components/applications/wizard-frame'
import { DocumentsStep } from '@/components/documents/documents-step'
import { framed, loadStep, type StepPageProps, stepMetadata } from '../step-page'

export const generateMetadata = stepMetadata('documents')

export default async function DocumentsStepPage(props: StepPageProps) {
  const application = await loadStep(props, 'documents')
  return (
    <WizardFrame application={framed(application)} step="documents">
      <DocumentsStep application={application} />
    </WizardFrame>
  )
}
