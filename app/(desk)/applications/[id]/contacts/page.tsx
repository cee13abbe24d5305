import { ContactsStep } from '@/components/applications/contacts-step'
import { loadEditedStep, type StepPageProps, stepMetadata } from '../step-page'

export const generateMetadata = stepMetadata('contacts')

export default async function ContactsStepPage(props: StepPageProps) {
  return <ContactsStep {...(await loadEditedStep(props, 'contacts'))} />
}
