import { notFound } from 'next/navigation'
import { OptionsStep } from '@/components/applications/options-step'
import { loadEditedStep, type StepPageProps, stepMetadata } from '../step-page'

export const generateMetadata = stepMetadata('options')

export default async function OptionsStepPage(props: StepPageProps) {
  const { application, email } = await loadEditedStep(props, 'options')
  if (application.kind === 'full') notFound()
  return <OptionsStep application={application} email={email} />
}
