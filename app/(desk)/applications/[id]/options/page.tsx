import { EitherOptionsStep } from '@/components/applications/either-options-step'
import { loadEditedStep, type StepPageProps, stepMetadata } from '../step-page'

export const generateMetadata = stepMetadata('options')

export default async function OptionsStepPage(props: StepPageProps) {
  return <EitherOptionsStep {...(await loadEditedStep(props, 'options'))} />
}
