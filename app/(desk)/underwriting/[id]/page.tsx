import type { Metadata } from 'next'
import { CasePage } from '@/components/underwriting/case-page'
import { loadCase } from '@/lib/server/underwriting/loaders'

type Props = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { application } = await loadCase((await params).id)
  return { title: `Case A-${application.number} ${application.title}` }
}

export default async function UnderwritingCasePage({ params }: Props) {
  return <CasePage view={await loadCase((await params).id)} />
}
