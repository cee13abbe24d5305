import { EitherMerchantStep } from '@/components/applications/either-merchant-step'
import { CATEGORY_NAMES } from '@/lib/domain/values/merchant-category-names'
import { loadEditedStep, type StepPageProps, stepMetadata } from '../step-page'

export const generateMetadata = stepMetadata('merchant')

export default async function MerchantStepPage(props: StepPageProps) {
  const step = await loadEditedStep(props, 'merchant')
  const categoryName = CATEGORY_NAMES[step.application.draft.merchant.mcc.trim()]
  return <EitherMerchantStep {...step} categoryName={categoryName} />
}
