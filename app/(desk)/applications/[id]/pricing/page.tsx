import { notFound } from 'next/navigation'
import { PricingStep } from '@/components/applications/pricing-step'
import { loadTemplatesForPricing } from '@/lib/server/applications/pricing-loaders'
import { loadEditedStep, type StepPageProps, stepMetadata } from '../step-page'

export const generateMetadata = stepMetadata('pricing')

/** Only the full application has pricing. */
export default async function PricingStepPage(props: StepPageProps) {
  const { application, email } = await loadEditedStep(props, 'pricing')
  if (application.kind === 'payfac') notFound()
  const templates = await loadTemplatesForPricing(application.id)
  return <PricingStep application={application} email={email} templates={templates} />
}
