import { EitherMerchantStep } from '@/components/applications/either-merchant-step'
import { loadEditedStep, type StepPageProps, stepMetadata } from '../step-page'

export const generateMetadata = stepMetadata('merchant')

export default async function MerchantStepPage(props: StepPageProps) {
  return <EitherMerchantStep {...(await loadEditedStep(props, 'merchant'))} />
}
