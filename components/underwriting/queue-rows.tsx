import Link from 'next/link'
import type { ReactNode } from 'react'
import { KIND_WORDS } from '@/components/applications/kind-words'
import { Badge, StatusBadge } from '@/components/ui/badge'
import { DateTime } from '@/components/ui/date-time'
import { Table, Td, Th } from '@/components/ui/table'
import { routes } from '@/lib/routes'
import type { QueueView } from '@/lib/server/underwriting/loaders'
import { TimeUsed } from './time-used'

export type QueueRow = QueueView['items'][number]

type RowsProps = Pick<QueueView, 'items' | 'hoursAllowed' | 'me'> & {
  /** What can be done with a case; null for people who only read. */
  deedsOf: ((item: QueueRow) => ReactNode) | null
}

export function QueueTable({ items, hoursAllowed, me, deedsOf }: RowsProps) {
  return (
    <Table label="Cases" className="max-md:hidden">
      <thead>
        <tr>
          <Th>Number</Th>
          <Th>Merchant</Th>
          <Th>Ownership</Th>
          <Th>Handed over</Th>
          <Th>Time with us</Th>
          <Th>Underwriter</Th>
          {deedsOf && (
            <Th>
              <span className="sr-only">What can be done</span>
            </Th>
          )}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.applicationId}>
            <Td className="whitespace-nowrap">
              <CaseNumber item={item} />
            </Td>
            <Th scope="row" className="min-w-44">
              <Merchant item={item} me={me} />
            </Th>
            <Td>{item.ownership || <Nothing />}</Td>
            <Td>
              <DateTime at={item.handedOverAt} />
              <span className="block text-muted">
                <bdi>{item.handedOverBy}</bdi>
              </span>
            </Td>
            <Td>
              <TimeUsed
                usedMs={item.usedMs}
                hoursAllowed={hoursAllowed}
                running={item.running}
                handOvers={item.handOvers}
              />
            </Td>
            <Td>
              <Underwriter item={item} me={me} />
            </Td>
            {deedsOf && <Td className="w-px">{deedsOf(item)}</Td>}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** The same for narrow pages, where a table of seven columns can only be read sideways. */
export function QueueCards({ items, hoursAllowed, me, deedsOf }: RowsProps) {
  return (
    <ul className="md:hidden">
      {items.map((item) => (
        <li
          key={item.applicationId}
          className="flex flex-col gap-2 border-b border-line px-4 py-3 last:border-b-0"
        >
          <div className="font-medium">
            <Merchant item={item} me={me} />
          </div>
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
            <CaseNumber item={item} /> {item.ownership}
          </p>
          <p className="text-sm text-muted">
            Handed over <DateTime at={item.handedOverAt} /> by <bdi>{item.handedOverBy}</bdi>
          </p>
          <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 text-sm">
            <TimeUsed
              usedMs={item.usedMs}
              hoursAllowed={hoursAllowed}
              running={item.running}
              handOvers={item.handOvers}
            />
            <Underwriter item={item} me={me} />
          </div>
          {deedsOf?.(item)}
        </li>
      ))}
    </ul>
  )
}

function CaseNumber({ item: { applicationId, number, kind } }: { item: QueueRow }) {
  return (
    <span className="flex items-center gap-2">
      <Link
        href={routes.underwritingCase(applicationId)}
        prefetch={false}
        className="rounded-sm text-accent-ink underline-offset-2 hover:underline"
      >
        A-{number}
      </Link>
      <span title={KIND_WORDS[kind].name}>
        <Badge tone={kind === 'full' ? 'progress' : 'neutral'}>{KIND_WORDS[kind].short}</Badge>
      </span>
    </span>
  )
}

function Merchant({
  item: { applicationId, name, legalName, status, round, isOwn, modeChanged, decidedFirst },
  me,
}: {
  item: QueueRow
  me: string
}) {
  return (
    <>
      <Link
        href={routes.underwritingCase(applicationId)}
        prefetch={false}
        className="line-clamp-2 rounded-sm break-words text-accent-ink underline-offset-2 hover:underline"
      >
        <bdi>{name}</bdi>
      </Link>
      {legalName !== '' && legalName !== name && (
        <span className="line-clamp-1 font-normal break-words text-muted">
          <bdi>{legalName}</bdi>
        </span>
      )}
      {(status === 'info-requested' || round > 1 || isOwn || modeChanged || decidedFirst) && (
        <span className="mt-1 flex flex-wrap gap-1 font-normal">
          {status === 'info-requested' && <StatusBadge tone="warn">With staff</StatusBadge>}
          {modeChanged && <Badge tone="warn">Underwriting mode changed</Badge>}
          {round > 1 && <Badge>Handed over {round === 2 ? 'twice' : `${round} times`}</Badge>}
          {decidedFirst && (
            <Badge tone="progress">
              {decidedFirst.id === me ? 'You decided first' : `Second decision, after ${decidedFirst.name}`}
            </Badge>
          )}
          {isOwn && <Badge tone="warn">You worked on this</Badge>}
        </span>
      )}
    </>
  )
}

function Underwriter({ item: { underwriter }, me }: { item: QueueRow; me: string }) {
  if (!underwriter) return <span className="text-muted">Nobody yet</span>
  return underwriter.id === me ? <span className="font-medium">You</span> : <bdi>{underwriter.name}</bdi>
}

function Nothing() {
  return (
    <span className="text-faint">
      <span aria-hidden="true">–</span>
      <span className="sr-only">none</span>
    </span>
  )
}
