import { MerchantStep } from '@/components/applications/merchant-step'
import { loadEditedStep, type StepPageProps, stepMetadata } from '../step-page'

export const generateMetadata = stepMetadata('merchant')

export default async function MerchantStepPage(props: StepPageProps) {
  return <MerchantStep {...(await loadEditedStep(props, 'merchant'))} />
}
