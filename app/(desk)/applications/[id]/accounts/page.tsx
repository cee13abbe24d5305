import { AccountsStep } from '@/components/applications/accounts-step'
import { loadEditedStep, type StepPageProps, stepMetadata } from '../step-page'

export const generateMetadata = stepMetadata('accounts')

export default async function AccountsStepPage(props: StepPageProps) {
  return <AccountsStep {...(await loadEditedStep(props, 'accounts'))} />
}
