'use client'

import { FilterForm } from '@/components/lists/filter-form'
import {
  type AuditListQuery,
  auditList,
  DESK_ITSELF,
  MAX_AUDIT_SEARCH,
} from '@/lib/domain/audit/audit-list-query'
import { routes } from '@/lib/routes'
import type { AuditListView } from '@/lib/server/audit-log/views'

export const AuditFilters = ({
  query,
  people,
}: {
  query: AuditListQuery
  people: AuditListView['people']
}) => (
  <FilterForm
    address={routes.audit}
    list={auditList}
    query={query}
    search={{
      label: 'Search the audit log',
      placeholder: 'A name, A-12, B-3, SSN, an ID or an address',
      maxLength: MAX_AUDIT_SEARCH,
      value: query.search,
    }}
    choices={{
      person: [[DESK_ITSELF, 'The desk itself'], ...people.map(({ id, name }) => [id, name] as const)],
    }}
  />
)
