'use client'

import { Archive } from 'lucide-react'
import { defineColumns } from '@/components/lists/columns'
import { DataList, ListBox } from '@/components/lists/data-list'
import { StatusBadge } from '@/components/ui/badge'
import { LinkButton } from '@/components/ui/button'
import { CopyableId } from '@/components/ui/copyable-id'
import { DateTime } from '@/components/ui/date-time'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { routes } from '@/lib/routes'
import type { ControlOpportunity } from '@/lib/server/sandbox/controls'
import type { StoredList } from '@/lib/server/sandbox/loaders'
import { kindLabel, stageTone } from './sandbox-labels'
import { olderThan } from './stored-address'

/**
 * The simulated partner's applications, newest first. Renders in the browser as well, because otherwise the page
 * would contain every row twice.
 */
export function StoredApplications({ list, before }: { list: StoredList; before: string | null }) {
  const { items, next } = list
  return (
    <div className="flex flex-col gap-3">
      <ListBox>
        {items.length > 0 ? (
          <DataList label="Applications held" rows={items} columns={COLUMNS} rowKey={({ id }) => id} />
        ) : before === null ? (
          <EmptyState
            icon={<Archive />}
            title="No applications yet"
            actions={<LinkButton href={routes.applications}>Go to the applications</LinkButton>}
          >
            Accepted applications appear here. Submit an application to begin.
          </EmptyState>
        ) : (
          <EmptyState icon={<Archive />} title="No older applications">
            The sandbox may have been reset.
          </EmptyState>
        )}
      </ListBox>
      {(next !== null || before !== null) && (
        <nav aria-label="Pages" className="flex justify-between gap-2">
          {before === null ? (
            <span />
          ) : (
            <LinkButton href={routes.sandboxPages.applications}>Back to the newest</LinkButton>
          )}
          {next !== null && <LinkButton href={olderThan(next)}>Older</LinkButton>}
        </nav>
      )}
    </div>
  )
}

const COLUMNS = defineColumns<ControlOpportunity>([
  {
    id: 'merchant',
    title: 'Merchant',
    card: 'title',
    className: 'min-w-40',
    cell: (item) => <Names item={item} />,
  },
  { id: 'kind', title: 'Kind', className: 'min-w-32', cell: ({ kind }) => kindLabel(kind) },
  {
    id: 'stage',
    title: 'Stage',
    card: 'badge',
    cell: ({ stage }) => <StatusBadge tone={stageTone(stage)}>{stage}</StatusBadge>,
  },
  {
    id: 'opportunity',
    title: 'Opportunity',
    cell: (item) => <CopyableId value={item.id} label={`opportunity id of ${nameOf(item)}`} />,
  },
  {
    id: 'account',
    title: 'Account',
    cell: (item) => <CopyableId value={item.accountId} label={`account id of ${nameOf(item)}`} />,
  },
  { id: 'created', title: 'Created', cell: ({ createdAt }) => <DateTime at={createdAt} /> },
])

const nameOf = ({ name, legalName }: ControlOpportunity): string =>
  name || legalName || 'Untitled application'

function Names({ item }: { item: ControlOpportunity }) {
  const name = nameOf(item)
  return (
    <>
      <Link href={routes.sandboxPages.application(item.id)} className="link list-name">
        <bdi>{name}</bdi>
      </Link>
      {item.legalName && item.legalName !== name && <bdi className="list-second-name">{item.legalName}</bdi>}
    </>
  )
}
