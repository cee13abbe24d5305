'use client'

import type { ReactNode } from 'react'
import { FilterForm, SelectFilter } from '@/components/lists/filter-form'
import {
  type AuditListQuery,
  auditList,
  DESK_ITSELF,
  MAX_AUDIT_SEARCH,
} from '@/lib/domain/audit/audit-list-query'
import { AUDIT_GROUPS, AUDIT_SUBJECT_TYPES, AUDIT_SUBJECT_WORDS } from '@/lib/domain/audit/audit-words'
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
      placeholder: 'A-12, B-3, an ID, an IP address or a request',
      maxLength: MAX_AUDIT_SEARCH,
      value: query.search,
    }}
  >
    <SelectFilter
      name="person"
      label="Person"
      any="All people"
      value={query.person}
      options={[[DESK_ITSELF, 'The desk itself'], ...people.map(({ id, name }) => [id, name] as const)]}
    />
    <SelectFilter
      name="subject"
      label="Subject"
      any="All subjects"
      value={query.subject}
      options={AUDIT_SUBJECT_TYPES.map((type) => [type, AUDIT_SUBJECT_WORDS[type]])}
    />
    <select
      name="action"
      defaultValue={query.action ?? ''}
      aria-label="Action"
      className="control control-select w-auto max-w-56"
    >
      <option value="">All actions</option>
      {AUDIT_GROUPS.map(({ title, actions }) => (
        <optgroup key={title} label={title}>
          {actions.map(([action, words]) => (
            <option key={action} value={action}>
              {words}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
    <DayFilter name="from" value={query.from}>
      From (UTC)
    </DayFilter>
    <DayFilter name="to" value={query.to}>
      To (UTC)
    </DayFilter>
  </FilterForm>
)

const DayFilter = ({
  name,
  value,
  children,
}: {
  name: string
  value: string | null
  children: ReactNode
}) => (
  <label className="flex items-center gap-1.5 text-sm text-muted">
    {children}
    <input type="date" name={name} defaultValue={value ?? ''} className="control w-auto" />
  </label>
)
