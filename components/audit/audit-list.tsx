'use client'

import { ScrollText } from 'lucide-react'
import { useMemo } from 'react'
import { defineColumns } from '@/components/lists/columns'
import { DataList, ListBox } from '@/components/lists/data-list'
import { Pager } from '@/components/lists/pager'
import { LinkButton } from '@/components/ui/button'
import { DateTime } from '@/components/ui/date-time'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { auditLabel } from '@/lib/domain/audit/audit-labels'
import { type AuditListQuery, auditList } from '@/lib/domain/audit/audit-list-query'
import { type PackedPage, unpackPage } from '@/lib/domain/lists/packed-rows'
import { routes } from '@/lib/routes'
import type { AuditItem, AuditListView } from '@/lib/server/audit-log/views'
import { auditAddress } from './audit-address'
import { AuditSubject } from './audit-subject'

const COLUMNS = defineColumns<AuditItem>([
  {
    id: 'action',
    title: 'Action',
    card: 'title',
    className: 'min-w-44',
    cell: ({ id, action }) => (
      <Link href={routes.auditRow(id)} className="link list-name">
        {auditLabel(action)}
      </Link>
    ),
  },
  { id: 'at', title: 'Time', card: 'plain', cell: ({ at }) => <DateTime at={at} seconds /> },
  {
    id: 'by',
    title: 'Person',
    card: 'subtitle',
    cell: ({ by }) => (by ? <bdi>{by.name}</bdi> : <span className="text-muted">The desk</span>),
  },
  { id: 'subject', title: 'Subject', cell: ({ subject }) => <AuditSubject subject={subject} /> },
  {
    id: 'detail',
    title: 'Detail',
    className: 'max-w-96',
    // One line per row; the row's page has everything.
    cell: ({ summary }) => summary && <bdi className="list-note">{summary}</bdi>,
  },
  {
    id: 'address',
    title: 'Address',
    cell: ({ address }) => address && <code className="text-xs">{address}</code>,
  },
])

export function AuditList({
  packed,
  query,
}: {
  packed: PackedPage<Pick<AuditListView, 'items' | 'before' | 'after'>>
  query: AuditListQuery
}) {
  const page = useMemo(() => unpackPage<Pick<AuditListView, 'items' | 'before' | 'after'>>(packed), [packed])
  return (
    <div className="flex flex-col gap-3">
      <ListBox>
        {page.items.length === 0 ? (
          <EmptyState
            icon={<ScrollText />}
            title={auditList.isFiltered(query) ? 'No rows found' : 'No rows yet'}
            actions={
              auditList.isFiltered(query) && <LinkButton href={routes.audit}>Clear filters</LinkButton>
            }
          >
            {!auditList.isFiltered(query) && 'Actions on this desk appear here.'}
          </EmptyState>
        ) : (
          <DataList
            label="Audit log"
            rows={page.items}
            columns={COLUMNS}
            rowKey={({ id }) => id}
            cards="medium"
          />
        )}
      </ListBox>
      <Pager page={page} cursor={query.cursor} addressAt={(cursor) => auditAddress({ ...query, cursor })} />
    </div>
  )
}
