import { FullMerchantStep } from '@/components/applications/full-merchant-step'
import { MerchantStep } from '@/components/applications/merchant-step'
import { loadEditedStep, type StepPageProps, stepMetadata } from '../step-page'

export const generateMetadata = stepMetadata('merchant')

export default async function MerchantStepPage(props: StepPageProps) {
  const { application, email } = await loadEditedStep(props, 'merchant')
  return application.kind === 'full' ? (
    <FullMerchantStep application={application} email={email} />
  ) : (
    <MerchantStep application={application} email={email} />
  )
}
