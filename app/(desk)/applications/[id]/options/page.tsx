import { OptionsStep } from '@/components/applications/options-step'
import { loadEditedStep, type StepPageProps, stepMetadata } from '../step-page'

export const generateMetadata = stepMetadata('options')

export default async function OptionsStepPage(props: StepPageProps) {
  return <OptionsStep {...(await loadEditedStep(props, 'options'))} />
}
