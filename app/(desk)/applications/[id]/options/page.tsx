import { FullOptionsStep } from '@/components/applications/full-options-step'
import { OptionsStep } from '@/components/applications/options-step'
import { loadEditedStep, type StepPageProps, stepMetadata } from '../step-page'

export const generateMetadata = stepMetadata('options')

export default async function OptionsStepPage(props: StepPageProps) {
  const { application, email } = await loadEditedStep(props, 'options')
  return application.kind === 'full' ? (
    <FullOptionsStep application={application} email={email} />
  ) : (
    <OptionsStep application={application} email={email} />
  )
}
