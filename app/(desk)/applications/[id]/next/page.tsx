import { redirect } from 'next/navigation'
import { unfinishedStep } from '@/lib/domain/application/next-step'
import { routes } from '@/lib/routes'
import { loadApplicationBrief } from '@/lib/server/applications/brief-loaders'
import { loadApplication } from '@/lib/server/applications/loaders'

type Props = { params: Promise<{ id: string }> }

/**
 * Lists link here for a draft: it redirects to the step where work continues, without showing a page in between.
 */
export default async function NextStepPage({ params }: Props): Promise<never> {
  const { id } = await params
  const { status, mayOpen } = await loadApplicationBrief(id)
  const application = status === 'draft' && mayOpen ? await loadApplication(id) : null
  redirect(
    application?.mayWrite
      ? routes.applicationStep(id, unfinishedStep(application.steps))
      : routes.application(id),
  )
}
