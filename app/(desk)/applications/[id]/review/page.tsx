import { ReviewStep } from '@/components/applications/review-step'
import { WizardFrame } from '@/components/applications/wizard-frame'
import { framed, loadStep, type StepPageProps, stepMetadata } from '../step-page'

export const generateMetadata = stepMetadata('review')

export default async function ReviewStepPage(props: StepPageProps) {
  const application = await loadStep(props, 'review')
  return (
    <WizardFrame application={framed(application)} step="review">
      <ReviewStep application={application} />
    </WizardFrame>
  )
}
