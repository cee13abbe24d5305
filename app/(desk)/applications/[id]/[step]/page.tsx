import type { Metadata } from 'next'
import { AccountsStep } from '@/components/applications/accounts-step'
import { ContactsStep } from '@/components/applications/contacts-step'
import { MerchantStep } from '@/components/applications/merchant-step'
import { OptionsStep } from '@/components/applications/options-step'
import { ReviewStep } from '@/components/applications/review-step'
import type { EditedApplication } from '@/components/applications/section-step'
import { type FramedApplication, WizardFrame } from '@/components/applications/wizard-frame'
import { DocumentsStep } from '@/components/documents/documents-step'
import { STEPS } from '@/lib/domain/application/steps'
import { type ApplicationView, loadApplicationStep } from '@/lib/server/applications/loaders'
import { loadPerson } from '@/lib/server/sign-in/loaders'

type Props = { params: Promise<{ id: string; step: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id, step } = await params
  const { application } = await loadApplicationStep(id, step)
  const label = STEPS.find(({ slug }) => slug === step)?.label
  return { title: `${label} · A-${application.number}` }
}

export default async function ApplicationStepPage({ params }: Props) {
  const { id, step: slug } = await params
  const { application, step } = await loadApplicationStep(id, slug)
  const email = (await loadPerson())?.email ?? ''
  const edited = { application: toEdited(application), email }
  switch (step) {
    case 'merchant':
      return <MerchantStep {...edited} />
    case 'contacts':
      return <ContactsStep {...edited} />
    case 'accounts':
      return <AccountsStep {...edited} />
    case 'options':
      return <OptionsStep {...edited} />
    case 'documents':
      return (
        <WizardFrame application={toFramed(application)} step={step}>
          <DocumentsStep application={application} />
        </WizardFrame>
      )
    case 'review':
      return (
        <WizardFrame application={toFramed(application)} step={step}>
          <ReviewStep application={application} />
        </WizardFrame>
      )
  }
}

/** Only what the browser needs is sent to it. */
const toFramed = ({ id, number, title, status, steps, versions }: ApplicationView): FramedApplication => ({
  id,
  number,
  title,
  status,
  steps,
  versions,
})

const toEdited = (application: ApplicationView): EditedApplication => ({
  ...toFramed(application),
  draft: application.draft,
  violations: application.violations,
  lists: application.lists,
  today: application.today,
  lastSaved: application.lastSaved,
  editable: application.editable,
  mayWrite: application.mayWrite,
})
