import { ContactsStep } from '@/components/applications/contacts-step'
import { ownershipFactsOf, ownershipGuide } from '@/lib/domain/application/ownership'
import { loadEditedStep, type StepPageProps, stepMetadata } from '../step-page'

export const generateMetadata = stepMetadata('contacts')

export default async function ContactsStepPage(props: StepPageProps) {
  const { application, email } = await loadEditedStep(props, 'contacts')
  const { kind, draft } = application
  const facts = ownershipFactsOf(draft.contacts, draft.merchant.ownership, kind)
  return <ContactsStep application={application} email={email} guide={ownershipGuide(facts)} />
}
