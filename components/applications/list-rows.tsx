import Link from 'next/link'
import type { ReactNode } from 'react'
import { Badge, StatusBadge } from '@/components/ui/badge'
import { classNames } from '@/components/ui/class-names'
import { Table, Td, Th } from '@/components/ui/table'
import type { ListColumn } from '@/lib/domain/application/list-query'
import { type ApplicationStatus, STATUS_TEXTS } from '@/lib/domain/application/status'
import { routes } from '@/lib/routes'
import type { ApplicationListItem } from '@/lib/server/applications/list'
import { KIND_WORDS } from './kind-words'
import { COLUMN_VIEWS } from './list-columns'

/** Rows that can be chosen; null for people who may do nothing with them. */
export type RowSelection = {
  selected: ReadonlySet<string>
  toggle: (id: string) => void
  toggleAll: () => void
} | null

type RowsProps = {
  items: readonly ApplicationListItem[]
  columns: readonly ListColumn[]
  selection: RowSelection
}

export function ApplicationTable({ items, columns, selection }: RowsProps) {
  return (
    <Table label="Applications" className="max-md:hidden">
      <thead>
        <tr>
          {selection && (
            <Th className="w-px pe-0">
              <SelectAll items={items} selection={selection} />
            </Th>
          )}
          <Th>Number</Th>
          <Th>Merchant</Th>
          <Th>Status</Th>
          {columns.map((column) => (
            <Th key={column} numeric={COLUMN_VIEWS[column].numeric}>
              {COLUMN_VIEWS[column].title}
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.id} className={classNames(selection?.selected.has(item.id) && 'bg-accent-soft')}>
            {selection && (
              <Td className="w-px pe-0">
                <SelectRow item={item} selection={selection} />
              </Td>
            )}
            <Td className="whitespace-nowrap">
              <span className="flex items-center gap-2">
                <Link href={routes.application(item.id)} prefetch={false} className={LINK}>
                  A-{item.number}
                </Link>
                <KindBadge item={item} />
              </span>
            </Td>
            <Th scope="row" className="min-w-40">
              <Names item={item} />
            </Th>
            <Td>
              <Status status={item.status} />
            </Td>
            {columns.map((column) => (
              <Td key={column} numeric={COLUMN_VIEWS[column].numeric}>
                {COLUMN_VIEWS[column].show(item) ?? <Nothing />}
              </Td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** The same for narrow pages, where a table of eight columns can only be read sideways. */
export function ApplicationCards({ items, columns, selection }: RowsProps) {
  return (
    <ul className="md:hidden">
      {selection && (
        <li className="border-b border-line bg-sunken px-4 py-1.5 text-sm text-muted">
          <SelectAll items={items} selection={selection}>
            All on this page
          </SelectAll>
        </li>
      )}
      {items.map((item) => (
        <li
          key={item.id}
          className={classNames(
            'flex gap-2.5 border-b border-line px-4 py-3 last:border-b-0',
            selection?.selected.has(item.id) && 'bg-accent-soft',
          )}
        >
          {selection && <SelectRow item={item} selection={selection} />}
          <div className="flex min-w-0 flex-1 flex-col gap-1">
            <div className="flex items-start justify-between gap-3">
              <div className="min-w-0 font-medium">
                <Names item={item} />
              </div>
              <Status status={item.status} />
            </div>
            <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
              A-{item.number} <KindBadge item={item} />
            </p>
            <dl className="flex flex-wrap gap-x-3 text-sm text-muted">
              {columns.map((column) => {
                const shown = COLUMN_VIEWS[column].show(item)
                return shown === null ? null : (
                  <div key={column} className="flex min-w-0 flex-wrap gap-x-1">
                    <dt className="text-faint">{COLUMN_VIEWS[column].title}</dt>
                    <dd className="min-w-0">{shown}</dd>
                  </div>
                )
              })}
            </dl>
          </div>
        </li>
      ))}
    </ul>
  )
}

function SelectAll({
  items,
  selection,
  children,
}: {
  items: readonly ApplicationListItem[]
  selection: NonNullable<RowSelection>
  children?: ReactNode
}) {
  const count = items.filter(({ id }) => selection.selected.has(id)).length
  return (
    <label
      className={classNames(BOX, children ? 'flex items-center gap-2' : 'grid size-6 place-items-center')}
    >
      <input
        type="checkbox"
        aria-label={children ? undefined : 'Select all on this page'}
        checked={count === items.length}
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && count < items.length
        }}
        onChange={selection.toggleAll}
      />
      {children}
    </label>
  )
}

function SelectRow({
  item: { id, number },
  selection,
}: {
  item: ApplicationListItem
  selection: NonNullable<RowSelection>
}) {
  return (
    <label className={classNames(BOX, 'grid size-6 shrink-0 place-items-center')}>
      <input
        type="checkbox"
        aria-label={`Select A-${number}`}
        checked={selection.selected.has(id)}
        onChange={() => selection.toggle(id)}
      />
    </label>
  )
}

const BOX = '-my-0.5 [&_input]:size-4'
const LINK = 'rounded-sm text-accent-ink underline-offset-2 hover:underline'

function Names({ item: { id, dbaName, legalName } }: { item: ApplicationListItem }) {
  const name = dbaName || legalName
  return (
    <>
      {/* A block of its own: a link that is told from text around it by its colour alone is not seen by everybody. */}
      <div>
        <Link
          href={routes.application(id)}
          prefetch={false}
          className={classNames('line-clamp-2 break-words', LINK, name === '' && 'font-normal italic')}
        >
          <bdi>{name || 'Untitled application'}</bdi>
        </Link>
      </div>
      {legalName !== '' && legalName !== name && (
        <span className="line-clamp-1 font-normal break-words text-muted">
          <bdi>{legalName}</bdi>
        </span>
      )}
    </>
  )
}

function KindBadge({ item: { kind } }: { item: ApplicationListItem }) {
  return (
    <span title={KIND_WORDS[kind].name}>
      <Badge tone={kind === 'full' ? 'progress' : 'neutral'}>{KIND_WORDS[kind].short}</Badge>
    </span>
  )
}

function Status({ status }: { status: ApplicationStatus }) {
  const { tone, label, meaning } = STATUS_TEXTS[status]
  return (
    <span title={meaning} className="shrink-0">
      <StatusBadge tone={tone}>{label}</StatusBadge>
    </span>
  )
}

function Nothing() {
  return (
    <span className="text-faint">
      <span aria-hidden="true">–</span>
      <span className="sr-only">none</span>
    </span>
  )
}
