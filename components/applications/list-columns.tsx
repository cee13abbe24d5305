import type { ReactNode } from 'react'
import { CopyableId } from '@/components/ui/copyable-id'
import { DateTime } from '@/components/ui/date-time'
import { LIST_COLUMNS, type ListColumn, STANDARD_COLUMNS } from '@/lib/domain/application/list-query'
import type { ApplicationListItem } from '@/lib/server/applications/list'

export type ColumnView = {
  title: string
  numeric?: boolean
  /** Null where there is nothing to show. */
  show: (item: ApplicationListItem) => ReactNode
}

/** The columns that can be chosen: what stands above each, and in it. */
export const COLUMN_VIEWS: Readonly<Record<ListColumn, ColumnView>> = {
  ownership: { title: 'Ownership', show: ({ ownership }) => ownership || null },
  underwriting: {
    title: 'Underwriting',
    show: ({ partnerUnderwrites }) =>
      partnerUnderwrites === null ? null : partnerUnderwrites ? 'By the partner' : 'By us',
  },
  'tax-id': {
    title: 'Tax ID',
    show: ({ taxIdLast4 }) =>
      taxIdLast4 === '' ? null : <span className="whitespace-nowrap">••-•••{taxIdLast4}</span>,
  },
  stage: { title: 'Stage', show: ({ stage }) => stage && <bdi>{stage}</bdi> },
  opportunity: {
    title: 'Opportunity',
    show: ({ opportunityId, number }) =>
      opportunityId && <CopyableId value={opportunityId} label={`opportunity id of A-${number}`} />,
  },
  account: {
    title: 'Account',
    show: ({ accountId, number }) =>
      accountId && <CopyableId value={accountId} label={`account id of A-${number}`} />,
  },
  assignee: { title: 'Assignee', show: ({ assignee }) => assignee && <PersonName name={assignee} /> },
  documents: { title: 'Documents', numeric: true, show: ({ documents }) => documents },
  started: { title: 'Started', show: ({ createdAt }) => <DateTime at={createdAt} /> },
  'started-by': { title: 'Started by', show: ({ createdBy }) => <PersonName name={createdBy} /> },
  changed: { title: 'Last change', show: ({ updatedAt }) => <DateTime at={updatedAt} /> },
}

export const shownColumns = (chosen: readonly ListColumn[] | null): readonly ListColumn[] =>
  LIST_COLUMNS.filter((column) => (chosen ?? STANDARD_COLUMNS).includes(column))

function PersonName({ name }: { name: string }) {
  return (
    <bdi className="block max-w-40 truncate" title={name}>
      {name}
    </bdi>
  )
}
