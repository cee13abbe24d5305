import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { BriefPage } from '@/components/applications/brief-page'
import { ResultPage } from '@/components/applications/result-page'
import { Comments } from '@/components/comments/comments'
import { ApplicationMerchants } from '@/components/merchants/application-merchants'
import { routes } from '@/lib/routes'
import { loadApplicationBrief } from '@/lib/server/applications/brief-loaders'
import { loadApplication } from '@/lib/server/applications/loaders'
import { loadComments } from '@/lib/server/comments/loaders'
import { loadApplicationMerchants } from '@/lib/server/merchants/loaders'

type Props = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { number, title } = await loadApplicationBrief((await params).id)
  return { title: `A-${number} ${title}` }
}

/** A draft leads on to what is to be done next; everything else shows what became of it. */
export default async function ApplicationPage({ params }: Props) {
  const { id } = await params
  const brief = await loadApplicationBrief(id)
  const application = brief.mayOpen ? await loadApplication(id) : null
  if (application?.status === 'draft') {
    // Documents that are missing block nothing: the review names them, and the way to them.
    const next = application.steps.find(({ state }) => state !== 'complete' && state !== 'attention')
    redirect(routes.applicationStep(id, next?.slug ?? 'review'))
  }
  const merchants = await loadApplicationMerchants(id)
  const fundingMerchants = merchants && <ApplicationMerchants applicationId={id} {...merchants} />
  return application ? (
    <ResultPage
      application={application}
      fundingMerchants={fundingMerchants}
      comments={<Comments view={await loadComments({ type: 'application', id })} />}
    />
  ) : (
    <BriefPage application={brief} fundingMerchants={fundingMerchants} />
  )
}
