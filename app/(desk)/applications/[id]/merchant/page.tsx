import { notFound } from 'next/navigation'
import { MerchantStep } from '@/components/applications/merchant-step'
import { loadEditedStep, type StepPageProps, stepMetadata } from '../step-page'

export const generateMetadata = stepMetadata('merchant')

export default async function MerchantStepPage(props: StepPageProps) {
  const { application, email } = await loadEditedStep(props, 'merchant')
  if (application.kind === 'full') notFound()
  return <MerchantStep application={application} email={email} />
}
