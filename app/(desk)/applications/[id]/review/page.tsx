import { ReviewStep } from '@/components/applications/review-step'
import { WizardFrame } from '@/components/applications/wizard-frame'
import { Comments } from '@/components/comments/comments'
import { loadComments } from '@/lib/server/comments/loaders'
import { framed, loadStep, type StepPageProps, stepMetadata } from '../step-page'

export const generateMetadata = stepMetadata('review')

export default async function ReviewStepPage(props: StepPageProps) {
  const application = await loadStep(props, 'review')
  return (
    <WizardFrame application={framed(application)} step="review">
      <ReviewStep application={application} />
      <div className="mt-4">
        <Comments view={await loadComments({ type: 'application', id: application.id })} />
      </div>
    </WizardFrame>
  )
}
