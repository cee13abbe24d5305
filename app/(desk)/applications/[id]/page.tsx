import type { Metadata } from 'next'
import { BriefPage } from '@/components/applications/record/brief-page'
import { RecordPage } from '@/components/applications/record/record-page'
import { Comments } from '@/components/comments/comments'
import { ApplicationMerchants } from '@/components/merchants/application-merchants'
import { loadApplicationBrief } from '@/lib/server/applications/brief-loaders'
import { loadApplication } from '@/lib/server/applications/loaders'
import { loadHistory } from '@/lib/server/applications/record-loaders'
import { loadComments } from '@/lib/server/comments/loaders'
import { loadApplicationMerchants } from '@/lib/server/merchants/loaders'

type Props = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { number, title } = await loadApplicationBrief((await params).id)
  return { title: `A-${number} ${title}` }
}

/** An application in any status, as far as the reader may see it. */
export default async function ApplicationPage({ params }: Props) {
  const { id } = await params
  const brief = await loadApplicationBrief(id)
  const merchants = await loadApplicationMerchants(id)
  const fundingMerchants = merchants && <ApplicationMerchants applicationId={id} {...merchants} />
  return brief.mayOpen ? (
    <RecordPage
      application={await loadApplication(id)}
      history={await loadHistory(id)}
      fundingMerchants={fundingMerchants}
      comments={<Comments view={await loadComments({ type: 'application', id })} />}
    />
  ) : (
    <BriefPage application={brief} fundingMerchants={fundingMerchants} />
  )
}
