import type { Metadata } from 'next'
import { AuditChain } from '@/components/audit/audit-chain'
import { AuditFilters } from '@/components/audit/audit-filters'
import { AuditList } from '@/components/audit/audit-list'
import { ExportButton } from '@/components/lists/export-button'
import { PageHeader } from '@/components/shell/page-header'
import { auditList, MAX_NAMED } from '@/lib/domain/audit/audit-list-query'
import type { ListPageProps } from '@/lib/domain/lists/list-query'
import { packPage } from '@/lib/domain/lists/packed-rows'
import { routes } from '@/lib/routes'
import { loadAuditLog } from '@/lib/server/audit-log/loaders'

export const metadata: Metadata = { title: 'Audit log' }

export default async function AuditPage({ searchParams }: ListPageProps) {
  const query = auditList.read(await searchParams)
  const { chain, people, hasMore, ...page } = await loadAuditLog(query)
  const asked = auditList.write({ ...query, cursor: null })
  return (
    <>
      <PageHeader
        title="Audit log"
        subtitle="Who did what, and when. Rows are added and never changed."
        actions={<ExportButton address={`${routes.api.auditExport}${asked && `?${asked}`}`} />}
      />
      <div className="flex flex-col gap-3">
        <AuditChain chain={chain} />
        <AuditFilters query={query} people={people} />
        {hasMore && (
          <p className="text-sm text-muted">
            More than {MAX_NAMED} applications have “<bdi>{query.search}</bdi>” in a name. The list and the
            export have rows of the {MAX_NAMED} latest ones. Add a word of the name, or search for a number
            such as A-12.
          </p>
        )}
        <AuditList packed={packPage(page)} query={query} />
      </div>
    </>
  )
}
