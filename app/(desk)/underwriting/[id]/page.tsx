import type { Metadata } from 'next'
import { Comments } from '@/components/comments/comments'
import { CasePage } from '@/components/underwriting/case-page'
import { loadComments } from '@/lib/server/comments/loaders'
import { loadCase } from '@/lib/server/underwriting/loaders'

type Props = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { application } = await loadCase((await params).id)
  return { title: `Case A-${application.number} ${application.title}` }
}

export default async function UnderwritingCasePage({ params }: Props) {
  const view = await loadCase((await params).id)
  const comments = await loadComments({ type: 'application', id: view.application.id })
  return <CasePage view={view} comments={<Comments view={comments} />} />
}
