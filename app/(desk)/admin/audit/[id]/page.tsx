import type { Metadata } from 'next'
import { AuditRowPage } from '@/components/audit/audit-row-page'
import { loadAuditRow } from '@/lib/server/audit-log/loaders'

type Props = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Audit row ${(await loadAuditRow((await params).id)).id}` }
}

export default async function AuditRowRoute({ params }: Props) {
  return <AuditRowPage row={await loadAuditRow((await params).id)} />
}
