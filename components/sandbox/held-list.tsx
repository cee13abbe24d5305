'use client'

import { Archive } from 'lucide-react'
import Link from 'next/link'
import { Badge, StatusBadge } from '@/components/ui/badge'
import { LinkButton } from '@/components/ui/button'
import { CopyableId } from '@/components/ui/copyable-id'
import { DateTime } from '@/components/ui/date-time'
import { EmptyState } from '@/components/ui/empty-state'
import { Table, Td, Th } from '@/components/ui/table'
import { routes } from '@/lib/routes'
import type { ControlOpportunity } from '@/lib/server/sandbox/controls'
import type { HeldList } from '@/lib/server/sandbox/loaders'
import { olderThan } from './held-address'
import { kindLabel, stageTone } from './sandbox-words'

/**
 * The applications of the simulated partner, newest first. Rendered in the browser too, because the page
 * would otherwise bring every row twice.
 */
export function HeldApplications({ list, before }: { list: HeldList; before: string | null }) {
  const { items, next } = list
  return (
    <div className="flex flex-col gap-3">
      <div className="overflow-clip rounded-lg border border-line bg-surface">
        {items.length > 0 ? (
          <>
            <HeldTable items={items} />
            <HeldCards items={items} />
          </>
        ) : before === null ? (
          <EmptyState
            icon={<Archive />}
            title="The sandbox holds no application"
            actions={<LinkButton href={routes.applications}>Go to the applications</LinkButton>}
          >
            Each one that the partner accepts is kept here as the partner would keep it. Submit an
            application, and it is the first.
          </EmptyState>
        ) : (
          <EmptyState icon={<Archive />} title="There is nothing older than this">
            The sandbox may have been reset meanwhile.
          </EmptyState>
        )}
      </div>
      {(next !== null || before !== null) && (
        <nav aria-label="Pages" className="flex justify-between gap-2">
          {before === null ? (
            <span />
          ) : (
            <LinkButton href={routes.sandboxPages.applications} prefetch={false}>
              Back to the newest
            </LinkButton>
          )}
          {next !== null && (
            <LinkButton href={olderThan(next)} prefetch={false}>
              Older
            </LinkButton>
          )}
        </nav>
      )}
    </div>
  )
}

function HeldTable({ items }: { items: readonly ControlOpportunity[] }) {
  return (
    <Table label="Applications held" className="max-md:hidden">
      <thead>
        <tr>
          <Th>Merchant</Th>
          <Th>Kind</Th>
          <Th>Stage</Th>
          <Th>Opportunity</Th>
          <Th>Account</Th>
          <Th>Created</Th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.id}>
            <Th scope="row" className="min-w-40">
              <Names item={item} />
            </Th>
            <Td className="min-w-32">{kindLabel(item.kind)}</Td>
            <Td>
              <StatusBadge tone={stageTone(item.stage)}>{item.stage}</StatusBadge>
            </Td>
            <Td>
              <CopyableId value={item.id} label={`opportunity id of ${nameOf(item)}`} />
            </Td>
            <Td>
              <CopyableId value={item.accountId} label={`account id of ${nameOf(item)}`} />
            </Td>
            <Td>
              <DateTime at={item.createdAt} />
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** The same for narrow pages. */
function HeldCards({ items }: { items: readonly ControlOpportunity[] }) {
  return (
    <ul className="md:hidden">
      {items.map((item) => (
        <li key={item.id} className="flex flex-col gap-1.5 border-b border-line px-4 py-3 last:border-b-0">
          <div className="font-medium">
            <Names item={item} />
          </div>
          <div className="flex flex-wrap gap-1.5">
            <StatusBadge tone={stageTone(item.stage)}>{item.stage}</StatusBadge>
            <Badge>{kindLabel(item.kind)}</Badge>
          </div>
          <CopyableId value={item.id} label={`opportunity id of ${nameOf(item)}`} />
          <p className="text-sm text-muted">
            Created <DateTime at={item.createdAt} />
          </p>
        </li>
      ))}
    </ul>
  )
}

const nameOf = ({ name, legalName }: ControlOpportunity): string =>
  name || legalName || 'Untitled application'

function Names({ item }: { item: ControlOpportunity }) {
  const name = nameOf(item)
  return (
    <>
      <Link
        href={routes.sandboxPages.application(item.id)}
        prefetch={false}
        className="line-clamp-2 rounded-sm break-words text-accent-ink underline-offset-2 hover:underline"
      >
        <bdi>{name}</bdi>
      </Link>
      {item.legalName && item.legalName !== name && (
        <span className="line-clamp-1 font-normal break-words text-muted">
          <bdi>{item.legalName}</bdi>
        </span>
      )}
    </>
  )
}
