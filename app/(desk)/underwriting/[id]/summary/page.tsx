import type { Metadata } from 'next'
import { CaseSummary } from '@/components/underwriting/case-summary'
import { loadCase } from '@/lib/server/underwriting/loaders'

type Props = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { application } = await loadCase((await params).id)
  return { title: `Summary of A-${application.number} ${application.title}` }
}

export default async function UnderwritingSummaryPage({ params }: Props) {
  return <CaseSummary view={await loadCase((await params).id)} />
}
